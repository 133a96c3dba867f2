"""The terms of contracts in FIR, in the words of a `Vocabulary`: their values, and where they are defined.

A term is *defined* where no pointer in it is followed that is null or leads nowhere, no index is out of
bounds, and nothing is divided by zero, where `&&`, `||`, `==>` and `?:` judge their right sides only if they
matter, as in C.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from maymust.fir import tree as fir
from maymust.fir.tree import Expression
from maymust.frontends.acsl.constants import as_integer
from maymust.frontends.acsl.typed import (
    Apply,
    Conditional,
    Constant,
    Element,
    Field,
    NullType,
    Number,
    Old,
    Quantified,
    Range,
    Reach,
    Result,
    SetType,
    Term,
    Truth,
    Type,
    Variable,
)
from maymust.frontends.c.types import INT, ArrayType, CType, IntType, PointerType
from maymust.specifications.acsl.meaning.integers import TRUE, Integers, conjunction
from maymust.specifications.acsl.meaning.vocabulary import ELEMENTS, State, Unspeakable, Vocabulary

_SAME_IN_FIR = frozenset(
    {
        "and", "or", "implies", "iff", "equal", "unequal", "union", "intersection", "difference", "subset",
    }
)  # fmt: skip
NOTHING = fir.EmptySet()
_EVERY_INTEGER = IntType(65, signed=True)  # a type that has all numbers of all others
_KINDS = {"forall": "all", "exists": "exists", "set": "comprehension"}


class Terms:
    """Translates terms; the variables of quantifiers get new names. `integers.fits` collects what numbers
    need to fit."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = vocabulary
        self.integers = Integers(vocabulary.width)
        self._bound: dict[str, str] = {}

    # -- values --------------------------------------------------------------------------------------------

    def value(self, term: Term, state: State) -> Expression:
        """The value of a term, where it is defined."""
        match term:
            case Variable():
                return self._variable(term, state)
            case Result(type_):
                return self._words.result(_of_c(type_))
            case Number():
                return fir.IntegerLiteral(as_integer(term), term.span)
            case Constant(word):
                return self._constant(word, term)
            case Old(operand):
                return self.value(operand, "old")
            case Field(base, of, path):
                held = fir.Binary("join", self.value(base, state), self._words.field(of, path, state))
                return self._without_null(held, term) if _is_set_of_pointers(term) else held
            case Element(array, index):
                return fir.Binary("join", self.place(array, index, state), self._array(array, state))
            case Conditional(condition, then, otherwise, type_):
                asked = self.value(condition, state)
                first = self.where(asked, partial(self._as, type_, then, state))
                second = self.where(fir.Unary("not", asked), partial(self._as, type_, otherwise, state))
                return fir.Conditional(asked, first, second)
            case Reach():
                return self._reach(term, state)
            case Range(least, most):
                name = self._words.bound(INT)
                number = fir.VariableUse(name)
                low = fir.Binary("at_most", self._as(_EVERY_INTEGER, least, state), number)
                high = fir.Binary("at_most", number, self._as(_EVERY_INTEGER, most, state))
                return fir.Quantified("comprehension", (name,), conjunction(low, high))
            case Quantified():
                return self._quantified(term, state)
            case Apply():
                return self._apply(term, state)

    def _as(self, type_: Type, term: Term, state: State) -> Expression:
        """A term in another type: a number is converted, all else is as it is."""
        value = self.value(term, state)
        return self.integers.converted(value, term, type_) if isinstance(type_, IntType) else value

    def _constant(self, word: str, term: Constant) -> Expression:
        if word == "null":
            if not isinstance(term.type, PointerType):
                raise Unspeakable("it is not known what this null would point to")
            return self._words.null(term.type.target)
        return fir.EmptySet() if word == "empty" else fir.BooleanLiteral(word == "true")

    def _variable(self, term: Variable, state: State) -> Expression:
        if term.kind == "bound":
            return fir.VariableUse(self._bound[term.name], term.span)
        return self._words.variable(term.kind, term.name, term.path, _of_c(term.type), state)

    def _reach(self, term: Reach, state: State) -> Expression:
        start = self._without_null(self.value(term.start, state), term.start)
        relation = self._words.links(term.of, term.paths[0], state)
        for path in term.paths[1:]:
            relation = fir.Binary("union", relation, self._words.links(term.of, path, state))
        further = fir.Binary("join", start, fir.Unary("closure", relation))
        return fir.Binary("union", start, self._without_null(further, term.start))

    def _quantified(self, term: Quantified, state: State) -> Expression:
        outer = self._bound
        names = self._declare(term)
        before, self.integers.fits = self.integers.fits, []
        body = self.value(term.body, state)
        guard = conjunction(self._guard(term, state), *self.integers.fits)
        self.integers.fits = before
        self._bound = outer
        if guard != TRUE:
            body = fir.Binary("implies" if term.kind == "forall" else "and", guard, body)
        return fir.Quantified(_KINDS[term.kind], names, body)  # type: ignore[arg-type] # a kind of FIR's

    def _declare(self, term: Quantified) -> tuple[str, ...]:
        self._bound = dict(self._bound)
        for each in term.variables:
            assert isinstance(each.type, IntType | PointerType)
            self._bound[each.name] = self._words.bound(each.type)
        return tuple(self._bound[each.name] for each in term.variables)

    def _guard(self, term: Quantified, state: State) -> Expression:
        """That the objects can be accessed, unless all of the domain can be."""
        found: Expression = TRUE
        for each in term.variables:
            if isinstance(each.type, PointerType):
                accessible = self._words.all_objects(each.type.target, state)
                if not isinstance(accessible, fir.DomainUse):
                    inside = fir.Binary("subset", fir.VariableUse(self._bound[each.name]), accessible)
                    found = conjunction(found, inside)
        return found

    def _apply(self, term: Apply, state: State) -> Expression:
        first = self.value(term.operands[0], state)
        guard = _guard_of_right(term, first)
        others = [self.where(guard, partial(self.value, each, state)) for each in term.operands[1:]]
        operands = [first, *others]
        if isinstance(term.operands[0].type, IntType) and term.operator not in ("union", "in"):
            return self.integers.apply(term, operands)
        match term.operator:
            case "not":
                return fir.Unary("not", first)
            case "card":
                return fir.Unary("cardinality", first)
            case "valid":
                return self._valid(term.operands[0], state)
            case "fresh":
                target = _target(term.operands[0])
                before = fir.Binary("intersection", first, self._words.objects(target, "old"))
                return conjunction(self._valid(term.operands[0], state), fir.Unary("no", before))
            case "in":
                inside = fir.Binary("subset", first, operands[1])
                is_number = isinstance(term.operands[0].type, IntType)
                return inside if is_number else conjunction(self._not_null(first, term.operands[0]), inside)
            case "union" if len(operands) == 1:
                pointer = term.operands[0]
                return first if isinstance(pointer.type, IntType) else self._without_null(first, pointer)
            case operator:
                assert operator in _SAME_IN_FIR
                whole = first
                for operand in operands[1:]:
                    whole = fir.Binary(operator, whole, operand)
                return whole

    def where(self, guard: Expression, work: Callable[[], Expression]) -> Expression:
        """What `work` finds, whose numbers need to fit only where the guard is true."""
        before, self.integers.fits = self.integers.fits, []
        found = work()
        fits = conjunction(*self.integers.fits)
        self.integers.fits = before
        if fits != TRUE:
            before.append(fits if guard == TRUE else fir.Binary("implies", guard, fits))
        return found

    # -- arrays --------------------------------------------------------------------------------------------

    def _array(self, array: Variable | Field, state: State) -> Expression:
        """The relation from places to elements."""
        path = (*array.path, ELEMENTS)
        if isinstance(array, Field):
            return fir.Binary("join", self.value(array.base, state), self._words.field(array.of, path, state))
        assert array.kind == "global" and isinstance(array.type, ArrayType)
        return self._words.variable("global", array.name, path, array.type.element, state)

    def place(self, array: Variable | Field, index: Term, state: State) -> Expression:
        """Where an element is, or elements are; nowhere if the index is out of bounds of a member."""
        found = self.index(index, state)
        if isinstance(array, Variable):
            return found
        return fir.Binary("join", found, self._words.places(array.of, array.path))

    def index(self, index: Term, state: State) -> Expression:
        """A number, or a set of them."""
        return self._as(_EVERY_INTEGER if isinstance(index.type, IntType) else index.type, index, state)

    def _defined_element(self, term: Element, state: State) -> Expression:
        """That all indices are in the array."""
        assert isinstance(term.array.type, ArrayType) and term.array.type.count is not None
        count, index = term.array.type.count, self.index(term.index, state)
        name = self._words.bound(INT)
        inside: Expression = fir.Binary("at_most", fir.IntegerLiteral(0), fir.VariableUse(name))
        if count < 1 << (self._words.width - 1):
            below = fir.Binary("less", fir.VariableUse(name), fir.IntegerLiteral(count))
            inside = conjunction(inside, below)
        indices = fir.Quantified("comprehension", (name,), inside)
        within = fir.Binary("subset", index, indices)
        return conjunction(self.defined(term.array, state), self.defined(term.index, state), within)

    # -- pointers ------------------------------------------------------------------------------------------

    def _valid(self, pointer: Term, state: State) -> Expression:
        """That a pointer, or all of a set, can be followed."""
        value = self.value(pointer, state)
        inside = fir.Binary("subset", value, self._words.objects(_target(pointer), state))
        is_single = isinstance(pointer.type, PointerType)
        return conjunction(self._not_null(value, pointer), inside) if is_single else inside

    def _not_null(self, value: Expression, pointer: Term) -> Expression:
        null = self._words.null(_target(pointer))
        return fir.Unary("some", value) if null == NOTHING else fir.Binary("unequal", value, null)

    def _without_null(self, value: Expression, pointer: Term) -> Expression:
        null = self._words.null(_target(pointer))
        return value if null == NOTHING else fir.Binary("difference", value, null)

    # -- where it is defined -------------------------------------------------------------------------------

    def defined(self, term: Term, state: State) -> Expression:
        """That a term is defined."""
        match term:
            case Variable() | Result() | Number() | Constant():
                return TRUE
            case Old(operand):
                return self.defined(operand, "old")
            case Field(base):
                return conjunction(self.defined(base, state), self._can_follow(base, state))
            case Element():
                return self._defined_element(term, state)
            case Reach(start):
                found = self._without_null(self.value(start, state), start)
                inside = fir.Binary("subset", found, self._words.objects(term.of, state))
                return conjunction(self.defined(start, state), inside)
            case Range(least, most):
                return conjunction(self.defined(least, state), self.defined(most, state))
            case Conditional(condition, then, otherwise):
                asked = self.value(condition, state)
                first = self.where(asked, partial(self.defined, then, state))
                second = self.where(fir.Unary("not", asked), partial(self.defined, otherwise, state))
                chosen = TRUE if first == second == TRUE else fir.Conditional(asked, first, second)
                return conjunction(self.defined(condition, state), chosen)
            case Quantified():
                return self._defined_quantified(term, state)
            case Apply():
                return self._defined_operands(term, state)

    def _can_follow(self, base: Term, state: State) -> Expression:
        if isinstance(base, Variable) and base.kind == "bound" and state == "now":
            return TRUE  # quantifiers go over what can be accessed
        return self._valid(base, state)

    def _defined_quantified(self, term: Quantified, state: State) -> Expression:
        outer = self._bound
        names = self._declare(term)
        before, self.integers.fits = self.integers.fits, []
        body = self.defined(term.body, state)
        guard = conjunction(self._guard(term, state), *self.integers.fits)
        self.integers.fits = before
        self._bound = outer
        if body == TRUE:
            return TRUE
        return fir.Quantified("all", names, body if guard == TRUE else fir.Binary("implies", guard, body))

    def _defined_operands(self, term: Apply, state: State) -> Expression:
        left = self.defined(term.operands[0], state)
        if len(term.operands) == 1:
            return left
        found = left
        guard = _guard_of_right(term, self.value(term.operands[0], state))
        for operand in term.operands[1:]:
            right = self.where(guard, partial(self.defined, operand, state))
            if right != TRUE and guard != TRUE:
                right = fir.Binary("implies", guard, right)
            found = conjunction(found, right)
        if term.operator in ("divide", "modulo"):
            divisor = self.value(term.operands[1], state)
            if not isinstance(divisor, fir.IntegerLiteral) or not divisor.value:
                found = conjunction(found, fir.Binary("unequal", divisor, fir.IntegerLiteral(0)))
        return found


def _guard_of_right(term: Apply, left: Expression) -> Expression:
    """When the right side of an operator matters."""
    if term.operator in ("and", "implies"):
        return left
    return fir.Unary("not", left) if term.operator == "or" else TRUE


def _of_c(type_: Type) -> CType:
    assert not isinstance(type_, Truth | NullType | SetType)
    return type_


def _is_set_of_pointers(term: Term) -> bool:
    return isinstance(term.type, SetType) and isinstance(term.type.element, PointerType)


def _target(pointer: Term) -> CType:
    type_ = pointer.type.element if isinstance(pointer.type, SetType) else pointer.type
    assert isinstance(type_, PointerType)
    return type_.target
