"""Terms for people: C's notation, with the names and the signedness that a person gave.

    (not (slt i 1:32))                          i >= 1
    (eq (add sum (mul i 4294967294:32)) 0:32)   sum == 2*i
    (ult i 10:32)                               (unsigned)i < 10      where i is signed
    (eq (store a i 0:32) b)                     (a with [i] = 0) == b

Equalities are sorted into positive terms on both sides, which is exact modulo 2**width. A widening is shown
where C would not make it by itself. The text is for eyes only; `terms.text` is the exact form.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING, NamedTuple

from maymust.frozen import frozen
from maymust.terms import operators as ops
from maymust.terms.float_operators import FLOAT_ROWS
from maymust.terms.sorts import BOOL, to_signed
from maymust.terms.term import TRUE, Term
from maymust.terms.traverse import postorder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.terms.operators import Operator

_ATOM, _UNARY, _PRODUCT, _SUM, _SHIFT, _ORDER, _EQUALITY = 15, 14, 13, 12, 11, 10, 9
_BITS_AND, _BITS_XOR, _BITS_OR, _AND, _OR, _CHOICE, _WITH = 8, 7, 6, 5, 4, 3, 2
_INFIX: dict[Operator, tuple[str, int]] = {
    ops.UDIV: ("/", _PRODUCT),
    ops.SDIV: ("/", _PRODUCT),
    ops.UREM: ("%", _PRODUCT),
    ops.SREM: ("%", _PRODUCT),
    ops.SHL: ("<<", _SHIFT),
    ops.LSHR: (">>", _SHIFT),
    ops.ASHR: (">>", _SHIFT),
    ops.BAND: ("&", _BITS_AND),
    ops.XOR: ("^", _BITS_XOR),
    ops.BOR: ("|", _BITS_OR),
}
_ARRAYS = (ops.SELECT, ops.STORE, ops.FILL)
_SIGNED = {ops.SDIV: True, ops.SREM: True, ops.ASHR: True, ops.UDIV: False, ops.UREM: False, ops.LSHR: False}
_TYPES = {
    (8, True): "signed char", (8, False): "unsigned char",
    (16, True): "short", (16, False): "unsigned short",
    (32, True): "int", (32, False): "unsigned",
    (64, True): "long long", (64, False): "unsigned long long",
}  # fmt: skip
_INT = 32  # bits: C widens what is narrower by itself
_MOST_MONOMIALS = 12
_SHORTEST_RANGE = 3
_MIRRORED = {"<": ">", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


@frozen
class Reading:
    """How a reader knows the variables: by which name, and whether as signed numbers. `written` has the
    constants that the reader has seen: `x < 11` is `x <= 10` where 10 is one of them and 11 is not."""

    name: Callable[[Term], str] = lambda variable: str(variable.name)
    signed: Callable[[Term], bool] = lambda _: True
    written: Container[int] = ()


class _Shown(NamedTuple):
    """A text, how tightly it binds, and whether C would take it as signed: None where both will do. `narrow`
    is the text without a widening that C makes by itself beside an operand of the full width."""

    text: str
    level: int
    signed: bool | None = None
    narrow: str = ""

    def within(self, level: int) -> str:
        """The text as an operand of something that binds so tightly."""
        return self.text if self.level >= level else f"({self.text})"


def pretty(term: Term, reading: Reading | None = None, limit: int = 2000) -> str:
    """`term` in C's notation. Text longer than `limit` ends in an ellipsis."""
    printer = _Printer(reading or Reading())
    for part in postorder((term,)):
        shown = printer.show(part)
        printer.shown[part] = shown._replace(text=shown.text[: limit + 1])
    text = printer.shown[term].text
    return text if len(text) <= limit else text[: limit - 1] + "…"


