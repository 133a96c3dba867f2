"""Keeps track of local variables and compound literals in memory that pointers may outlive: whether they are
not yet there, there, or gone.

Such an object may live once: in a second life (in a loop, or in another call) a pointer that was kept from
the first would seem to point to it, so that is not modelled. Nor is it that a function with objects in memory
is executed twice at a time: there is one object for each variable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.memory.numbers import GONE, THERE
from maymust.frontends.c.points_to.objects import Named
from maymust.frontends.c.tree.expressions import CompoundLiteral, Declared
from maymust.frontends.c.tree.nodes import walk
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.tree.statements import Declare
from maymust.ir.memory import Role
from maymust.terms import bitvec, constant, eq, store

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.tree.expressions import LocalObject
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.tree.statements import Function
    from maymust.ir.program import Variable
    from maymust.ir.source import Span


def enter_literal(low: Lowering, literal: CompoundLiteral) -> None:
    """A compound literal is evaluated: it lives until its block ends."""
    if _life(low, literal) is not None and literal not in low.scope:
        low.scope.append(literal)
    enter(low, literal, literal.place)


def enter(low: Lowering, local: LocalObject, place: Place) -> None:
    """The object comes to life."""
    life = _life(low, local)
    if life is not None:
        name = f"`{local.name}`" if isinstance(local, Declared) else "compound literal"
        again = f"{name}, to which pointers may be kept, lives again"
        if low.program.memory.points.may_outlive(local):
            low.refuse(eq(life.term, GONE), again, place)
        low.assign(life.term, THERE, place.span)


def leave(low: Lowering, objects: Iterable[LocalObject], span: Span) -> None:
    """The objects go out of scope."""
    memory = low.program.memory
    for local in objects:
        is_array = isinstance(local, Declared) and local.count is not None and local.obstacle is None
        if isinstance(local, Declared) and is_array and not low.dead:
            alive = memory.region(memory.points.targets(local)[0]).alive
            if alive is not None:
                low.assign(alive.term, store(alive.term, low.parts(local)[0], constant(0, 1)), span)
            continue
        life = _life(low, local)
        if life is not None and not low.dead:
            low.assign(life.term, GONE, span)


def enter_function(low: Lowering, function: Function) -> None:
    """A function begins."""
    if function.name not in low.program.effects.recursive or not _has_objects(low, function):
        return
    name = function_name(function.name)
    told = f"{name}.busy"
    busy = low.program.new_variable(told, told, bitvec(1), signed=False, role=Role.NOTE)
    low.program.busy[function.name] = busy
    again = f"`{name}`, which has local variables in memory, calls itself"
    low.refuse(eq(busy.term, constant(1, 1)), again, function.place)
    low.assign(busy.term, constant(1, 1), function.place.span)


def leave_function(low: Lowering, span: Span) -> None:
    """All local objects go out of scope."""
    assert low.function is not None
    leave(low, (*low.function.parameters, *low.scope), span)
    busy = low.program.busy.get(low.function.name)
    if busy is not None and not low.dead:
        low.assign(busy.term, constant(0, 1), span)


def _has_objects(low: Lowering, function: Function) -> bool:
    found: list[LocalObject] = list(function.parameters)
    for node in walk(function.body):
        if isinstance(node, Declare):
            found.append(node.variable)
        elif isinstance(node, CompoundLiteral):
            found.append(node)
    points = low.program.memory.points
    return any(
        not local.lasting and (isinstance(local, CompoundLiteral) or points.in_memory(local))
        for local in found
    )


def ends_with(low: Lowering, depth: int) -> bool:
    """Whether something that is told about ends with the scope from `depth` on."""
    return any(_life(low, local) is not None for local in low.scope[depth:])


def _life(low: Lowering, local: LocalObject) -> Variable | None:
    memory = low.program.memory
    if isinstance(local, Declared) and not memory.points.in_memory(local):
        return None
    key = Named(local)
    return memory.region(memory.points.object(key)).lifetimes.get(key)
