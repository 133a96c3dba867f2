"""Small IR programs: a builder, a random generator, and brute force.

Brute force walks every reachable state of a program, with every value of every input, by its own
interpreter: it shares terms with maymust, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from helpers.terms import TermMaker, values_of
from maymust.ir.program import (
    START,
    Assign,
    Assume,
    Call,
    Edge,
    Error,
    Havoc,
    InputKind,
    Procedure,
    Program,
    Property,
    Return,
    Statement,
    Unmodelled,
    Variable,
)
from maymust.ir.source import Span
from maymust.terms import (
    TRUE,
    ArraySort,
    Sort,
    Term,
    Value,
    bitvec,
    constant,
    fill,
    filled,
    is_nonzero,
    negation,
    variable,
)
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping

P1 = Property("P1", "assert", "the first", Span("random.c", 1, 1, 1, 2))
P2 = Property("P2", "assert", "the second", Span("random.c", 2, 1, 2, 2))


def var(name: str, width: int = 3) -> Variable:
    """A variable of the source."""
    return Variable(variable(name, bitvec(width)), name.split("::")[-1], signed=True)


def array_var(name: str, sort: ArraySort) -> Variable:
    """A variable of the source that is an array."""
    return Variable(variable(name, sort), name.split("::")[-1], signed=True)


def numbers(names: list[Term]) -> list[Term]:
    """Those that are no arrays."""
    return [name for name in names if name.width]


class ProcedureBuilder:
    """Builds a procedure's graph with structured statements. `at` is where the next statement goes; None
    where nothing can follow. `returns` are widths."""

    def __init__(
        self, name: str, parameters: tuple[Variable, ...] = (), returns: tuple[int, ...] = ()
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.returns = returns
        self.locals: list[Variable] = []
        self.edges: list[Edge] = []
        self._next = 2
        self.at: int | None = 0

    def new_location(self) -> int:
        self._next += 1
        return self._next - 1

    def local(self, name: str, width: int = 3) -> Term:
        found = var(f"{self.name}::{name}", width)
        self.locals.append(found)
        return found.term

    def local_array(self, name: str, sort: ArraySort) -> Term:
        found = array_var(f"{self.name}::{name}", sort)
        self.locals.append(found)
        return found.term

    def edge(self, source: int, target: int, statement: Statement) -> None:
        self.edges.append(Edge(source, target, statement, Span("random.c", len(self.edges) + 10, 1, 1, 1)))

    def step(self, statement: Statement) -> None:
        if self.at is None:
            return
        if isinstance(statement, Return | Error | Unmodelled):
            self.edge(self.at, 1, statement)
            self.at = None
            return
        target = self.new_location()
        self.edge(self.at, target, statement)
        self.at = target

    def assign(self, target: Term, value: Term) -> None:
        self.step(Assign(target, value))

    def havoc(self, target: Term, kind: InputKind = "call") -> None:
        self.step(Havoc(target, "nondet", kind))

    def branch(self, condition: Term) -> tuple[int, int] | None:
        """The locations where the condition holds, and where it does not."""
        if self.at is None:
            return None
        yes, no = self.new_location(), self.new_location()
        self.edge(self.at, yes, Assume(condition))
        self.edge(self.at, no, Assume(negation(condition)))
        return yes, no

    def check(self, condition: Term, property_id: str = "P1") -> None:
        """assert(condition)."""
        found = self.branch(condition)
        if found:
            self.edge(found[1], 1, Error(property_id))
            self.at = found[0]

    def join(self, *ends: int | None) -> None:
        """Goes on where all these end."""
        alive = [end for end in ends if end is not None]
        if not alive:
            self.at = None
            return
        self.at = alive[0]
        for other in alive[1:]:
            meeting = self.new_location()
            self.edge(self.at, meeting, Assume(TRUE))
            self.edge(other, meeting, Assume(TRUE))
            self.at = meeting

    def build(self) -> Procedure:
        if self.at is not None:
            self.step(Return(tuple(constant(0, width) for width in self.returns)))
        returns = tuple(bitvec(width) for width in self.returns)
        return Procedure(self.name, self.parameters, tuple(self.locals), returns, 0, 1, tuple(self.edges))


def program(*procedures: Procedure, variables: tuple[Variable, ...] = (), file: str = "random.c") -> Program:
    """A program of these procedures, the start among them."""
    return Program(file, "LP64", "main", variables, {p.name: p for p in procedures}, (P1, P2))


Signatures = dict[str, tuple[int, int]]  # how many parameters, and how many values it returns

# -- random programs ---------------------------------------------------------------------------------------


@dataclass
class Shape:
    """What a random program may contain."""

    width: int = 2
    statements: int = 5
    depth: int = 2
    calls: bool = True
    unmodelled: float = 0.0
    recursion: float = 0.0
    checks: tuple[str, ...] = ("P1", "P1", "P1", "P2")
    arrays: tuple[ArraySort, ...] = ()  # of variables, some of them global
    procedures: list[str] = field(default_factory=lambda: ["f", "g"])


class ProgramMaker:
    """Makes random valid programs."""

    def __init__(self, rng: random.Random, shape: Shape) -> None:
        self.rng = rng
        self.shape = shape
        self.globals = tuple(var(f"G{i}", shape.width) for i in range(rng.randint(0, 2)))
        shared = [sort for sort in shape.arrays if rng.random() < 0.4]
        self.own_arrays = [sort for sort in shape.arrays if sort not in shared]
        self.globals += tuple(array_var(f"A{i}", sort) for i, sort in enumerate(shared))
        self.signatures: Signatures = {}

    def program(self) -> Program:
        made: list[Procedure] = []
        if self.shape.calls:
            made += [
                self.procedure(name, self.rng.randint(0, 2), self.rng.randint(0, 2))
                for name in self.shape.procedures
            ]
        made.append(self.procedure("main", self.rng.randint(0, 1), 0))
        made.append(self._start())
        return program(*made, variables=self.globals)

    def _start(self) -> Procedure:
        builder = ProcedureBuilder(START)
        for v in self.globals:
            if self.rng.random() < 0.7:
                builder.assign(v.term, self.known(v.term.sort))
            else:
                builder.havoc(v.term, "global")
        count, _ = self.signatures["main"]
        arguments = [builder.local(f"a{i}", self.shape.width) for i in range(count)]
        for argument in arguments:
            builder.havoc(argument, "parameter")
        builder.step(Call((), "main", tuple(arguments)))
        return builder.build()

    def procedure(self, name: str, count: int, returns: int) -> Procedure:
        width = self.shape.width
        parameters = tuple(var(f"{name}::p{i}", width) for i in range(count))
        builder = ProcedureBuilder(name, parameters, (width,) * returns)
        callees = dict(self.signatures)
        self.signatures[name] = (count, returns)
        if self.rng.random() < self.shape.recursion:
            callees[name] = (count, returns)
        own = [builder.local(f"x{i}", width) for i in range(self.rng.randint(1, 2))]
        own += [builder.local_array(f"m{i}", sort) for i, sort in enumerate(self.own_arrays)]
        for local in own:
            if self.rng.random() < 0.5:
                builder.havoc(local, "uninitialised")
            else:
                builder.assign(local, self.known(local.sort))
        writable = [*own, *(v.term for v in (*parameters, *self.globals))]
        self._block(builder, writable, callees, self.shape.depth)
        builder.step(Return(tuple(self._number(writable) for _ in range(returns))))
        return builder.build()

    def known(self, sort: Sort) -> Term:
        """A value to begin with."""
        number = constant(self.rng.randrange(2**self.shape.width), self.shape.width)
        return fill(number, sort.index) if isinstance(sort, ArraySort) else number

    def _number(self, names: list[Term]) -> Term:
        maker = TermMaker(self.rng, names, widths=(self.shape.width,))
        return maker.term(self.shape.width, self.rng.randint(0, 2))

    def _value(self, target: Term, names: list[Term]) -> Term:
        if isinstance(target.sort, ArraySort):
            maker = TermMaker(self.rng, names, widths=(self.shape.width,))
            return maker.term(target.sort, self.rng.randint(1, 2))
        return self._number(names)

    def _condition(self, names: list[Term]) -> Term:
        term = TermMaker(self.rng, names, widths=(self.shape.width,)).term(0, self.rng.randint(1, 2))
        return term if term.free or self.rng.random() < 0.1 else is_nonzero(self.rng.choice(numbers(names)))

    def _block(self, builder: ProcedureBuilder, names: list[Term], callees: Signatures, depth: int) -> None:
        for _ in range(self.rng.randint(1, self.shape.statements)):
            self._statement(builder, names, callees, depth)

    def _statement(
        self, builder: ProcedureBuilder, names: list[Term], callees: Signatures, depth: int
    ) -> None:
        if builder.at is None:
            return
        rng = self.rng
        choice = rng.random()
        if rng.random() < self.shape.unmodelled:
            found = builder.branch(self._condition(names))
            assert found is not None
            builder.edge(found[0], 1, Unmodelled("asm"))
            builder.at = found[1]
        elif choice < 0.25:
            target = rng.choice(names)
            builder.assign(target, self._value(target, names))
        elif choice < 0.4:
            builder.havoc(rng.choice(names))
        elif choice < 0.52:
            builder.check(self._condition(names), rng.choice(self.shape.checks))
        elif choice < 0.57:
            builder.step(Assume(self._condition(names)))
        elif choice < 0.7 and callees:
            self._call(builder, names, callees)
        elif choice < 0.88 and depth:
            self._if(builder, names, callees, depth)
        elif choice < 0.98 and depth:
            self._while(builder, names, callees, depth)
        elif choice >= 0.98:
            builder.step(Return(tuple(self._number(names) for _ in builder.returns)))

    def _call(self, builder: ProcedureBuilder, names: list[Term], callees: Signatures) -> None:
        callee = self.rng.choice(sorted(callees))
        count, returns = callees[callee]
        used = returns <= len(numbers(names)) and self.rng.random() < 0.8
        results = tuple(self.rng.sample(numbers(names), returns)) if used else ()
        builder.step(Call(results, callee, tuple(self._number(names) for _ in range(count))))

    def _if(self, builder: ProcedureBuilder, names: list[Term], callees: Signatures, depth: int) -> None:
        found = builder.branch(self._condition(names))
        assert found is not None
        builder.at = found[0]
        self._block(builder, names, callees, depth - 1)
        then = builder.at
        builder.at = found[1]
        if self.rng.random() < 0.6:
            self._block(builder, names, callees, depth - 1)
        builder.join(then, builder.at)

    def _while(self, builder: ProcedureBuilder, names: list[Term], callees: Signatures, depth: int) -> None:
        builder.step(Assume(TRUE))  # the head must not be a procedure's entry
        head = builder.at
        assert head is not None
        found = builder.branch(self._condition(names))
        assert found is not None
        builder.at = found[0]
        self._block(builder, names, callees, depth - 1)
        if builder.at is not None:
            builder.edge(builder.at, head, Assume(TRUE))
        builder.at = found[1]


def random_program(rng: random.Random, shape: Shape | None = None) -> Program:
    """A random valid program."""
    return ProgramMaker(rng, shape or Shape()).program()


# -- brute force -------------------------------------------------------------------------------------------

# A frame is (procedure, location, values of its variables); a state is (values of the globals, frames).
Frame = tuple[str, int, tuple[Value, ...]]
ConcreteState = tuple[tuple[Value, ...], tuple[Frame, ...]]


class TooLarge(Exception):  # noqa: N818 - it is no error
    """There are more states than brute force is ready to walk."""


class BruteForce:
    """Every execution of a program. Ends are ("error", property) and ("unmodelled", construct)."""

    def __init__(self, program: Program, most_states: int = 20_000, most_frames: int = 8) -> None:
        self.program = program
        self.most_states = most_states
        self.most_frames = most_frames
        self.global_names = [v.term for v in program.globals]
        self.names = {
            p.name: [v.term for v in (*p.parameters, *p.locals)] for p in program.procedures.values()
        }
        self.outgoing = {p.name: p.outgoing() for p in program.procedures.values()}

    def ends(self) -> set[tuple[str, str]]:
        """The ends that some execution reaches. Raises TooLarge."""
        start = self.program.procedures[self.program.start]
        empty = _zeros(self.names[start.name])
        first: ConcreteState = (_zeros(self.global_names), ((start.name, start.entry, empty),))
        seen = {first}
        work = [first]
        found: set[tuple[str, str]] = set()
        while work:
            state = work.pop()
            for following in self._successors(state):
                if isinstance(following[0], str):
                    found.add(following)
                elif following not in seen:
                    if len(seen) >= self.most_states or len(following[1]) > self.most_frames:
                        raise TooLarge
                    seen.add(following)
                    work.append(following)
        return found

    def _successors(self, state: ConcreteState) -> Iterator[ConcreteState | tuple[str, str]]:
        shared, frames = state
        name, location, own = frames[-1]
        values = dict(zip(self.global_names, shared, strict=True)) | dict(
            zip(self.names[name], own, strict=True)
        )
        for edge in self.outgoing[name].get(location, ()):
            yield from self._execute(edge, values, frames)

    def _execute(
        self, edge: Edge, values: Mapping[Term, Value], frames: tuple[Frame, ...]
    ) -> Iterator[ConcreteState | tuple[str, str]]:
        name = frames[-1][0]
        match edge.statement:
            case Assume(condition):
                if evaluate(condition, values):
                    yield self._state(values, frames, edge.target)
            case Assign(target, value):
                yield self._state({**values, target: evaluate(value, values)}, frames, edge.target)
            case Havoc(target, _, _):
                for read in values_of(target):
                    yield self._state({**values, target: read}, frames, edge.target)
            case Error(property_id):
                yield "error", property_id
            case Unmodelled(construct):
                yield "unmodelled", construct
            case Call(_, callee, arguments):
                shared, waiting = self._state(values, frames, edge.source)
                entered = self.program.procedures[callee]
                given = [evaluate(a, values) for a in arguments]
                own = (*given, *_zeros([v.term for v in entered.locals]))
                yield shared, (*waiting, (callee, entered.entry, own))
            case Return(returned):
                results = [evaluate(value, values) for value in returned]
                if len(frames) > 1:
                    yield self._returned(values, frames[:-1], results)
            case _:
                raise AssertionError(name)

    def _returned(
        self, values: Mapping[Term, Value], frames: tuple[Frame, ...], results: list[Value]
    ) -> ConcreteState:
        name, location, own = frames[-1]
        (call,) = self.outgoing[name][location]
        assert isinstance(call.statement, Call)
        merged = dict(zip(self.names[name], own, strict=True)) | {g: values[g] for g in self.global_names}
        if call.statement.results:
            merged |= dict(zip(call.statement.results, results, strict=True))
        return self._state(merged, frames, call.target)

    def _state(self, values: Mapping[Term, Value], frames: tuple[Frame, ...], location: int) -> ConcreteState:
        name = frames[-1][0]
        own = tuple(values[v] for v in self.names[name])
        shared = tuple(values[v] for v in self.global_names)
        return shared, (*frames[:-1], (name, location, own))


def _zeros(names: list[Term]) -> tuple[Value, ...]:
    return tuple(filled(v.sort.index, 0) if isinstance(v.sort, ArraySort) else 0 for v in names)


def brute_force(program: Program, property_id: str, **limits: int) -> str:
    """ "fails", "holds", or the construct whose reach leaves it open. Raises TooLarge."""
    ends = BruteForce(program, **limits).ends()
    if ("error", property_id) in ends:
        return "fails"
    open_ends = sorted(what for kind, what in ends if kind == "unmodelled")
    return open_ends[0] if open_ends else "holds"
