"""Terms of the IR as FIR expressions: reading memory is join, writing it is override.

An array from objects to values is a relation `Object→Integer`, one from numbers `Integer→Integer`, and one
that is indexed by an object and an offset `Object→Integer→Integer`; each is a total function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir import kinds as k
from maymust.engines.forge.from_ir.integers import Integers, Number
from maymust.engines.forge.from_ir.kinds import Key, Kinds
from maymust.engines.forge.from_ir.objects import ObjectDomain
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir.tree import INTEGER, BooleanLiteral, DomainUse, Expression
from maymust.ir.memory import CODE
from maymust.ir.source import Span
from maymust.terms import BOOL, ArraySort, Term, to_signed

_LARGEST = 2_000  # nodes of a term


class Terms:
    """The translation of terms; the domains and classes are those of one program."""

    def __init__(self, kinds: Kinds, domains: Mapping[Key, ObjectDomain], width: int) -> None:
        self.kinds = kinds
        self.domains = domains
        self.width = width

    def domain(self, key: Key) -> ObjectDomain | None:
        """The domain of a class, if it is one of objects."""
        return self.domains.get(self.kinds.root(key))

    def is_left_out(self, term: Term) -> bool:
        """Whether a variable always has the same value, so that there is none in FIR."""
        name = term.name or ""
        held = k.element(name) if isinstance(term.sort, ArraySort) else k.scalar(name)
        return self.kinds.is_next(term) or self.kinds.of(held).constant is not None

    def condition(self, term: Term, span: Span) -> tuple[Expression, Expression]:
        """The condition, and what has to hold for it to be exact."""
        work = _Translation(self, span)
        found = work.condition(_checked(term, span))
        return found, e.conjunction(work.integers.fits)

    def value(self, term: Term, key: Key, span: Span) -> tuple[Expression, Expression]:
        """The value for something of this class, and what has to hold for it to be exact."""
        work = _Translation(self, span)
        found = work.value_for(_checked(term, span), key)
        return found, e.conjunction(work.integers.fits)

    def memory(self, term: Term, name: str, span: Span) -> tuple[Expression, Expression]:
        """The value for the array `name`, and what has to hold for it to be exact."""
        work = _Translation(self, span)
        found = work.array(_checked(term, span), name)
        return found, e.conjunction(work.integers.fits)

    def index_sets(self, name: str) -> list[Expression]:
        """The columns of an array's index: all atoms that there are."""
        domain = self.domain(k.index(name))
        first = domain.everything() if domain else DomainUse(INTEGER)
        return [first, DomainUse(INTEGER)] if name in self.kinds.pairs else [first]


def _checked(term: Term, span: Span) -> Term:
    if term.size > _LARGEST:
        raise Unsupported("so large an expression", span)
    return term


