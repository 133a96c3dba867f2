"""From contracts with types to FIR, in the words of a `Vocabulary`.

A clause holds only where it is *defined*: no pointer in it is followed that is null or leads nowhere, and
nothing is divided by zero, where `&&`, `||`, `==>` and `?:` judge their right sides only if they matter, as
in C. So `requires p->v > 0` requires that `p` is valid, and `ensures \\result->v > 0` promises it.

Numbers have to fit (`integers`): a clause is ensured, and required, of executions where they do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir import tree as fir
from maymust.fir.tree import Expression
from maymust.frontends.acsl.constants import as_integer
from maymust.frontends.acsl.integers import TRUE, Integers, conjunction
from maymust.frontends.acsl.typed import (
    Apply,
    Clause,
    Conditional,
    Constant,
    Contract,
    Element,
    Field,
    Frame,
    Location,
    NullType,
    Number,
    Old,
    Path,
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
from maymust.frontends.acsl.vocabulary import ELEMENTS, State, Unspeakable, Vocabulary
from maymust.frontends.c.types import INT, ArrayType, CType, IntType, PointerType
from maymust.frozen import frozen
from maymust.ir.source import Span

_SAME_IN_FIR = frozenset(
    {
        "and", "or", "implies", "iff", "equal", "unequal", "union", "intersection", "difference", "subset",
    }
)  # fmt: skip
NOTHING = fir.EmptySet()
_EVERY_INTEGER = IntType(65, signed=True)  # a type that has all numbers of all others
_KINDS = {"forall": "all", "exists": "exists", "set": "comprehension"}


@frozen
class FirClause:
    """A clause in FIR, how it is written, and where."""

    condition: Expression
    text: str
    span: Span


@frozen
class FirContract:
    """A contract in FIR; that nothing else has changed is among what is ensured. `starts` is checked where it
    begins."""

    requires: tuple[FirClause, ...]
    ensures: tuple[FirClause, ...]
    starts: tuple[FirClause, ...] = ()


def translated(contract: Contract, vocabulary: Vocabulary) -> FirContract:
    """The contract in FIR. Raises InputError where the vocabulary has no words for it."""
    translator = Translator(vocabulary)
    requires = [FirClause(translator.required(each), each.text, each.span) for each in contract.requires]
    ensures = [FirClause(translator.ensured(each), each.text, each.span) for each in contract.ensures]
    ensures += [FirClause(translator.unchanged(each), each.text, each.span) for each in contract.frames]
    starts = [FirClause(translator.ensured(each), each.text, each.span) for each in contract.starts]
    return FirContract(tuple(requires), tuple(ensures), tuple(starts))


class Translator:
    """Translates terms; the variables of quantifiers get new names."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = vocabulary
        self._integers = Integers(vocabulary.width)
        self._bound: dict[str, str] = {}

    def required(self, clause: Clause) -> Expression:
        """That the clause is defined, and true, and all its numbers fit."""
        found, fits = self._clause(clause)
        return replace(conjunction(fits, found), span=clause.span)

    def ensured(self, clause: Clause) -> Expression:
        """That the clause is defined, and true, if all its numbers fit."""
        found, fits = self._clause(clause)
        return replace(found if fits == TRUE else fir.Binary("implies", fits, found), span=clause.span)

    def _clause(self, clause: Clause) -> tuple[Expression, Expression]:
        self._integers.fits = []
        try:
            found = conjunction(self._defined(clause.term, "now"), self._value(clause.term, "now"))
        except Unspeakable as reason:
            hint = "this clause cannot be checked within a bound"
            raise InputError(Diagnostic("error", str(reason), clause.span, hint)) from None
        return found, conjunction(*self._integers.fits)

    # -- values --------------------------------------------------------------------------------------------

    def _value(self, term: Term, state: State) -> Expression:
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
                return self._value(operand, "old")
            case Field(base, of, path):
                held = fir.Binary("join", self._value(base, state), self._words.field(of, path, state))
                return self._without_null(held, term) if _is_set_of_pointers(term) else held
            case Element(array, index):
                return fir.Binary("join", self._place(array, index, state), self._array(array, state))
            case Conditional(condition, then, otherwise, type_):
                asked = self._value(condition, state)
                first = self._if(asked, partial(self._as, type_, then, state))
                second = self._if(fir.Unary("not", asked), partial(self._as, type_, otherwise, state))
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
        value = self._value(term, state)
        return self._integers.converted(value, term, type_) if isinstance(type_, IntType) else value

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
        start = self._without_null(self._value(term.start, state), term.start)
        relation = self._words.links(term.of, term.paths[0], state)
        for path in term.paths[1:]:
            relation = fir.Binary("union", relation, self._words.links(term.of, path, state))
        further = fir.Binary("join", start, fir.Unary("closure", relation))
        return fir.Binary("union", start, self._without_null(further, term.start))

    def _quantified(self, term: Quantified, state: State) -> Expression:
        outer = self._bound
        names = self._declare(term)
        before, self._integers.fits = self._integers.fits, []
        body = self._value(term.body, state)
        guard = conjunction(self._guard(term, state), *self._integers.fits)
        self._integers.fits = before
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
        first = self._value(term.operands[0], state)
        guard = _guard_of_right(term, first)
        others = [self._if(guard, partial(self._value, each, state)) for each in term.operands[1:]]
        operands = [first, *others]
        if isinstance(term.operands[0].type, IntType) and term.operator not in ("union", "in"):
            return self._integers.apply(term, operands)
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

    def _if(self, guard: Expression, work: Callable[[], Expression]) -> Expression:
        """What `work` finds, whose numbers need to fit only where the guard is true."""
        before, self._integers.fits = self._integers.fits, []
        found = work()
        fits = conjunction(*self._integers.fits)
        self._integers.fits = before
        if fits != TRUE:
            before.append(fits if guard == TRUE else fir.Binary("implies", guard, fits))
        return found

    # -- arrays --------------------------------------------------------------------------------------------

    def _array(self, array: Variable | Field, state: State) -> Expression:
        """The relation from places to elements."""
        path = (*array.path, ELEMENTS)
        if isinstance(array, Field):
            return fir.Binary(
                "join", self._value(array.base, state), self._words.field(array.of, path, state)
            )
        assert array.kind == "global" and isinstance(array.type, ArrayType)
        return self._words.variable("global", array.name, path, array.type.element, state)

    def _place(self, array: Variable | Field, index: Term, state: State) -> Expression:
        """Where an element is, or elements are; nowhere if the index is out of bounds of a member."""
        found = self._index(index, state)
        if isinstance(array, Variable):
            return found
        return fir.Binary("join", found, self._words.places(array.of, array.path))

    def _index(self, index: Term, state: State) -> Expression:
        """A number, or a set of them."""
        return self._as(_EVERY_INTEGER if isinstance(index.type, IntType) else index.type, index, state)

    def _defined_element(self, term: Element, state: State) -> Expression:
        """That all indices are in the array."""
        assert isinstance(term.array.type, ArrayType) and term.array.type.count is not None
        count, index = term.array.type.count, self._index(term.index, state)
        name = self._words.bound(INT)
        inside: Expression = fir.Binary("at_most", fir.IntegerLiteral(0), fir.VariableUse(name))
        if count < 1 << (self._words.width - 1):
            below = fir.Binary("less", fir.VariableUse(name), fir.IntegerLiteral(count))
            inside = conjunction(inside, below)
        indices = fir.Quantified("comprehension", (name,), inside)
        within = fir.Binary("subset", index, indices)
        return conjunction(self._defined(term.array, state), self._defined(term.index, state), within)

    # -- pointers ------------------------------------------------------------------------------------------

    def _valid(self, pointer: Term, state: State) -> Expression:
        """That a pointer, or all of a set, can be followed."""
        value = self._value(pointer, state)
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

    def _defined(self, term: Term, state: State) -> Expression:
        match term:
            case Variable() | Result() | Number() | Constant():
                return TRUE
            case Old(operand):
                return self._defined(operand, "old")
            case Field(base):
                return conjunction(self._defined(base, state), self._can_follow(base, state))
            case Element():
                return self._defined_element(term, state)
            case Reach(start):
                found = self._without_null(self._value(start, state), start)
                inside = fir.Binary("subset", found, self._words.objects(term.of, state))
                return conjunction(self._defined(start, state), inside)
            case Range(least, most):
                return conjunction(self._defined(least, state), self._defined(most, state))
            case Conditional(condition, then, otherwise):
                asked = self._value(condition, state)
                first = self._if(asked, partial(self._defined, then, state))
                second = self._if(fir.Unary("not", asked), partial(self._defined, otherwise, state))
                chosen = TRUE if first == second == TRUE else fir.Conditional(asked, first, second)
                return conjunction(self._defined(condition, state), chosen)
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
        before, self._integers.fits = self._integers.fits, []
        body = self._defined(term.body, state)
        guard = conjunction(self._guard(term, state), *self._integers.fits)
        self._integers.fits = before
        self._bound = outer
        if body == TRUE:
            return TRUE
        return fir.Quantified("all", names, body if guard == TRUE else fir.Binary("implies", guard, body))

    def _defined_operands(self, term: Apply, state: State) -> Expression:
        left = self._defined(term.operands[0], state)
        if len(term.operands) == 1:
            return left
        found = left
        guard = _guard_of_right(term, self._value(term.operands[0], state))
        for operand in term.operands[1:]:
            right = self._if(guard, partial(self._defined, operand, state))
            if right != TRUE and guard != TRUE:
                right = fir.Binary("implies", guard, right)
            found = conjunction(found, right)
        if term.operator in ("divide", "modulo"):
            divisor = self._value(term.operands[1], state)
            if not isinstance(divisor, fir.IntegerLiteral) or not divisor.value:
                found = conjunction(found, fir.Binary("unequal", divisor, fir.IntegerLiteral(0)))
        return found

    # -- what may change -----------------------------------------------------------------------------------

    def unchanged(self, frame: Frame, *, assumed: bool = False) -> Expression:
        """That nothing else has changed: no other global, no other part of an object that there was; of what
        the frame assumes, that it is defined, and only where it is true.

        What an undefined location would be is nothing. Numbers fit, if it is `assumed`; else it is of
        executions where they do.
        """
        try:
            self._integers.fits = []
            found = self._where_assumed(frame)
            fits = conjunction(*self._integers.fits)
            if fits != TRUE:
                found = conjunction(fits, found) if assumed else fir.Binary("implies", fits, found)
            return replace(found, span=frame.span)
        except Unspeakable as reason:
            hint = "leave `assigns` out: then nothing is said about what changes"
            raise InputError(Diagnostic("error", str(reason), frame.span, hint)) from None

    def _where_assumed(self, frame: Frame) -> Expression:
        if frame.assumes is None:
            return self._frame(frame.locations)
        defined, asked = self._defined(frame.assumes, "old"), self._value(frame.assumes, "old")
        same = self._if(asked, partial(self._frame, frame.locations))
        return conjunction(defined, fir.Binary("implies", asked, same))

    def _frame(self, assigned: tuple[Location, ...]) -> Expression:
        found: list[Expression] = []
        for name, path, now, old in self._words.globals():
            if now != old and not any(covers(each, name, path) for each in assigned):
                found.append(self._same_elements(name, path, now, old, assigned))
        found += [self._unchanged(of, path, assigned) for of, path in self._words.fields()]
        return conjunction(*found)

    def _same_elements(
        self, name: str, path: Path, now: Expression, old: Expression, assigned: tuple[Location, ...]
    ) -> Expression:
        """That a global variable has its old value; of an array, all elements that are not assigned have."""
        elements = [each for each in assigned if isinstance(each, Element)]
        indices = [
            self._index(each.index, "old")
            for each in elements
            if isinstance(each.array, Variable)
            and (each.array.name, (*each.array.path, ELEMENTS)) == (name, path)
        ]
        if not indices:
            return fir.Binary("equal", now, old)
        bound = self._words.bound(INT)
        one = fir.VariableUse(bound)
        same = fir.Binary("equal", fir.Binary("join", one, now), fir.Binary("join", one, old))
        for index in indices:
            same = fir.Binary("or", fir.Binary("subset", one, index), same)
        return fir.Quantified("all", (bound,), same)

    def _unchanged(self, of: CType, path: Path, assigned: tuple[Location, ...]) -> Expression:
        kept = self._words.objects(of, "old")
        for each in assigned:
            if isinstance(each, Field) and each.of == of and is_within(path, each.path):
                kept = fir.Binary("difference", kept, self._value(each.base, "old"))
        name = self._words.bound(PointerType(of, 0))
        one = fir.VariableUse(name)
        now = fir.Binary("join", one, self._words.field(of, path, "now"))
        old = fir.Binary("join", one, self._words.field(of, path, "old"))
        same = self._same_members(one, of, path, now, old, assigned)
        return fir.Quantified("all", (name,), fir.Binary("implies", fir.Binary("subset", one, kept), same))

    def _same_members(
        self,
        one: Expression,
        of: CType,
        path: Path,
        now: Expression,
        old: Expression,
        assigned: tuple[Location, ...],
    ) -> Expression:
        """That an object's member has its old value; of an array, all elements that are not assigned have."""
        places = [
            (self._value(each.array.base, "old"), self._place(each.array, each.index, "old"))
            for each in assigned
            if isinstance(each, Element)
            and isinstance(each.array, Field)
            and (each.array.of, (*each.array.path, ELEMENTS)) == (of, path)
        ]
        if not places:
            return fir.Binary("equal", now, old)
        bound = self._words.bound(INT)
        at = fir.VariableUse(bound)
        same = fir.Binary("equal", fir.Binary("join", at, now), fir.Binary("join", at, old))
        for bases, assigned_there in places:
            meant = conjunction(fir.Binary("subset", one, bases), fir.Binary("subset", at, assigned_there))
            same = fir.Binary("or", meant, same)
        return fir.Quantified("all", (bound,), same)


def _guard_of_right(term: Apply, left: Expression) -> Expression:
    """When the right side of an operator matters."""
    if term.operator in ("and", "implies"):
        return left
    return fir.Unary("not", left) if term.operator == "or" else TRUE


def is_within(path: Path, whole: Path) -> bool:
    """Whether a member is a part of another, or the same."""
    return whole == path[: len(whole)]


def covers(location: Location, name: str, path: Path) -> bool:
    """Whether a location is a global variable, or a member of it, that this one is a part of."""
    return isinstance(location, Variable) and location.name == name and is_within(path, location.path)


def _of_c(type_: Type) -> CType:
    assert not isinstance(type_, Truth | NullType | SetType)
    return type_


def _is_set_of_pointers(term: Term) -> bool:
    return isinstance(term.type, SetType) and isinstance(term.type.element, PointerType)


def _target(pointer: Term) -> CType:
    type_ = pointer.type.element if isinstance(pointer.type, SetType) else pointer.type
    assert isinstance(type_, PointerType)
    return type_.target
