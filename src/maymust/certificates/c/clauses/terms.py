"""The value of a clause's term in a state of the execution, as `docs/CONTRACTS.md` says what terms mean.

A term that is not defined raises `Undefined`, one whose value cannot be told `NotSeen`. Whether it is defined
depends on all operands but the right sides of `&&`, `||`, `==>` and `?:` that do not matter, and on all
elements that a quantifier goes over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maymust.certificates.c.clauses.memory import Memory
from maymust.certificates.c.clauses.numbers import as_type
from maymust.certificates.c.clauses.operators import of_numbers, of_pointers, of_sets, of_truths
from maymust.certificates.c.clauses.quantifiers import (
    Considered,
    considered_numbers,
    is_always_defined,
    outer,
)
from maymust.certificates.c.clauses.states import Execution, State
from maymust.certificates.c.clauses.values import (
    NULL,
    UNSET,
    ClauseValue,
    NotSeen,
    Pointer,
    Undefined,
    as_int,
    numbers_in,
    pointer_of,
    pointers,
    set_of,
)
from maymust.frontends.acsl.typed import (
    Apply,
    Conditional,
    Constant,
    Element,
    Field,
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
from maymust.frontends.c.types import ArrayType, CType, IntType, PointerType, spelled
from maymust.ir.memory import Role
from maymust.ir.program import Part
from maymust.terms import ArrayValue, Value

Bound = Mapping[str, ClauseValue]
_MOST_NUMBERS = 50_000  # that the quantifiers of a contract are tried with


class Terms:
    """The terms of a contract on one execution. `tried` are the numbers that quantifiers are tried with where
    those that matter are too many."""

    def __init__(self, execution: Execution, memory: Memory, tried: range) -> None:
        self._execution, self._memory, self._tried = execution, memory, tried
        self._left = _MOST_NUMBERS

    def value(self, term: Term, state: State, bound: Bound) -> ClauseValue:
        """The value of a term. `bound` are the values of the variables of quantifiers."""
        match term:
            case Variable("bound", name):
                return bound[name]
            case Variable(kind, name, type_, path):
                values = self._execution.arguments if kind == "parameter" else state.parts
                return _stored(values, ".".join((name, *path)), type_)
            case Result(type_):
                return _returned(self._execution.result, type_)
            case Number(number):
                return number
            case Constant(word):
                return _CONSTANTS[word]
            case Old(operand):
                return self.value(operand, self._execution.called, bound)
            case Field(base, of, path):
                return self._member(term, self.value(base, state, bound), of, path, state)
            case Element():
                return self._element(term, state, bound)
            case Conditional(condition, then, otherwise, type_):
                chosen = then if self.value(condition, state, bound) else otherwise
                return _converted(self.value(chosen, state, bound), type_)
            case Reach(start, of, paths):
                return self._reached(self.value(start, state, bound), of, paths, state)
            case Range(least, most):
                ends = [as_int(self.value(end, state, bound)) for end in (least, most)]
                return range(ends[0], ends[1] + 1)
            case Quantified():
                return self._quantified(term, state, bound)
            case Apply():
                return self._applied(term, state, bound)

    # -- operators -----------------------------------------------------------------------------------------

    def _applied(self, term: Apply, state: State, bound: Bound) -> ClauseValue:
        operator, operands = term.operator, term.operands
        first = self.value(operands[0], state, bound)
        if operator in ("and", "or", "implies"):
            matters = not first if operator == "or" else bool(first)
            unless = operator != "and"
            return bool(self.value(operands[1], state, bound)) if matters else unless
        others = [self.value(each, state, bound) for each in operands[1:]]
        match operands[0].type:
            case Truth():
                return of_truths(operator, bool(first), others)
            case IntType():
                assert isinstance(first, int)
                return of_numbers(term, first, others)
        if operator in ("valid", "fresh"):
            return self._are_valid(operands[0], first, state) and (
                operator == "valid" or not self._was_valid(operands[0], first)
            )
        if isinstance(first, Pointer):
            return of_pointers(operator, first, others)
        return of_sets(operator, first, others)

    def _are_valid(self, term: Term, value: ClauseValue, state: State) -> bool:
        """Whether a pointer, or all of a set, can be followed."""
        return all(self._memory.is_valid(each, _target(term.type), state) for each in pointers(value))

    def _was_valid(self, term: Term, value: ClauseValue) -> bool:
        """Whether a pointer, or one of a set, could be followed at the start."""
        called, of = self._execution.called, _target(term.type)
        return any(self._memory.is_valid(each, of, called) for each in pointers(value))

    # -- memory --------------------------------------------------------------------------------------------

    def _member(self, term: Field, base: ClauseValue, of: CType, path: Path, state: State) -> ClauseValue:
        """What a pointer leads to; of a set of pointers, all that they lead to but null."""
        if not all(self._memory.is_valid(each, of, state) for each in pointers(base)):
            raise Undefined
        held = [self._memory.held(each, of, path, state) for each in pointers(base)]
        return set_of(held) if isinstance(term.type, SetType) else held[0]

    def _element(self, term: Element, state: State, bound: Bound) -> ClauseValue:
        """An element of an array, or those at all indices of a set, or in all objects of one."""
        array, type_ = term.array, term.array.type
        assert isinstance(type_, ArrayType) and type_.count is not None
        bases: list[Pointer | None] = [None]
        if isinstance(array, Field):
            bases = list(pointers(self.value(array.base, state, bound)))
            if not all(self._memory.is_valid(each, array.of, state) for each in bases if each is not None):
                raise Undefined
        index = self.value(term.index, state, bound)
        indices = numbers_in(index, type_.count)
        held = [self._element_at(array, base, each, state) for base in bases for each in indices]
        return set_of(held) if isinstance(term.type, SetType) else held[0]

    def _element_at(self, array: Variable | Field, base: Pointer | None, index: int, state: State) -> int:
        if isinstance(array, Field):
            assert base is not None
            return self._memory.element(base, array.of, array.path, index, state)
        assert isinstance(array.type, ArrayType)
        found = state.parts.get((f"{'.'.join((array.name, *array.path))}[]", Role.VALUE))
        if not isinstance(found, ArrayValue):
            raise NotSeen("an array of the contract is not kept as one")
        return _number(found.select(index), array.type.element)

    def _reached(self, start: ClauseValue, of: CType, paths: Sequence[Path], state: State) -> ClauseValue:
        """What is reachable, by way of what can be accessed."""
        pending = [each for each in pointers(start) if each != NULL]
        if not all(self._memory.is_valid(each, of, state) for each in pending):
            raise Undefined
        found: set[Pointer] = set()
        while pending:
            pointer = pending.pop()
            if pointer in found or pointer == NULL:
                continue
            if pointer == UNSET:
                raise NotSeen("a pointer that was never set is reached")
            found.add(pointer)
            if self._memory.is_valid(pointer, of, state):
                held = [self._memory.held(pointer, of, path, state) for path in paths]
                pending += [each for each in held if isinstance(each, Pointer)]
        return frozenset(found)

    # -- quantifiers ---------------------------------------------------------------------------------------

    def instances(self, term: Quantified, state: State, bound: Bound) -> tuple[list[Bound], str, Term]:
        """What the first variable is tried with, what may be missing, and what is said of it."""
        variable, inner = outer(term)
        if isinstance(variable.type, PointerType):
            found = self._considered_objects(variable.type.target, state)
        else:
            found = considered_numbers(
                term, frozenset(bound), lambda each: self.value(each, state, bound), self._tried
            )
            self._left -= len(found.values)
        if self._left < 0:
            raise NotSeen("quantifiers go over too many numbers")
        return [{**bound, variable.name: each} for each in found.values], found.missing, inner

    def _considered_objects(self, of: CType, state: State) -> Considered:
        others = self._memory.has_others(of, state)
        missing = f"there may be other objects of type `{spelled(of)}`" if others else ""
        return Considered(self._memory.objects(of, state), missing)

    def _quantified(self, term: Quantified, state: State, bound: Bound) -> ClauseValue:
        if term.kind == "set" and len(term.variables) > 1:
            raise NotSeen("a set is of one variable")
        instances, missing, inner = self.instances(term, state, bound)
        answers = self._answers(inner, instances, state)
        unseen = missing if None not in answers else missing or "a quantifier depends on what is not seen"
        deciding = term.kind == "exists"
        if unseen and (term.kind == "set" or deciding not in answers or not is_always_defined(inner)):
            raise NotSeen(unseen)
        if term.kind == "set":
            name = term.variables[0].name
            return set_of(each[name] for each, answer in zip(instances, answers, strict=True) if answer)
        return deciding if deciding in answers else not deciding

    def _answers(self, term: Term, instances: list[Bound], state: State) -> list[bool | None]:
        """What a term is for each instance; None where that is not seen. It is undefined if it is for one."""
        found: list[bool | None] = []
        for each in instances:
            try:
                found.append(bool(self.value(term, state, each)))
            except NotSeen:
                found.append(None)
        return found


_CONSTANTS: dict[str, ClauseValue] = {"true": True, "false": False, "null": NULL, "empty": frozenset()}


def _stored(values: Mapping[Part, Value], name: str, type_: Type) -> ClauseValue:
    """What a variable holds, or a part of one."""
    if isinstance(type_, PointerType):
        return pointer_of(values.get((name, Role.OBJECT)), values.get((name, Role.OFFSET)))
    return _number(values.get((name, Role.VALUE)), type_)


def _returned(result: tuple[Value, ...], type_: Type) -> ClauseValue:
    if isinstance(type_, PointerType) and len(result) == 2:
        return pointer_of(*result)
    return _number(result[0] if len(result) == 1 else None, type_)


def _number(value: Value | None, type_: Type) -> int:
    if not isinstance(value, int) or not isinstance(type_, IntType):
        raise NotSeen("a variable of the contract is not kept as one value")
    return as_type(value, type_)


def _converted(value: ClauseValue, type_: Type) -> ClauseValue:
    """A number in the type that it has in common with another; other values as they are."""
    return as_type(value, type_) if isinstance(type_, IntType) and isinstance(value, int) else value


def _target(type_: Type) -> CType:
    pointer = type_.element if isinstance(type_, SetType) else type_
    assert isinstance(pointer, PointerType)
    return pointer.target