class _Translation:
    """Of one statement."""

    def __init__(self, terms: Terms, span: Span) -> None:
        self._terms = terms
        self._kinds = terms.kinds
        self._span = span
        self.integers = Integers(terms.width, span)

    # ------------------------------------------------------------------------------------------- conditions
    def condition(self, term: Term) -> Expression:
        """A term of sort Bool."""
        if term.value is not None:
            return BooleanLiteral(bool(term.value))
        assert term.op is not None
        match term.op.name:
            case "and":
                return e.conjunction([self.condition(each) for each in term.args])
            case "or":
                return e.disjunction([self.condition(each) for each in term.args])
            case "not":
                return e.negation(self.condition(term.args[0]))
            case "ite":
                return self._chosen(term, self.condition)
            case "eq":
                return self._equal(*term.args)
            case "ult":
                return self._below(*term.args)
            case "slt":
                return self.integers.less(*map(self.number, term.args))
            case other:
                raise Unsupported(f"the operator `{other}`", self._span)

    def _chosen(self, term: Term, side: Callable[[Term], Expression]) -> Expression:
        """Of the sides of a choice only the one that is taken has to fit."""
        condition = self.condition(term.args[0])
        before, sides = self.integers.fits, []
        for guard, each in ((condition, term.args[1]), (e.negation(condition), term.args[2])):
            self.integers.fits = []
            sides.append(side(each))
            before.append(e.implication(guard, e.conjunction(self.integers.fits)))
        self.integers.fits = before
        return e.choice(condition, *sides)

    def _equal(self, left: Term, right: Term) -> Expression:
        if left.sort is BOOL:
            return e.binary("iff", self.condition(left), self.condition(right))
        domain = self._domain_of(left) or self._domain_of(right)
        if domain is not None:
            return e.equal(self.object(left, domain), self.object(right, domain))
        return self.integers.equal(self.number(left), self.number(right))

    def _below(self, left: Term, right: Term) -> Expression:
        if self._kinds.is_next(left):
            if right.value == CODE:
                return e.TRUE
            raise Unsupported("the number of allocations", self._span)
        domain = self._domain_of(left) or self._domain_of(right)
        if domain is None:
            return self.integers.below(self.number(left), self.number(right))
        if self._kinds.is_next(right):
            return e.subset(self.object(left, domain), domain.below_next())
        if right.value is not None:
            return e.subset(self.object(left, domain), domain.below(right.value, self._span))
        if left.value is not None and left.value + 1 < 1 << 32:
            smaller = domain.below(left.value + 1, self._span)
            return e.negation(e.subset(self.object(right, domain), smaller))
        raise Unsupported("the order of objects", self._span)

    # ---------------------------------------------------------------------------------------------- objects
    def _domain_of(self, term: Term) -> ObjectDomain | None:
        """The domain of a term's value, if it is an object; a constant may be anything."""
        if term.name is not None:
            return self._terms.domain(k.scalar(term.name))
        if term.op is None:
            return None
        if term.op.name == "ite":
            return self._domain_of(term.args[1]) or self._domain_of(term.args[2])
        if term.op.name == "select":
            array = _base(term.args[0])
            return self._terms.domain(k.element(array)) if array else None
        return None

    def object(self, term: Term, domain: ObjectDomain) -> Expression:
        """A term that is an object of the domain."""
        if term.value is not None:
            return domain.literal(term.value)
        if term.name is not None:
            known = self._kinds.of(k.scalar(term.name)).constant
            return e.use(term.name) if known is None else domain.literal(known)
        assert term.op is not None
        if term.op.name == "ite":
            return self._chosen(term, lambda side: self.object(side, domain))
        if term.op.name == "select":
            return self._read(term, domain)
        raise Unsupported("arithmetic on the addresses of objects", self._span)

    # ---------------------------------------------------------------------------------------------- numbers
    def value_for(self, term: Term, key: Key) -> Expression:
        """A value for something of this class."""
        domain = self._terms.domain(key)
        return self.object(term, domain) if domain else self.integers.value(self.number(term))

    def number(self, term: Term) -> Number:
        """A term that is a bit-vector, and no object."""
        if term.value is not None:
            return to_signed(term.value, term.width)
        if term.name is not None:
            known = self._kinds.of(k.scalar(term.name)).constant
            return e.use(term.name) if known is None else to_signed(known, term.width)
        assert term.op is not None
        integers = self.integers
        match term.op.name:
            case "select":
                return self._read(term, None)
            case "ite":
                return self._chosen(term, lambda side: integers.value(self.number(side)))
            case "zext":
                return integers.zero_extended(self.number(term.args[0]), term.args[0].width)
            case "sext":
                return self.number(term.args[0])
            case "extract":
                return integers.extracted(self.number(term.args[0]), term.indices[1], term.width)
            case name if name in _OPERATIONS:
                left, right = map(self.number, term.args)
                return _OPERATIONS[name](integers)(left, right, term.width)
            case other:
                raise Unsupported(f"the operator `{other}`", self._span)

    # ----------------------------------------------------------------------------------------------- memory
    def _read(self, term: Term, domain: ObjectDomain | None) -> Expression:
        array, at = term.args
        name = _base(array)
        if name is None:
            return self._read_constant(array, domain)
        known = self._kinds.of(k.element(name)).constant
        if known is not None:
            if domain:
                return domain.literal(known)
            return self.integers.value(to_signed(known, term.width))
        found = self.array(array, name)
        for part in self._index(at, name):
            found = e.join(part, found)
        return found

    def _read_constant(self, array: Term, domain: ObjectDomain | None) -> Expression:
        """Of an array that is no variable, only that which is the same everywhere can be read."""
        if array.op is not None and array.op.name == "fill":
            held = array.args[0]
            return self.object(held, domain) if domain else self.integers.value(self.number(held))
        raise Unsupported("memory without a name", self._span)

    def array(self, term: Term, name: str) -> Expression:
        """A term that is a value of the array `name`."""
        if term.name is not None:
            return e.use(term.name)
        assert term.op is not None
        match term.op.name:
            case "store":
                array, at, stored = term.args
                new = self.value_for(stored, k.element(name))
                for part in reversed(self._index(at, name)):
                    new = e.product(part, new)
                return e.binary("override", self.array(array, name), new)
            case "fill":
                new = self.value_for(term.args[0], k.element(name))
                for column in reversed(self._terms.index_sets(name)):
                    new = e.product(column, new)
                return new
            case "ite":
                return self._chosen(term, lambda side: self.array(side, name))
            case other:
                raise Unsupported(f"memory that is the result of `{other}`", self._span)

    def _index(self, at: Term, name: str) -> list[Expression]:
        """The columns of an index."""
        parts = list(at.args) if name in self._kinds.pairs else [at]
        keys = [k.index(name), k.offset(name)]
        return [self.value_for(part, key) for part, key in zip(parts, keys, strict=False)]


def _base(array: Term) -> str | None:
    """The variable that an array is a changed value of."""
    pending = [array]
    while pending:
        each = pending.pop()
        if each.name is not None:
            return each.name
        if each.op is not None and each.op.name == "store":
            pending.append(each.args[0])
        elif each.op is not None and each.op.name == "ite":
            pending.extend(each.args[1:])
    return None


_OPERATIONS: dict[str, Callable[[Integers], Callable[[Number, Number, int], Number]]] = {
    "add": lambda integers: integers.plus,
    "sub": lambda integers: integers.minus,
    "mul": lambda integers: integers.times,
    "sdiv": lambda integers: integers.quotient,
    "srem": lambda integers: integers.remainder,
    "udiv": lambda integers: integers.unsigned_quotient,
    "urem": lambda integers: integers.unsigned_remainder,
    "band": lambda integers: integers.bitwise("bit_and"),
    "bor": lambda integers: integers.bitwise("bit_or"),
    "xor": lambda integers: integers.bitwise("bit_xor"),
    "shl": lambda integers: integers.shifted_left,
    "ashr": lambda integers: integers.shifted_right,
    "lshr": lambda integers: integers.shifted_right_unsigned,
}
