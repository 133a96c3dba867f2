"""One property of one program, as the parties of the `auto` engine see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.passes.blocks import loop_heads
from maymust.passes.join_modules import Joint, join_modules
from maymust.passes.pipeline import blocks_for_property, blocks_of_modules, for_property
from maymust.passes.slicing import live_variables
from maymust.terms import FALSE, ArraySort, Term, Value, postorder
from maymust.terms import operators as ops
from maymust.terms.evaluate import Layout
from maymust.terms.float_operators import FLOAT_COMPARISONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from maymust.ir.modules import Modules
    from maymust.ir.transitions import TransitionSystem

_LARGE = 250  # terms
_COMPARISONS = frozenset((ops.EQ, ops.SLT, ops.ULT)) | FLOAT_COMPARISONS
_QUANTITIES = frozenset((ops.SELECT, ops.ZEXT, ops.SEXT))
Valuation = tuple[Value, ...]  # of the system's variables, in their order


@frozen
class Problem:
    """The program in two forms, and what is written in it.

    `system` has straight lines merged: tests run there. `blocks` has loop-free blocks between cut points:
    facts are proved there. A location of `blocks` is one of `system` too, and so is a variable. `layout` is
    that of valuations. `live` are the variables whose value may matter at a cut point, `constants` the values
    written in the program (unsigned readings), `atoms` the comparisons in guards and choices that speak of
    variables alone, `quantities` the elements of arrays and the widened variables that do. `size` counts the
    distinct terms of the blocks; `has_arrays` says whether some are arrays. If calls are not expanded, both
    forms are of the `joint` system of the procedures.
    """

    system: TransitionSystem
    blocks: TransitionSystem
    layout: Layout
    live: Mapping[int, tuple[Term, ...]]
    constants: tuple[int, ...]
    atoms: tuple[Term, ...]
    quantities: tuple[Term, ...]
    size: int
    has_arrays: bool
    joint: Joint | None = None

    @property
    def is_large(self) -> bool:
        """Whether it looks like a state machine rather than a numeric loop."""
        return self.size > _LARGE

    @property
    def targets(self) -> frozenset[int]:
        """What must not be reached: the error, and what is not modelled."""
        return frozenset((*self.blocks.errors, *self.blocks.blocked))

    @property
    def cut_points(self) -> tuple[int, ...]:
        """The locations that facts are about: neither initial nor ends."""
        initial, ends = self.blocks.initial, self.targets
        return tuple(
            location for location in self.blocks.nodes if location != initial and location not in ends
        )


def pose(system: TransitionSystem, property_id: str) -> Problem:
    """The problem of one property of a flattened program."""
    straight = for_property(system, property_id)
    blocks = blocks_for_property(straight, property_id)
    return _problem(straight, blocks, live_variables(blocks))


def pose_modules(modules: Modules, without: frozenset[int] = frozenset()) -> Problem:
    """The problem of a program whose calls stay calls; `without` are locations that are not sought any
    more."""
    joint = join_modules(modules, without)
    read_at = joint.read_at()
    blocks = blocks_of_modules(joint.system, joint.cut_points(), read_at)
    return _problem(joint.system, blocks, live_variables(blocks, read_at), joint)


def facts_for_search(problem: Problem, facts: Mapping[int, Iterable[Term]]) -> dict[int, tuple[Term, ...]]:
    """The facts proved on a problem's blocks, as facts of its system: they are inductive between loop heads.

    A loop head that no block leads to has no facts there; here it has the fact that nothing gets there.
    """
    blocks, system = problem.blocks, problem.system
    found = {location: tuple(proved) for location, proved in facts.items()}
    for head in loop_heads(system):
        if head not in blocks.nodes and system.nodes[head] not in blocks.dead_ends:
            found[head] = (FALSE,)
    return found


def _problem(
    system: TransitionSystem,
    blocks: TransitionSystem,
    live: Mapping[int, Set[Term]],
    joint: Joint | None = None,
) -> Problem:
    parts = list(postorder([x for t in blocks.transitions for x in (*t.guard, *t.updates.values())]))
    variables = set(system.variables)
    return Problem(
        system=system,
        blocks=blocks,
        layout=Layout(system.variables),
        live={at: tuple(v for v in system.variables if v in live[at]) for at in blocks.nodes},
        constants=tuple(sorted({p.value for p in parts if p.value is not None and p.width})),
        atoms=tuple(p for p in parts if p.op in _COMPARISONS and p.free and p.free <= variables),
        quantities=tuple(p for p in parts if p.op in _QUANTITIES and p.args[0].name and p.free <= variables),
        size=len(parts),
        has_arrays=any(isinstance(p.sort, ArraySort) for p in parts),
        joint=joint,
    )
