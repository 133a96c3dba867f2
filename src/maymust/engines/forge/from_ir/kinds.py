"""Which numbers of the IR are objects, and of what kind: they become atoms of domains.

The IR has bit-vectors only. Those that flow into each other, are compared with each other, or index the same
memory, are of one *class*. Variables say what they hold, and by what they are indexed (`ir.memory`), so it is
known which classes are objects; such a class is a domain. Offsets that are always the same number are a class
with one source: these variables are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.ir.memory import HOLDS_OBJECTS, Role
from maymust.ir.program import Assign, Assume, Call, Havoc, Program, Return, Variable
from maymust.ir.source import Span
from maymust.terms import ArraySort, Term

Key = tuple[str, ...]


@dataclass(slots=True)
class Class:
    """What is known of a class.

    `sources` are the constants that it gets, `compared` those that it is compared with. `computed` tells
    whether it gets something else, `arithmetic` where it is computed with; `areas` are those it indexes.
    """

    is_object: bool = False
    sources: set[int] = field(default_factory=set)
    compared: set[int] = field(default_factory=set)
    computed: bool = False
    arithmetic: Span | None = None
    areas: set[int] = field(default_factory=set)

    def add(self, other: Class) -> None:
        """Both are one."""
        self.is_object |= other.is_object
        self.sources |= other.sources
        self.compared |= other.compared
        self.computed |= other.computed
        self.arithmetic = self.arithmetic or other.arithmetic
        self.areas |= other.areas

    @property
    def constant(self) -> int | None:
        """The only value, if there is only one."""
        return next(iter(self.sources)) if len(self.sources) == 1 and not self.computed else None


def scalar(name: str) -> Key:
    """The key of a variable's value."""
    return ("value", name)


def index(name: str) -> Key:
    """The key of an array's indices; of the objects in them, if they are pairs."""
    return ("index", name)


def offset(name: str) -> Key:
    """The key of the offsets in an array's indices."""
    return ("offset", name)


def element(name: str) -> Key:
    """The key of an array's elements."""
    return ("element", name)


def result(procedure: str, position: int) -> Key:
    """The key of what a procedure returns."""
    return ("result", procedure, str(position))


