"""The intermediate representation: a program is a set of procedures, a procedure a control-flow graph.

Meaning. An execution starts at the entry of the procedure `Program.start`, which has no parameters; it sets
every global and calls the function under analysis. Crossing an edge executes its statement. Where two edges
leave a location, both are `Assume`s and exactly one condition holds, so an execution is determined by the
values that `Havoc` reads: the inputs. An execution ends at the exit of `start`, at a location without a way
out (the program has stopped, by `abort` say), at an `Error` (the property is violated), or at an `Unmodelled`
(what follows is not known, see below). No edge enters the entry of `start`. Locals come to life at the entry
of their procedure and must be assigned before they are read. Variables are bit-vectors or arrays of them
(memory); an input that is an array gives all its elements at once. `ir.validate` checks this.

What is not modelled. The execution that meets it goes on in a way that nobody knows here, and may violate the
properties that the `Unmodelled` hides, and no others: the verdict on a property is decided by what happens up
to its place, so what cannot come before that place does not count. A property holds if no execution reaches
its `Error`, nor an `Unmodelled` that hides it; any other `Unmodelled` is an end like others to it. Who makes
the program says what is hidden (`frontends.c.emitting.afterwards`), as the code behind is not in it.

Contexts and nodes. A call is identified by the location that it leaves. The context of an activation is
the list of calls that led to it from `start`, written `"3/17/"`; a node is an activation's location,
written `"3/17/lock@4"`; a variable of that activation is written `"3/17/lock::state"`. Tests and proofs
speak of nodes and variables in this form; so that none can be mistaken for another, the names of variables
and procedures contain none of `/ ! ? @ |`. Several procedures may be one function of the source
(`Procedure.function`), and what variables hold is said beside their names (`Held`): nobody reads names.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from maymust.frozen import frozen
from maymust.ir.memory import VALUE, Held, Memory, Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.ir.source import Span
    from maymust.terms import Sort, Term

START = "%start"  # no C function is called like this

InputKind = Literal["call", "parameter", "global", "uninitialised", "padding"]
GapCode = Literal["other", "frees_others"]
Part = tuple[str, Role]  # of a variable of the source: how it is written, and what is meant of a pointer
NO_MEMORY = Memory(64)
_TOLD = (Role.OBJECT, Role.OFFSET, Role.TAG, Role.ALIVE, Role.SIZE, Role.LIFE)  # where names need it


@frozen
class Variable:
    """A variable with what a reader wants to know of it: its name in the source, which all variables of a
    pointer share, its signedness (of its elements, if it is an array), and what it holds."""

    term: Term
    source_name: str
    signed: bool
    held: Held = VALUE

    @property
    def role(self) -> Role:
        """What it holds."""
        return self.held.role

    @property
    def part(self) -> Part:
        """Which part of a variable of the source it is."""
        return self.source_name, self.role

    @property
    def described(self) -> str:
        """Its name in the source, with its role where that is not plain: `p.object`."""
        has_more = self.source_name and self.role in _TOLD
        name = f"{self.source_name}.{self.role}" if has_more else self.source_name
        return f"{name}.initial" if self.held.initial else name

    @property
    def name(self) -> str:
        """The name in the IR, unique in the program."""
        assert self.term.name is not None
        return self.term.name


@frozen
class Assign:
    """target := value."""

    target: Term
    value: Term


@frozen
class Assume:
    """Passes only where the condition holds."""

    condition: Term


@frozen
class Havoc:
    """target := an input. `name` tells a person where the value comes from."""

    target: Term
    name: str
    kind: InputKind


@frozen
class Call:
    """results := callee(arguments); `results` are different variables, as many as the callee returns, or none
    where its values are not used."""

    results: tuple[Term, ...]
    callee: str
    arguments: tuple[Term, ...]


@frozen
class Return:
    """Leaves the procedure with the values that it returns. Its edge goes to the exit."""

    values: tuple[Term, ...]


@frozen
class Error:
    """The property with this identity is violated. Its edge goes to the exit, which is not reached."""

    property_id: str


@frozen
class Unmodelled:
    """Something whose meaning the IR does not have. Its edge goes to the exit, which is not reached. `hides`
    are the properties that the execution may still violate, in it or behind it; None: any. The `construct`
    is for people, the `code` for programs: whether something may be freed that was not allocated."""

    construct: str
    hides: frozenset[str] | None = None
    code: GapCode = "other"

    def may_hide(self, property_id: str) -> bool:
        """Whether the property may be violated in it or behind it."""
        return self.hides is None or property_id in self.hides


Statement = Assign | Assume | Havoc | Call | Return | Error | Unmodelled
ENDS = (Return, Error, Unmodelled)


@frozen
class Edge:
    """A step from one location to another."""

    source: int
    target: int
    statement: Statement
    span: Span


@frozen
class Procedure:
    """A procedure's graph. `edges` is in source order. `returns` are the sorts of what it returns. If it
    is not called like the function of the source that it is, or is a part or copy of, `function` says so."""

    name: str
    parameters: tuple[Variable, ...]
    locals: tuple[Variable, ...]
    returns: tuple[Sort, ...]
    entry: int
    exit: int
    edges: tuple[Edge, ...]
    function: str = ""

    def outgoing(self) -> dict[int, list[Edge]]:
        """The edges that leave each location, in order; a location without any is absent."""
        result: dict[int, list[Edge]] = {}
        for edge in self.edges:
            result.setdefault(edge.source, []).append(edge)
        return result

    def locations(self) -> set[int]:
        """Every location."""
        found = {self.entry, self.exit}
        for edge in self.edges:
            found.add(edge.source)
            found.add(edge.target)
        return found


@frozen
class Property:
    """Something that must never happen: the violation of an assertion, the call of an error function."""

    id: str
    kind: str
    description: str
    span: Span


@frozen
class Program:
    """A program, ready to be analysed. `file` is the path of the main source, as it was given. `memory` says
    what pointers point to, and how that lies in variables."""

    file: str
    data_model: str
    entry: str
    globals: tuple[Variable, ...]
    procedures: Mapping[str, Procedure]
    properties: tuple[Property, ...]
    start: str = field(default=START)
    memory: Memory = field(default=NO_MEMORY)

    def property(self, property_id: str) -> Property:
        """The property with this identity."""
        return next(p for p in self.properties if p.id == property_id)

    def variables(self) -> dict[str, Variable]:
        """Every variable by its name."""
        found = {v.name: v for v in self.globals}
        for procedure in self.procedures.values():
            found |= {v.name: v for v in (*procedure.parameters, *procedure.locals)}
        return found

    def owners(self) -> dict[str, str]:
        """The function that each variable of a procedure belongs to, by the variable's name."""
        each = self.procedures.values()
        return {v.name: self.function(p.name) for p in each for v in (*p.parameters, *p.locals)}

    def global_parts(self) -> dict[Part, Variable]:
        """The global variables that all of the source can name, part by part."""
        parts = [each for each in self.globals if each.held.is_variable and not each.held.inner]
        return {each.part: each for each in parts}

    def parameter_parts(self, procedure: str) -> dict[Part, Variable]:
        """The parameters of a procedure, part by part."""
        return {each.part: each for each in self.procedures[procedure].parameters}

    def the(self, role: Role) -> Variable | None:
        """The only global variable with this role; None if there is none."""
        return next((each for each in self.globals if each.role == role), None)

    def function(self, procedure: str) -> str:
        """The function of the source that a procedure is, or is a part or a copy of."""
        known = self.procedures.get(procedure)
        return (known.function if known else "") or procedure


def node_name(context: str, procedure: str, location: int) -> str:
    """How a node is written."""
    return f"{context}{procedure}@{location}"


def inner_context(context: str, call: Edge) -> str:
    """The context of what `call`, made in `context`, activates."""
    return f"{context}{call.source}/"


def node_place(node: str) -> tuple[str, int]:
    """The procedure and location of a written node."""
    procedure, _, location = node.rpartition("/")[2].rpartition("@")
    return procedure, int(location)
