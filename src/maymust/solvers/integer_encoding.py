"""Bit-vector terms as integers, with the wrap-around made exact.

A bit-vector is an integer that is congruent to it modulo 2**width and lies in a known interval. Where an
operator needs the signed or the unsigned reading, and the interval does not say that this is it already,
the multiple of 2**width between the two is made explicit: by a case distinction if there are two or three,
else by a fresh integer. So linear arithmetic stays linear.

An operator without such an encoding (a product of variables, a shift by a variable, floats) becomes a fresh
integer of the right range: it may be anything, so that "unsatisfiable" stays true and "satisfiable" may not.

An array maps the unsigned readings of indices to the signed readings of elements. An element that is read is
in its range; what there is at integers that are no indices may be anything, so a model may be wrong where
arrays are compared. It can be chosen such that equal arrays are equal there, too: the element of the `fill`
from which an array is made by stores. Only with as many stores as there are indices may that be two.

A fresh integer has a condition, which *defines* it: there is a value that meets it whatever the variables
are. It must be asserted with every formula that needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maymust.frozen import frozen
from maymust.solvers.integer_asts import IntegerAsts
from maymust.solvers.integer_signs import signed_variables
from maymust.solvers.needs import Definition, Needs, join
from maymust.terms import BOOL, ArraySort, Term, postorder, to_signed
from maymust.terms import operators as ops
from maymust.terms.float_operators import FLOAT_COMPARISONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


_MANY_INDICES = 32  # bits: no query has a store for each


@frozen
class Number:
    """An integer from `low` to `high`; `signed` is the reading to prefer, None where both are the same."""

    ast: Any
    low: int
    high: int
    signed: bool | None
    needs: Needs | None


@frozen
class Formula:
    """A truth, or an array."""

    ast: Any
    needs: Needs | None


class Encoder:
    """Encodes terms, each once. `signs` says which variables are to be signed; use decides for others."""

    def __init__(self, signs: Mapping[Term, bool] | None = None) -> None:
        self.asts = IntegerAsts()
        self._signs = dict(signs or {})
        self._encoded: set[Term] = set()
        self._numbers: dict[Term, Number] = {}
        self._readings: dict[tuple[Term, bool], Number] = {}
        self._formulas: dict[Term, Formula] = {}
        self._arrays: dict[Term, Formula] = {}
        self._filled: set[Term] = set()  # arrays with a `fill` at the bottom
        self._ranges: dict[Term, Any] = {}

    def encode(self, terms: Iterable[Term]) -> None:
        """Encodes the terms. Those of one query are given at once: they tell the use of its variables."""
        parts = list(postorder(terms, self._encoded))
        if parts:
            self._signs = signed_variables(parts) | self._signs
        for part in parts:
            if part.sort is BOOL:
                self._formulas[part] = self._formula(part)
            elif isinstance(part.sort, ArraySort):
                self._arrays[part] = self._array(part)
            else:
                self._numbers[part] = self._number(part)
            self._encoded.add(part)

    def formula(self, term: Term) -> Formula:
        """A Boolean term. Requires: it has been encoded."""
        return self._formulas[term]

    def variable(self, variable: Term) -> Any:
        """What stands for a variable. Requires: it has been encoded."""
        if isinstance(variable.sort, ArraySort):
            return self._arrays[variable].ast
        return (self._formulas if variable.sort is BOOL else self._numbers)[variable].ast

    def signed(self, variable: Term) -> bool:
        """Whether a variable is its signed reading. Requires: it has been encoded."""
        return self._signs[variable]

    def range(self, variable: Term) -> Any | None:
        """The condition that a variable is in its range, if there is one. Requires: it has been encoded."""
        return self._ranges.get(variable)

    def reading(self, term: Term, *, signed: bool) -> Number:
        """The signed or unsigned reading of a bit-vector. Requires: it has been encoded."""
        known = self._readings.get((term, signed))
        if known is None:
            known = self._wrapped(self._numbers[term], term.width, signed=signed)
            self._readings[term, signed] = known
        return known

    # -- numbers

    def _wrapped(self, x: Number, width: int, *, signed: bool) -> Number:
        asts, size = self.asts, 1 << width
        low, high = bounds(width, signed=signed)
        if low <= x.low and x.high <= high:
            return x
        if x.low == x.high:
            value = (x.low - low) % size + low
            return Number(asts.numeral(value), value, value, signed, x.needs)
        if x.low < low - size or x.high > high + size:
            multiple = asts.fresh_integer()
            ast = asts.sub(x.ast, asts.scaled(size, multiple))
            least, most = -((high - x.low) // size), (x.high - low) // size
            condition = asts.every([asts.between(low, ast, high), asts.between(least, multiple, most)])
            needs = Needs(Definition(multiple, condition, exact=True), (x.needs,) if x.needs else ())
            return Number(ast, low, high, signed, needs)
        ast = x.ast
        if x.low < low:
            below = asts.less(x.ast, asts.numeral(low))
            ast = asts.ite(below, asts.add(x.ast, asts.numeral(size)), ast)
        if x.high > high:
            above = asts.less(asts.numeral(high), x.ast)
            ast = asts.ite(above, asts.sub(x.ast, asts.numeral(size)), ast)
        return Number(ast, low, high, signed, x.needs)

    def _preferred(self, term: Term) -> Number:
        return self.reading(term, signed=self._numbers[term].signed is not False)

    def _number(self, term: Term) -> Number:
        if term.value is not None:
            value = to_signed(term.value, term.width)
            return Number(self.asts.numeral(value), value, value, None, None)
        if term.op is None:
            return self._variable(term)
        operation = _OPERATIONS.get(term.op)  # float operators have none
        number = operation(self, term) if operation else None
        if number is None:
            return self._anything(term)
        if number.low >= 0 and number.high < 1 << (term.width - 1):
            return Number(number.ast, number.low, number.high, None, number.needs)
        return number

    def _variable(self, term: Term) -> Number:
        signed = self._signs.setdefault(term, True)
        low, high = bounds(term.width, signed=signed)
        ast = self.asts.integer(f"{term.name}:{term.sort}")
        self._ranges[term] = self.asts.between(low, ast, high)
        return Number(ast, low, high, signed, None)

    def _anything(self, term: Term) -> Number:
        signed = self._choice(term.args) is not False
        low, high = bounds(term.width, signed=signed)
        fresh = self.asts.fresh_integer()
        definition = Definition(fresh, self.asts.between(low, fresh, high), exact=False)
        return Number(fresh, low, high, signed, Needs(definition, ()))

    def _choice(self, terms: Sequence[Term]) -> bool | None:
        """The reading that the first term prefers that prefers one."""
        return next((s for s in (self._numbers[term].signed for term in terms) if s is not None), None)

    def _operand(self, term: Term, *, signed: bool) -> Number:
        """The term, to be used modulo 2**width: a constant is the smallest, the others are readings."""
        return self._numbers[term] if term.value is not None else self.reading(term, signed=signed)

    def _sum(self, term: Term) -> Number:
        choice = self._choice(term.args)
        a, b = (self._operand(argument, signed=choice is not False) for argument in term.args)
        needs = join(a.needs, b.needs)
        if term.op is ops.ADD:
            return Number(self.asts.add(a.ast, b.ast), a.low + b.low, a.high + b.high, choice, needs)
        return Number(self.asts.sub(a.ast, b.ast), a.low - b.high, a.high - b.low, choice, needs)

    def _scaled(self, factor: int, x: Number) -> Number:
        ends = (factor * x.low, factor * x.high)
        return Number(self.asts.scaled(factor, x.ast), min(ends), max(ends), x.signed, x.needs)

    def _product(self, term: Term) -> Number | None:
        x, factor = _constant_last(term)
        if factor is None:
            return None
        return self._scaled(to_signed(factor, term.width), self._preferred(x))

    def _shift_left(self, term: Term) -> Number | None:
        x, places = term.args[0], term.args[1].value
        if places is None:
            return None
        return self._scaled(1 << places if places < term.width else 0, self._preferred(x))

    def _shift_right(self, term: Term) -> Number | None:
        places, signed = term.args[1].value, term.op is ops.ASHR
        if places is None:
            return None
        x = self.reading(term.args[0], signed=signed)
        return self._quotient(x, 1 << min(places, term.width))

    def _quotient(self, x: Number, divisor: int) -> Number:
        ast = self.asts.quotient(x.ast, divisor)
        return Number(ast, x.low // divisor, x.high // divisor, x.signed, x.needs)

    def _remainder(self, x: Number, divisor: int) -> Number:
        if x.low >= 0 and x.high < divisor:
            return x
        return Number(self.asts.remainder(x.ast, divisor), 0, divisor - 1, x.signed, x.needs)

    def _unsigned_division(self, term: Term) -> Number | None:
        divisor, is_quotient = term.args[1].value, term.op is ops.UDIV
        if divisor is None:
            return None
        x = self.reading(term.args[0], signed=False)
        if divisor == 0:
            return Number(self.asts.numeral(-1), -1, -1, None, None) if is_quotient else x
        return self._quotient(x, divisor) if is_quotient else self._remainder(x, divisor)

    def _signed_division(self, term: Term) -> Number | None:
        if term.args[1].value is None:
            return None
        divisor = to_signed(term.args[1].value, term.width)
        x = self.reading(term.args[0], signed=True)
        if term.op is ops.SREM:
            return self._towards_zero(x, abs(divisor), self._remainder) if divisor else x
        if divisor == 0:
            is_negative = self.asts.less(x.ast, self.asts.numeral(0))
            ast = self.asts.ite(is_negative, self.asts.numeral(1), self.asts.numeral(-1))
            return Number(ast, -1, 1, True, x.needs)
        quotient = self._towards_zero(x, abs(divisor), self._quotient)
        return quotient if divisor > 0 else self._scaled(-1, quotient)

    def _towards_zero(self, x: Number, divisor: int, function: Callable[[Number, int], Number]) -> Number:
        """The function on the absolute value of x, with the sign of x."""
        if x.low >= 0:
            return function(x, divisor)
        opposite = self._scaled(-1, x)
        below = self._scaled(-1, function(Number(opposite.ast, 0, opposite.high, True, x.needs), divisor))
        if x.high <= 0:
            return below
        above = function(Number(x.ast, 0, x.high, True, x.needs), divisor)
        is_negative = self.asts.less(x.ast, self.asts.numeral(0))
        return Number(self.asts.ite(is_negative, below.ast, above.ast), below.low, above.high, True, x.needs)

    # -- bits

    def _bits(self, term: Term) -> Number | None:
        """Bitwise operators with a constant: all are sums of x, the constant c and x & c."""
        argument, bits = _constant_last(term)
        if bits is None:
            return None
        x = self._preferred(argument)
        signed = self._numbers[argument].signed is not False
        low, high = bounds(term.width, signed=signed)
        both = self._masked(x, bits, term.width)
        if term.op is ops.BAND:
            return Number(both, *((0, bits) if bits <= high else (low, high)), x.signed, x.needs)
        either = self.asts.add(x.ast, self.asts.numeral(to_signed(bits, term.width) if signed else bits))
        common = self.asts.scaled(1 if term.op is ops.BOR else 2, both)
        return Number(self.asts.sub(either, common), low, high, signed, x.needs)

    def _masked(self, x: Number, bits: int, width: int) -> Any:
        """x & bits, where x and the result are both signed or both unsigned readings."""
        total = None
        begin = 0
        while bits >> begin:
            if not bits >> begin & 1:
                begin += 1
                continue
            end = begin
            while bits >> end & 1:
                end += 1
            ast = x.ast if end == width else self._remainder(x, 1 << end).ast
            if begin:
                ast = self.asts.sub(ast, self._remainder(x, 1 << begin).ast)
            total = ast if total is None else self.asts.add(total, ast)
            begin = end
        return self.asts.numeral(0) if total is None else total

    # -- widths and choices

    def _extension(self, term: Term) -> Number:
        return self.reading(term.args[0], signed=term.op is ops.SEXT)

    def _slice(self, term: Term) -> Number:
        x = self._numbers[term.args[0]]
        return self._quotient(x, 1 << term.indices[1])

    def _ite(self, term: Term) -> Number:
        condition = self._formulas[term.args[0]]
        choice = self._choice(term.args[1:])
        a, b = (self.reading(argument, signed=choice is not False) for argument in term.args[1:])
        ast = self.asts.ite(condition.ast, a.ast, b.ast)
        needs = join(condition.needs, a.needs, b.needs)
        return Number(ast, min(a.low, b.low), max(a.high, b.high), choice, needs)

    def _concatenation(self, term: Term) -> Number:
        high, low = self._preferred(term.args[0]), self.reading(term.args[1], signed=False)
        above = self._scaled(1 << term.args[1].width, high)
        needs = join(high.needs, low.needs)
        return Number(
            self.asts.add(above.ast, low.ast), above.low + low.low, above.high + low.high, high.signed, needs
        )

    # -- arrays

    def _array(self, term: Term) -> Formula:
        if term.op is None:
            return Formula(self.asts.array(f"{term.name}:{term.sort}"), None)
        if term.op is ops.FILL or not self._filled.isdisjoint(term.args):
            self._filled.add(term)
        if term.op is ops.FILL:
            element = self.reading(term.args[0], signed=True)
            return Formula(self.asts.fill(element.ast), element.needs)
        if term.op is ops.ITE:
            condition = self._formulas[term.args[0]]
            then, otherwise = (self._arrays[argument] for argument in term.args[1:])
            needs = join(condition.needs, then.needs, otherwise.needs)
            return Formula(self.asts.ite(condition.ast, then.ast, otherwise.ast), needs)
        array, index = self._arrays[term.args[0]], self.reading(term.args[1], signed=False)
        element = self.reading(term.args[2], signed=True)
        ast = self.asts.store(array.ast, index.ast, element.ast)
        return Formula(ast, join(array.needs, index.needs, element.needs))

    def _element(self, term: Term) -> Number:
        array, index = self._arrays[term.args[0]], self.reading(term.args[1], signed=False)
        low, high = bounds(term.width, signed=True)
        fresh = self.asts.fresh_integer()
        is_read = self.asts.equal(fresh, self.asts.select(array.ast, index.ast))
        condition = self.asts.every([is_read, self.asts.between(low, fresh, high)])
        needs = join(array.needs, index.needs)
        definition = Definition(fresh, condition, exact=True)
        return Number(fresh, low, high, True, Needs(definition, (needs,) if needs else ()))

    def _same_array(self, term: Term) -> Formula:
        either = self._either()
        sort = term.args[0].sort
        assert isinstance(sort, ArraySort)
        if sort.index < _MANY_INDICES and not self._filled.isdisjoint(term.args):
            return either
        a, b = (self._arrays[argument] for argument in term.args)
        return Formula(self.asts.equal(a.ast, b.ast), join(a.needs, b.needs, either.needs))

    # -- truths

    def _formula(self, term: Term) -> Formula:
        if term.value is not None:
            return Formula(self.asts.truth(term.value), None)
        if term.op is None:
            return Formula(self.asts.boolean(f"{term.name}:{term.sort}"), None)
        if term.op in FLOAT_COMPARISONS:
            return self._either()
        if isinstance(term.args[0].sort, ArraySort):
            return self._same_array(term)
        if term.args[-1].sort is not BOOL:
            return self._comparison(term)
        args = [self._formulas[argument] for argument in term.args]
        asts = [argument.ast for argument in args]
        needs = join(*(argument.needs for argument in args))
        if term.op is ops.AND:
            return Formula(self.asts.every(asts), needs)
        if term.op is ops.OR:
            return Formula(self.asts.some(asts), needs)
        if term.op is ops.NOT:
            return Formula(self.asts.negation(asts[0]), needs)
        return Formula(self.asts.equal(*asts) if term.op is ops.EQ else self.asts.ite(*asts), needs)

    def _either(self) -> Formula:
        """A truth that may be either."""
        fresh = self.asts.fresh_integer()
        definition = Definition(fresh, self.asts.between(0, fresh, 1), exact=False)
        return Formula(self.asts.equal(fresh, self.asts.numeral(1)), Needs(definition, ()))

    def _comparison(self, term: Term) -> Formula:
        choice = self._choice(term.args) if term.op is ops.EQ else term.op is ops.SLT
        a, b = (self.reading(argument, signed=choice is not False) for argument in term.args)
        relation = self.asts.equal if term.op is ops.EQ else self.asts.less
        return Formula(relation(a.ast, b.ast), join(a.needs, b.needs))


_OPERATIONS: dict[ops.Operator, Callable[[Encoder, Term], Number | None]] = {
    ops.ITE: Encoder._ite,
    ops.ADD: Encoder._sum, ops.SUB: Encoder._sum, ops.MUL: Encoder._product,
    ops.UDIV: Encoder._unsigned_division, ops.UREM: Encoder._unsigned_division,
    ops.SDIV: Encoder._signed_division, ops.SREM: Encoder._signed_division,
    ops.BAND: Encoder._bits, ops.BOR: Encoder._bits, ops.XOR: Encoder._bits,
    ops.SHL: Encoder._shift_left, ops.LSHR: Encoder._shift_right, ops.ASHR: Encoder._shift_right,
    ops.ZEXT: Encoder._extension, ops.SEXT: Encoder._extension, ops.EXTRACT: Encoder._slice,
    ops.CONCAT: Encoder._concatenation, ops.SELECT: Encoder._element,
}  # fmt: skip


def bounds(width: int, *, signed: bool) -> tuple[int, int]:
    """The least and the greatest number of `width` bits."""
    half = 1 << (width - 1)
    return (-half, half - 1) if signed else (0, 2 * half - 1)


def _constant_last(term: Term) -> tuple[Term, int | None]:
    """The arguments of a commutative operator: one, and the value of the other if that is constant."""
    a, b = term.args
    return (b, a.value) if b.value is None else (a, b.value)