class Kinds:
    """The classes of a program's numbers, from its statements."""

    def __init__(self, program: Program) -> None:
        self._parents: dict[Key, Key] = {}
        self._classes: dict[Key, Class] = {}
        self._fresh = 0
        self.pairs: set[str] = set()
        """The arrays that are indexed by an object and an offset."""
        counter = program.the(Role.NEXT)
        self._next = counter and counter.term
        variables = program.variables().values()
        for variable in variables:
            self._seed(variable)
        for procedure in program.procedures.values():
            for edge in procedure.edges:
                self._span = edge.span
                self._statement(procedure.name, edge.statement, program)
        for variable in variables:
            self._mark_area(variable)

    # ---------------------------------------------------------------------------------------------- asking
    def root(self, key: Key) -> Key:
        """The key that stands for the class."""
        while key in self._parents:
            key = self._parents[key]
        return key

    def of(self, key: Key) -> Class:
        """The class."""
        return self._classes.setdefault(self.root(key), Class())

    def is_next(self, term: Term) -> bool:
        """Whether this is the variable with the number of the next allocation."""
        return term is self._next

    def objects(self) -> dict[Key, Class]:
        """The classes of objects, in the order of their making."""
        return {root: each for root, each in self._classes.items() if each.is_object}

    # ----------------------------------------------------------------------------------------------- making
    def _seed(self, variable: Variable) -> None:
        name, held = variable.name, variable.held
        key = element(name) if isinstance(variable.term.sort, ArraySort) else scalar(name)
        self.of(key)
        if held.role in HOLDS_OBJECTS:
            self.of(key).is_object = True
        if Role.OBJECT in held.index:
            self.of(index(name)).is_object = True
            if Role.OFFSET in held.index:
                self.pairs.add(name)

    def _mark_area(self, variable: Variable) -> None:
        """The class of objects that indexes an area of memory."""
        if variable.held.area is not None and Role.OBJECT in variable.held.index:
            self.of(index(variable.name)).areas.add(variable.held.area)

    def _unify(self, left: Key, right: Key) -> None:
        first, second = self.root(left), self.root(right)
        if first != second:
            merged = self.of(first)
            merged.add(self.of(second))
            del self._classes[second]
            self._parents[second] = first

    def _new(self, *, computed: bool = False) -> Key:
        self._fresh += 1
        key = ("term", str(self._fresh))
        self.of(key).computed = computed
        return key

    def _statement(self, procedure: str, statement: object, program: Program) -> None:
        match statement:
            case Assign(target, value) if self.is_next(target) or self.is_next(value):
                if not self.is_next(target):
                    self.of(scalar(target.name or "")).is_object = True
                    self.of(scalar(target.name or "")).computed = True
            case Assign(target, value):
                self._assign(target, value)
            case Assume(condition):
                self._term(condition)
            case Havoc(target):
                name = target.name or ""
                held = element(name) if isinstance(target.sort, ArraySort) else scalar(name)
                self.of(held).computed = True
            case Call(results, callee, arguments):
                for parameter, argument in zip(program.procedures[callee].parameters, arguments, strict=True):
                    self._assign(parameter.term, argument)
                for position, target in enumerate(results):
                    self._same_value(target, result(callee, position))
            case Return(values):
                for position, value in enumerate(values):
                    if isinstance(value.sort, ArraySort):
                        raise Unsupported("a function that returns an array", self._span)
                    self._source(result(procedure, position), value)

    def _assign(self, target: Term, value: Term) -> None:
        name = target.name or ""
        if isinstance(target.sort, ArraySort):
            self._array(value, name)
        else:
            self._source(scalar(name), value)

    def _same_value(self, target: Term, key: Key) -> None:
        if isinstance(target.sort, ArraySort):
            raise Unsupported("a function that returns an array", self._span)
        self._unify(scalar(target.name or ""), key)

    def _source(self, key: Key, value: Term) -> None:
        """The class gets this value."""
        if value.value is not None:
            self.of(key).sources.add(value.value)
        elif value.op is not None and value.op.name == "ite":
            self._term(value.args[0])
            for side in value.args[1:]:
                self._source(key, side)
        else:
            self._unify(key, self._term(value))

    def _array(self, value: Term, name: str) -> None:
        """The array `name` gets this value."""
        if value.op is None:
            if value.name in self.pairs:
                self.pairs.add(name)
            for part in (index, offset, element):
                self._unify(part(name), part(value.name or ""))
            return
        match value.op.name:
            case "store":
                array, at, stored = value.args
                self._array(array, name)
                self._index(name, at)
                self._source(element(name), stored)
            case "fill":
                self._source(element(name), value.args[0])
            case "ite":
                self._term(value.args[0])
                self._array(value.args[1], name)
                self._array(value.args[2], name)
            case other:
                raise Unsupported(f"memory that is the result of `{other}`", self._span)

    def _index(self, name: str, at: Term) -> None:
        if name in self.pairs:
            if at.op is None or at.op.name != "concat":
                raise Unsupported("memory that is indexed by a computed address", self._span)
            self._source(index(name), at.args[0])
            self._source(offset(name), at.args[1])
        else:
            self._source(index(name), at)

    def _term(self, term: Term) -> Key:
        """The class of the term's value, which is no array."""
        if term.op is None:
            if term.name is not None:
                return scalar(term.name)
            key = self._new()
            self.of(key).sources.add(term.value or 0)
            return key
        arguments = term.args
        match term.op.name:
            case "select":
                return self._read(*arguments)
            case "ite":
                key = self._new()
                self._source(key, term)
                return key
            case "eq" | "ult":
                self._compared(term.op.name, arguments)
            case "and" | "or" | "not":
                for argument in arguments:
                    self._term(argument)
            case _:
                self._computed(arguments)
        return self._new(computed=True)

    def _read(self, array: Term, at: Term) -> Key:
        if array.name is not None:
            self._index(array.name, at)
            return element(array.name)
        self._fresh += 1
        name = f"%array{self._fresh}"
        self._array(array, name)
        self._index(name, at)
        return element(name)

    def _compared(self, operator: str, arguments: Iterable[Term]) -> None:
        left, right = arguments
        if self.is_next(left) or self.is_next(right):
            other = right if self.is_next(left) else left
            if other.value is None:
                self.of(self._term(other)).is_object = True
            return
        if isinstance(left.sort, ArraySort):
            raise Unsupported("the comparison of whole memories", self._span)
        for one, other in ((left, right), (right, left)):
            if other.value is not None:
                if one.value is None and operator == "eq":
                    self.of(self._term(one)).compared.add(other.value)
                elif one.value is None:
                    self._term(one)
                return
        self._unify(self._term(left), self._term(right))

    def _computed(self, arguments: Iterable[Term]) -> None:
        for argument in arguments:
            if isinstance(argument.sort, ArraySort):
                raise Unsupported("computing with whole memories", self._span)
            if argument.value is None:
                found = self.of(self._term(argument))
                found.arithmetic = found.arithmetic or self._span