class _Printer:
    """Shows a term whose arguments have been shown."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.shown: dict[Term, _Shown] = {}

    def show(self, term: Term) -> _Shown:
        op = term.op
        if op is None:
            return self._leaf(term)
        if op is ops.NOT:
            return self._negation(term.args[0])
        if op is ops.AND or op is ops.OR:
            return self._connective(term)
        if op is ops.EQ:
            return self._equality(term, "==")
        if op is ops.SLT or op is ops.ULT:
            return self._order(term, negated=False)
        if op is ops.ITE:
            condition, then, otherwise = (self.shown[a] for a in term.args)
            text = f"{condition.within(_OR)} ? {then.within(_CHOICE + 1)} : {otherwise.within(_CHOICE)}"
            return _Shown(text, _CHOICE, _joint(then, otherwise))
        if op is ops.ADD or op is ops.SUB:
            return self._sum(term)
        if op is ops.MUL:
            return self._product(term)
        if op in _INFIX:
            return self._infix(term, op)
        if op in _ARRAYS:
            return self._array(term)
        if op in FLOAT_ROWS:
            parts = [*(self.shown[a].text for a in term.args), *map(str, term.indices)]
            return _Shown(f"{op}({', '.join(parts)})", _ATOM)
        if op is ops.CONCAT:
            high, low = (self.shown[a].within(_ATOM) for a in term.args)
            return _Shown(f"{high}:{low}", _UNARY, signed=False)
        return self._resized(term)

    def _leaf(self, term: Term) -> _Shown:
        if term.value is None:
            return _Shown(self.reading.name(term), _ATOM, self.reading.signed(term))
        if term.sort is BOOL:
            return _Shown("true" if term is TRUE else "false", _ATOM)
        return _number(term, signed=True)

    def _negation(self, inner: Term) -> _Shown:
        if inner.op is ops.EQ:
            return self._equality(inner, "!=")
        if inner.op is ops.SLT or inner.op is ops.ULT:
            return self._order(inner, negated=True)
        return _Shown("!" + self.shown[inner].within(_UNARY), _UNARY)

    def _connective(self, term: Term) -> _Shown:
        if term.op is ops.AND:
            return _Shown(" && ".join(self.shown[a].within(_AND + 1) for a in term.args), _AND)
        values = self._range(term.args)
        if values is not None:
            return values
        return _Shown(" || ".join(self.shown[a].within(_AND + 1) for a in term.args), _OR)

    def _range(self, options: tuple[Term, ...]) -> _Shown | None:
        """`x == 1 || x == 2 || x == 3` is `1 <= x && x <= 3`."""
        whole = options[0].args[0] if options[0].op is ops.EQ else None
        if whole is None or len(options) < _SHORTEST_RANGE:
            return None
        shown, values = self.shown[whole], []
        for option in options:
            if option.op is not ops.EQ or option.args[0] is not whole or option.args[1].value is None:
                return None
            value = option.args[1].value
            values.append(value if shown.signed is False else to_signed(value, whole.width))
        least, greatest = min(values), max(values)
        if greatest - least != len(values) - 1:
            return None
        text = shown.within(_ORDER + 1)
        return _Shown(f"{least} <= {text} && {text} <= {greatest}", _AND)

    # -- comparisons -----------------------------------------------------------------------------------------

    def _order(self, term: Term, *, negated: bool) -> _Shown:
        left, right = term.args
        signed = term.op is ops.SLT
        sign = ">=" if negated else "<"
        if right.value is not None:
            bound, value = _number(right, signed=signed), right.value
            below = (value - 1) & ((1 << right.width) - 1)
            written = self.reading.written
            if not negated and value not in written and below in written:
                sign, bound = "<=", _number_of(below, right.width, signed=signed)
            return _Shown(f"{self._as(left, signed).within(_ORDER + 1)} {sign} {bound.text}", _ORDER)
        return self._compared(self._as(left, signed), sign, self._as(right, signed), _ORDER)

    def _as(self, term: Term, signed: bool) -> _Shown:
        """The term, read as signed or not."""
        if term.value is not None:
            return _number(term, signed=signed)
        shown = self.shown[term]
        return shown if shown.signed in (None, signed) else _cast(shown, term.width, signed=signed)

    def _equality(self, term: Term, sign: str) -> _Shown:
        left, right = term.args
        if not left.width:
            shown = (self.shown[a].within(_EQUALITY + 1) for a in term.args)
            return _Shown(f" {sign} ".join(shown), _EQUALITY)
        sides = self._balanced(left, right)
        if sides is not None:
            return _Shown(f"{sides[0]} {sign} {sides[1]}", _EQUALITY)
        one = self.shown[left]
        if right.value is not None:
            value = _number(right, signed=one.signed is not False)
            return _Shown(f"{one.within(_EQUALITY + 1)} {sign} {value.text}", _EQUALITY)
        other = self.shown[right]
        if left.width < _INT and _differ(one, other):
            other = self._as(right, signed=bool(one.signed))
        return self._compared(one, sign, other, _EQUALITY)

    def _compared(self, left: _Shown, sign: str, right: _Shown, level: int) -> _Shown:
        """A variable goes to the left; of two, the first in the alphabet."""
        if (right.level, left.text) > (left.level, right.text):
            left, sign, right = right, _MIRRORED[sign], left
        one, other = _side_by_side(left, right)
        return _Shown(f"{one.within(level + 1)} {sign} {other.within(level + 1)}", level)

    def _balanced(self, left: Term, right: Term) -> tuple[str, str] | None:
        """The two sides of an equation, with positive coefficients only; None where there is but one term."""
        linear = _linear(left, right)
        if linear is None or len(linear[0]) < 2:
            return None
        coefficients, offset = linear
        sides: tuple[list[str], list[str]] = ([], [])
        for atom, coefficient in sorted(coefficients.items(), key=lambda item: self.shown[item[0]].text):
            sides[coefficient < 0].append(self._monomial(abs(coefficient), atom))
        simple = [(not side, len(side), "*" in "".join(side)) for side in sides]
        if offset:
            sides[offset < 0].append(str(abs(offset)))
        texts = [" + ".join(side) or "0" for side in sides]
        keys = [(*simple[i], len(sides[i]), texts[i]) for i in (0, 1)]
        return (texts[0], texts[1]) if keys[0] < keys[1] else (texts[1], texts[0])

    def _monomial(self, coefficient: int, atom: Term) -> str:
        shown = self.shown[atom]
        return shown.within(_SUM + 1) if coefficient == 1 else f"{coefficient}*{shown.within(_UNARY)}"

    # -- arrays ----------------------------------------------------------------------------------------------

    def _array(self, term: Term) -> _Shown:
        """`M[i]`, `M with [i] = v`, `all v`. An array is signed if its elements are."""
        first, *others = (self.shown[a] for a in term.args)
        if term.op is ops.SELECT:
            name = first.within(_ATOM)
            if "[]" not in name:
                name += "[]"  # a name may say where the index goes
            return _Shown(name.replace("[]", f"[{others[0].text}]", 1), _ATOM, first.signed)
        if term.op is ops.STORE:
            array = first.text if term.args[0].op is ops.STORE else first.within(_UNARY)
            element = self._element(term.args[2], signed=first.signed)
            return _Shown(f"{array} with [{others[0].text}] = {element}", _WITH, first.signed)
        return _Shown(f"all {first.within(_ATOM)}", _UNARY, first.signed)

    def _element(self, term: Term, *, signed: bool | None) -> str:
        shown = _number(term, signed=signed is not False) if term.value is not None else self.shown[term]
        return shown.within(_CHOICE + 1)

    # -- arithmetic ------------------------------------------------------------------------------------------

    def _sum(self, term: Term) -> _Shown:
        left, right = _side_by_side(*[self.shown[a] for a in term.args])
        signed = _joint(left, right)
        first, second = term.args
        sign = "+" if term.op is ops.ADD else "-"
        if sign == "-" and first.value == 0:
            return _Shown("-" + right.within(_UNARY), _UNARY, signed)
        if sign == "+" and left.text.startswith("-") and not right.text.startswith("-"):
            left, right, second = right, left, first
        text = right.within(_SUM + 1)
        if sign == "+" and text.startswith("-") and not _is_least(second):
            sign, text = "-", text[1:]
        return _Shown(f"{left.within(_SUM)} {sign} {text}", _SUM, signed)

    def _product(self, term: Term) -> _Shown:
        left, right = _side_by_side(*[self.shown[a] for a in term.args])
        signed = _joint(left, right)
        if term.args[1].value is not None:
            return _Shown(f"{right.text}*{left.within(_UNARY)}", _PRODUCT, signed)
        return _Shown(f"{left.within(_PRODUCT)} * {right.within(_PRODUCT + 1)}", _PRODUCT, signed)

    def _infix(self, term: Term, op: Operator) -> _Shown:
        sign, level = _INFIX[op]
        signed = _SIGNED.get(op)
        left, right = (self.shown[a] for a in term.args)
        if signed is not None:
            left = self._as(term.args[0], signed)
            right = self._as(term.args[1], signed) if level == _PRODUCT else right
        elif level != _SHIFT:
            left, right = _side_by_side(left, right)
            signed = _joint(left, right)
            if term.args[1].value is not None:
                right = _number(term.args[1], signed=signed is not False)
        else:
            signed = left.signed
        return _Shown(f"{left.within(level)} {sign} {right.within(level + 1)}", level, signed)

    def _resized(self, term: Term) -> _Shown:
        inner, width = term.args[0], term.width
        shown = self.shown[inner]
        if term.op is ops.EXTRACT:
            return _part(shown, inner, term.indices[1], width)
        signed = term.op is ops.SEXT
        if shown.signed not in (None, signed):
            shown = _cast(shown, inner.width, signed=signed)
        kept = True if signed else None  # what is widened with zeros is not negative in either reading
        if width <= _INT:
            return shown._replace(signed=kept)
        narrow = shown.text if shown.level == _ATOM else ""
        return _cast(shown, width, signed=True)._replace(signed=kept, narrow=narrow)


def _number(term: Term, *, signed: bool) -> _Shown:
    assert term.value is not None
    return _number_of(term.value, term.width, signed=signed)


def _number_of(value: int, width: int, *, signed: bool) -> _Shown:
    read = to_signed(value, width) if signed else value
    return _Shown(str(read), _ATOM if read >= 0 else _UNARY)


def _is_least(term: Term) -> bool:
    return term.value is not None and term.value == 1 << (term.width - 1)


def _type(width: int, *, signed: bool) -> str:
    known = _TYPES.get((width, signed))
    return known or f"{'' if signed else 'unsigned '}_BitInt({width})"


def _cast(shown: _Shown, width: int, *, signed: bool) -> _Shown:
    return _Shown(f"({_type(width, signed=signed)}){shown.within(_UNARY)}", _UNARY, signed)


def _part(shown: _Shown, inner: Term, low: int, width: int) -> _Shown:
    """Some bits of a term."""
    if low:
        if shown.signed:
            shown = _cast(shown, inner.width, signed=False)
        shown = _Shown(f"{shown.within(_SHIFT)} >> {low}", _SHIFT, signed=False)
    if (width, True) in _TYPES:
        return _cast(shown, width, signed=bool(shown.signed))
    return _Shown(f"{shown.within(_BITS_AND)} & {(1 << width) - 1}", _BITS_AND)


def _joint(left: _Shown, right: _Shown) -> bool | None:
    """What C makes of two operands: unsigned if one is."""
    if left.signed is False or right.signed is False:
        return False
    return True if left.signed or right.signed else None


def _differ(left: _Shown, right: _Shown) -> bool:
    return None not in (left.signed, right.signed) and left.signed != right.signed


def _side_by_side(left: _Shown, right: _Shown) -> tuple[_Shown, _Shown]:
    """Two operands; a widening is left out beside one that has the full width anyway."""
    if left.narrow and not right.narrow and not right.text.lstrip("-").isdecimal():
        return left._replace(text=left.narrow, level=_ATOM), right
    if right.narrow and not left.narrow and not left.text.lstrip("-").isdecimal():
        return left, right._replace(text=right.narrow, level=_ATOM)
    return left, right


def _linear(left: Term, right: Term) -> tuple[Mapping[Term, int], int] | None:
    """`left - right` as coefficients of terms that are no sums, and a constant; None where there are many."""
    found: dict[Term, int] = {}
    offset = 0
    work = [(right, -1), (left, 1)]
    for _ in range(8 * _MOST_MONOMIALS):
        if not work:
            signed = {t: to_signed(c % (1 << t.width), t.width) for t, c in found.items()}
            nonzero = {t: c for t, c in signed.items() if c}
            constant = to_signed(offset % (1 << left.width), left.width)
            return (nonzero, constant) if len(nonzero) <= _MOST_MONOMIALS else None
        term, factor = work.pop()
        if term.value is not None:
            offset += factor * term.value
        elif term.op is ops.ADD or term.op is ops.SUB:
            work += [(term.args[1], factor if term.op is ops.ADD else -factor), (term.args[0], factor)]
        elif term.op is ops.MUL and term.args[1].value is not None:
            work.append((term.args[0], factor * term.args[1].value))
        else:
            found[term] = found.get(term, 0) + factor
    return None
