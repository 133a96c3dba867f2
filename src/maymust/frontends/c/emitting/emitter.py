"""Emits the code of one procedure: its graph, its variables, and the ends of its paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting import gap
from maymust.frontends.c.emitting.graph import Graph
from maymust.frontends.c.emitting.program import ProgramContext
from maymust.frontends.c.source import Chance
from maymust.frontends.c.tree.expressions import Declared
from maymust.frontends.c.tree.nodes import Node
from maymust.frontends.c.tree.statements import Function
from maymust.ir.memory import OUTSIDE, UNINITIALISED, Role
from maymust.ir.program import (
    Assign,
    Error,
    GapCode,
    Havoc,
    InputKind,
    Variable,
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
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.source import Origin
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import CType
    from maymust.ir.source import Span


class Emitter:
    """A procedure while it is being lowered: its graph, and its variables."""

    def __init__(self, program: ProgramContext, function: Function | None, name: str) -> None:
        self.program = program
        self.effects = program.effects
        self.function = function
        self.name = name
        self.graph = Graph()
        self.locals: list[Variable] = []
        self.gaps: list[gap.Gap] = []  # what is evaluated as a whole, the innermost last
        self._variables: dict[Declared, tuple[Variable, ...]] = {}
        self._temporaries = 0

    @property
    def dead(self) -> bool:
        """Whether the code that comes next cannot be reached."""
        return self.graph.current is None

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
        name, role = f"{self.name}::%{self._temporaries}", Role.TEMPORARY
        made = self.program.new_variable(name, source_name, sort, signed=signed, role=role)
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
        code: GapCode = "other",
    ) -> None:
        """The path ends here: what follows is not known. Functions may be called (`calls`, or those whose
        address somebody may have), and the code goes on behind what is evaluated as a whole (`gaps`), or here
        if nothing is. The parts of `evaluated` were lowered before."""
        if self.dead:
            return
        calls = self.program.called_back if calls is None else calls
        behind, calls = gap.leave(self.gaps, self.graph, self.program, place, evaluated, calls)
        if calls and self.program.reports_back:
            behind = None
        self.graph.gap(*self.told(construct, place), behind, calls, code)
        if not self.gaps and behind is not None:
            self.graph.at(behind)

    def wild(self, construct: str, place: Place) -> None:
        """The path ends here, and may go on anywhere."""
        self.graph.gap(*self.told(construct, place), None, ())

    def told(self, construct: str, place: Place) -> tuple[str, Span]:
        """What is told of something that is not modelled, and where."""
        told, inside = self.told_at(place)
        return construct + ("" if "`" in construct else inside), told.span

    def refuse(self, condition: Term, construct: str, place: Place, code: GapCode = "other") -> None:
        """The path ends where the condition holds; it is not known in which state the code goes on then."""
        if self.dead or condition.value == 0:
            return
        bad, good = self.graph.location(), self.graph.location()
        self.graph.split(condition, bad, good, place.span)
        self.graph.at(bad)
        if condition.value is None:
            self.graph.gap(*self.told(construct, place), good, (), code)
            self.graph.at(good)
        else:
            self.unmodelled(construct, place, calls=(), code=code)

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
