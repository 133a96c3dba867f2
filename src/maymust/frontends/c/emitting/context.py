"""What lowering shares: of the whole program, and of the one procedure that is being lowered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic
from maymust.frontends.c import library
from maymust.frontends.c.emitting import gaps
from maymust.frontends.c.emitting.graph import Graph
from maymust.frontends.c.memory.export import Objects
from maymust.frontends.c.memory.numbers import OUTSIDE, UNINITIALISED
from maymust.frontends.c.memory.regions import Memory
from maymust.frontends.c.source import Chance
from maymust.frontends.c.tree.nodes import Case, Compound, Declared, Function, Node
from maymust.frontends.c.types import VoidType
from maymust.ir.program import (
    Assign,
    Error,
    Havoc,
    InputKind,
    Property,
    Variable,
    function_name,
)
from maymust.terms import (
    TRUE,
    Sort,
    Term,
    and_,
    bitvec,
    constant,
    eq,
    ite,
    less,
    less_equal,
    ne,
    negation,
    or_,
    resize,
    select,
    variable,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.frontends.c.effects.expressions import EffectAnalysis
    from maymust.frontends.c.emitting.checks import Checks
    from maymust.frontends.c.library.printed_stores import PrintedStores
    from maymust.frontends.c.lowering.watching import Watch
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.c.source import Origin
    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.tree.nodes import Expression, LocalObject
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import CType
    from maymust.ir.source import Span


class ProgramContext:
    """The variables, properties and warnings of the program."""

    def __init__(
        self,
        declarations: Declarations,
        effects: EffectAnalysis,
        properties: dict[Node, Property],
        shapes: Shapes,
        points: PointsTo,
        word: int,
        checks: Checks,
        entry: str,
        printed_stores: PrintedStores,
        *,
        functions: tuple[str, ...] = (),
        called_back: tuple[str, ...] = (),
        reports_back: bool = False,
        malloc_may_fail: bool = False,
        shortcuts: bool = True,
    ) -> None:
        """`word` is the width of addresses, `entry` the function that is analysed; `called_back` are those of
        the `functions` whose address somebody may have, and it `reports_back` if they may have that of one
        which reports a violation, wherever it is called."""
        self.functions, self.called_back, self.reports_back = functions, called_back, reports_back
        self.malloc_may_fail = malloc_may_fail
        self.declarations = declarations
        self.effects = effects
        self.properties = properties
        self.shapes = shapes
        self.checks = checks
        self.entry = entry
        self.printed_stores = printed_stores
        self.lasting: dict[Declared, tuple[Variable, ...]] = {}  # without those in memory
        self.busy: dict[str, Variable] = {}  # functions that must not call themselves: whether they run
        self.outside: dict[str, CType] = {}  # functions without a body that were called: what they return
        self.undefined: list[str] = []  # variables that nothing defines
        self.warnings: list[Diagnostic] = []
        self._names: set[str] = set()
        self._decided: dict[str, Declared] = {}  # by name
        counts = "leak" in checks.asked
        self.returned: Variable | None = None  # whether the last function to return has given a value
        if checks.guards.valueless:
            self.returned = self.new_variable("%returned", "%returned", bitvec(1), signed=False)
        self.memory = Memory(points, word, self.fresh, count_live=counts, shortcuts=shortcuts)
        self.objects = Objects(shapes, declarations.types.records, self.memory)

    def fresh(self, name: str) -> str:
        """`name`, or the first of `name.2`, `name.3`, … that is not taken."""
        unique, number = name, 1
        while unique in self._names:
            number += 1
            unique = f"{name}.{number}"
        self._names.add(unique)
        return unique

    def new_variables(self, name: str, declared: Declared) -> tuple[Variable, ...]:
        """The variables of the IR for one of C, with names of their own."""
        return tuple(
            [
                self.new_variable(name + part.name, declared.name + part.name, part.sort, signed=part.signed)
                for part in self.shapes.parts(declared.type)
            ]
        )

    def new_variable(self, name: str, source_name: str, sort: Sort, *, signed: bool) -> Variable:
        """A variable with a name of its own."""
        return Variable(variable(self.fresh(name), sort), source_name, signed)

    def lasting_variable(self, declared: Declared) -> tuple[Variable, ...]:
        """The variables of the IR for one that lives as long as the program. Requires that it is modelled
        and not in memory."""
        known = self.lasting.get(declared)
        if known is None:
            name = declared.name if declared.owner is None else f"{declared.owner}::{declared.name}"
            known = self.lasting[declared] = self.new_variables(name, declared)
        return known

    def decided_once(self, name: str, type_: CType, place: Place) -> Declared:
        """The variable that holds what is the same throughout a run, but not known: an input at the start.
        `place` is one where it matters."""
        known = self._decided.get(name)
        if known is None:
            known = Declared(name, type_, place, owner="C library", lasting=True, outside=True)
            self._decided[name] = known
        return known

    def obstacle(self, declared: Declared) -> str | None:
        """Why a variable is not modelled."""
        if declared.obstacle is not None or self.memory.points.in_memory(declared):
            return declared.obstacle
        obstacle = self.shapes.obstacle(declared.type)
        return None if obstacle is None else f"{obstacle} `{declared.name}`"

    def is_passed(self, parameter: Declared) -> bool:
        """Whether the IR has a parameter for one of C."""
        return parameter.obstacle is None and self.shapes.obstacle(parameter.type) is None

    def further(self, function: Function) -> Declared | None:
        """What holds the arguments behind the last parameter, where the procedure has a parameter for them:
        nobody knows those of the entry."""
        return None if function.name == self.entry else function.further

    def called_outside(self, name: str, place: Place, returns: CType) -> None:
        """Notes the call of a function without a body, and warns the first time if it is not known."""
        if name in self.outside:
            return
        self.outside[name] = returns
        if library.is_special(name) or library.is_input(name) or library.is_directive(name):
            return
        name = function_name(name)
        if isinstance(returns, VoidType):
            message = f"`{name}` has no body: it is assumed to change nothing"
        else:
            message = (
                f"`{name}` has no body: its result is an input, and it is assumed to change nothing else"
            )
        self.warnings.append(Diagnostic("warning", message, place.span))


@dataclass(slots=True)
class Target:
    """Where a label leads, once it is known (`scope` has the objects that are declared there, `blocks` what
    it lies in), and the jumps that wait for that."""

    name: str
    location: int
    scope: tuple[LocalObject, ...] | None = None
    blocks: tuple[Compound, ...] = ()
    waiting: list[tuple[int, tuple[LocalObject, ...], Place]] = field(default_factory=list)


class Lowering:
    """One procedure while it is being lowered: its graph, its variables, what is in scope."""

    def __init__(self, program: ProgramContext, function: Function | None, name: str) -> None:
        self.program = program
        self.effects = program.effects
        self.function = function
        self.name = name
        self.graph = Graph()
        self.locals: list[Variable] = []
        self.scope: list[LocalObject] = []
        self.blocks: list[Compound] = []
        self.homes: dict[Declared, Compound] = {}  # the blocks that variables are declared in
        self.breaks: list[tuple[int, int] | None] = []  # where they lead, and how much scope that has
        self.continues: list[tuple[int, int] | None] = []
        self.cases: dict[
            Case, tuple[int, int]
        ] = {}  # to its entry from the dispatch, and how much scope that has
        self.labels: dict[int | None, Target] = {}
        self.gaps: list[gaps.Gap] = []  # what is evaluated as a whole, the innermost last
        self.set_bits: dict[Declared, Term] = {}  # whether a variable has been set, of those that are tracked
        self.watches: list[Watch] = []
        self._variables: dict[Declared, tuple[Variable, ...]] = {}
        self._temporaries = 0

    @property
    def dead(self) -> bool:
        """Whether the code that comes next cannot be reached."""
        return self.graph.current is None

    def is_simple(self, expression: Expression) -> bool:
        """Whether nothing needs to be evaluated to know the value of an expression, a term: it has no side
        effects, nothing in it is undefined, and nobody watches what it accesses."""
        return not self.watches and self.effects.simple(expression)

    # -- variables -----------------------------------------------------------------------------------------

    def declare(self, declared: Declared) -> tuple[Variable, ...]:
        """The variables of the IR for a parameter or an automatic variable. Requires that it is modelled."""
        known = self._variables.get(declared)
        if known is None:
            known = self.program.new_variables(f"{self.name}::{declared.name}", declared)
            self._variables[declared] = known
            if not declared.parameter or self.function is None:
                self.locals += known
        return known

    def parts(self, declared: Declared) -> tuple[Term, ...]:
        """The terms of a variable. Requires that it is modelled."""
        found = self.program.lasting_variable(declared) if declared.lasting else self.declare(declared)
        return tuple([v.term for v in found])

    def temporary(self, sort: Sort, source_name: str = "", *, signed: bool = False) -> Term:
        """A new variable that no text names."""
        self._temporaries += 1
        made = self.program.new_variable(
            f"{self.name}::%{self._temporaries}", source_name, sort, signed=signed
        )
        self.locals.append(made)
        return made.term

    # -- code ----------------------------------------------------------------------------------------------

    def assign(self, target: Term, value: Term, span: Span) -> None:
        """target := value."""
        if target is not value:
            self.graph.emit(Assign(target, value), span)

    def assign_together(self, changes: Mapping[Term, Term], span: Span) -> None:
        """Assigns to several variables values that may depend on all of them."""
        left = dict(changes)
        while left and not self.dead:
            for target, new in left.items():
                if not any(target in other.free for held, other in left.items() if held is not target):
                    self.assign(target, new, span)
                    del left[target]
                    break
            else:
                left = {target: self.stored(new, span) for target, new in left.items()}

    def stored(self, value: Term, span: Span, *, signed: bool = False) -> Term:
        """A temporary that holds the value."""
        target = self.temporary(value.sort, signed=signed)
        self.assign(target, value, span)
        return target

    def kept(self, value: tuple[Term, ...], type_: CType, span: Span) -> tuple[Term, ...]:
        """Temporaries that hold a value of the type."""
        parts = self.program.shapes.parts(type_)
        return tuple([self.stored(v, span, signed=p.signed) for v, p in zip(value, parts, strict=True)])

    def read_input(
        self, target: Term, name: str, kind: InputKind, span: Span, origin: Origin, *, one_bit: bool = False
    ) -> None:
        """target := an input; with `one_bit`, 0 or 1."""
        if one_bit:
            bit = self.temporary(bitvec(1), name)
            self.graph.emit(Havoc(bit, name, kind), span, origin)
            self.assign(target, resize(bit, target.width, signed=False), span)
        else:
            self.graph.emit(Havoc(target, name, kind), span, origin)

    def told_at(self, place: Place) -> tuple[Place, str]:
        """Where it is told what goes wrong at a place, and what is said behind it: in a model of the C
        library, it is told at the user's call, and which function goes wrong."""
        found = self.program.declarations.user_call(self.name) if place.unit.is_model else None
        return (place, "") if found is None else (found[0], f" in `{found[1]}`")

    def unmodelled(
        self,
        construct: str,
        place: Place,
        *,
        evaluated: Node | None = None,
        calls: tuple[str, ...] | None = None,
    ) -> None:
        """The path ends here: what follows is not known. Functions may be called (`calls`, or those whose
        address somebody may have), and the code goes on behind what is evaluated as a whole (`gaps`), or here
        if nothing is. The parts of `evaluated` were lowered before."""
        if self.dead:
            return
        calls = self.program.called_back if calls is None else calls
        behind, calls = gaps.leave(self, place, evaluated, calls)
        if calls and self.program.reports_back:
            behind = None
        self.graph.gap(*self.told(construct, place), behind, calls)
        if not self.gaps and behind is not None:
            self.graph.at(behind)

    def wild(self, construct: str, place: Place) -> None:
        """The path ends here, and may go on anywhere."""
        self.graph.gap(*self.told(construct, place), None, ())

    def told(self, construct: str, place: Place) -> tuple[str, Span]:
        """What is told of something that is not modelled, and where."""
        told, inside = self.told_at(place)
        return construct + ("" if "`" in construct else inside), told.span

    def refuse(self, condition: Term, construct: str, place: Place) -> None:
        """The path ends where the condition holds; it is not known in which state the code goes on then."""
        if self.dead or condition.value == 0:
            return
        bad, good = self.graph.location(), self.graph.location()
        self.graph.split(condition, bad, good, place.span)
        self.graph.at(bad)
        if condition.value is None:
            self.graph.gap(*self.told(construct, place), good, ())
            self.graph.at(good)
        else:
            self.unmodelled(construct, place, calls=())

    def refuse_perhaps(self, condition: Term, name: str, construct: str, place: Place) -> None:
        """Where the condition holds, the path may end or go on, as an input with that name says: what follows
        is one of the things that may happen."""
        if self.dead or condition.value == 0:
            return
        perhaps, good = self.graph.location(), self.graph.location()
        self.graph.split(condition, perhaps, good, place.span)
        self.graph.at(perhaps)
        ends = self.temporary(bitvec(1), name)
        self.graph.emit(Havoc(ends, name, "uninitialised"), place.span, Chance())
        self.refuse(eq(ends, constant(1, 1)), construct, place)
        self.graph.jump(good)
        self.graph.at(good)

    def trap(self, condition: Term, place: Place) -> None:
        """The program ends where the condition holds: the machine stops it."""
        self.require(negation(condition), place.span)

    def require(self, condition: Term, span: Span) -> None:
        """The program goes on only where the condition holds."""
        if not self.dead and condition is not TRUE:
            good = self.graph.location()
            self.graph.split(condition, good, None, span)
            self.graph.at(good)

    def note_loaded_pointer(self, ref: Ref, at: Term, index: Term, value: Term, span: Span) -> None:
        """A pointer is loaded from a place of the object `at`. What an object from outside has held from the
        start is null, or points to an object from outside, a lasting variable or a function. (Other objects
        begin with uninitialised pointers.)"""
        memory = self.program.memory
        cell, _ = memory.cell(ref)
        if not memory.region(ref).outside or cell.target is None:
            return  # it holds what the program has stored
        held, target = memory.region(ref), memory.region(cell.target)
        lasting = [number for key, number in target.named.items() if key.is_lasting]
        lasting += [memory.code(name) for name in target.functions]
        mixed = any(
            region.allocated or not all(key.is_lasting for key in region.named) for region in (held, target)
        )
        mixed = mixed or target.has_unset or not memory.shortcuts  # what was never set may be stored there
        first = select(memory.initial(ref).term, index) if mixed else value
        nothing, start = (constant(n, at.width) for n in (UNINITIALISED, OUTSIDE))
        outside = and_(less_equal(start, first, signed=False), ne(first, nothing))
        known = or_(outside, *[eq(first, constant(number, at.width)) for number in (0, *lasting)])
        if mixed:
            known = ite(less(at, start, signed=False), eq(first, nothing), known)
        self.require(known, span)

    def violate(self, node: Node) -> None:
        """The property that belongs to the node is violated."""
        if not self.dead:
            self.graph.end(Error(self.program.properties[node].id), node.place.span)

    def stop(self) -> None:
        """The program ends here."""
        self.graph.jump(None)
