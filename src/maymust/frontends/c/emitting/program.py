"""Holds what the lowering of all procedures of a program shares."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic
from maymust.frontends.c import library
from maymust.frontends.c.memory.export import Objects
from maymust.frontends.c.memory.regions import Memory
from maymust.frontends.c.tree.expressions import Declared
from maymust.frontends.c.tree.nodes import Node
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.tree.statements import Function
from maymust.frontends.c.types import VoidType
from maymust.ir.memory import Held, Role
from maymust.ir.program import Property, Variable
from maymust.terms import Sort, bitvec, variable

if TYPE_CHECKING:
    from maymust.frontends.c.effects.expressions import EffectAnalysis
    from maymust.frontends.c.emitting.properties import Checks
    from maymust.frontends.c.library.printed_stores import PrintedStores
    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import CType


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
            self.returned = self.new_variable(
                "%returned", "%returned", bitvec(1), signed=False, role=Role.NOTE
            )
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
                Variable(
                    variable(self.fresh(name + part.name), part.sort),
                    declared.name + part.path,
                    part.signed,
                    Held(part.role),
                )
                for part in self.shapes.parts(declared.type)
            ]
        )

    def new_variable(
        self, name: str, source_name: str, sort: Sort, *, signed: bool, role: Role = Role.VALUE
    ) -> Variable:
        """A variable with a name of its own."""
        return Variable(variable(self.fresh(name), sort), source_name, signed, Held(role))

    def lasting_variable(self, declared: Declared) -> tuple[Variable, ...]:
        """The variables of the IR for one that lives as long as the program. Requires that it is modelled
        and not in memory."""
        known = self.lasting.get(declared)
        if known is None:
            name = declared.name if declared.owner is None else f"{declared.owner}::{declared.name}"
            found = self.new_variables(name, declared)
            if declared.owner is not None:
                found = tuple([replace(each, held=replace(each.held, inner=True)) for each in found])
            known = self.lasting[declared] = found
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
