"""Finds out what the pointers of a whole program may point to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.points_to.result import PointsTo
from maymust.frontends.c.tree.escapes import address_taken
from maymust.frontends.c.tree.expressions import Declared, Name
from maymust.frontends.c.tree.leaves import Shapes
from maymust.frontends.c.tree.nodes import walk
from maymust.frontends.c.tree.statements import Declare, Function
from maymust.frontends.c.types import size_of

if TYPE_CHECKING:
    from maymust.frontends.c.reading.declarations import Declarations


def points_to(
    declarations: Declarations,
    shapes: Shapes,
    functions: list[Function],
    used: set[Declared],
    *,
    globals_are_inputs: bool,
    texts_are_read: bool,
) -> PointsTo:
    """What pointers may point to. Variables whose type has no values as a whole are in memory, too."""
    lasting = sorted((d for d in used if d.lasting and d.obstacle is None), key=lambda d: d.place.span)
    values = {d: declarations.initial_value(d) for d in lasting if not d.outside}
    nodes = [node for function in functions for node in walk(function.body)]
    nodes += [node for value in values.values() for node in walk(value)]
    taken = address_taken(nodes)
    declared = {node.variable for node in nodes if isinstance(node, Name | Declare)}
    taken |= {d for d in declared if shapes.obstacle(d.type) is not None and size_of(d.type) is not None}
    taken |= {d for d in declared if shapes.has_words(d.type)}
    points = PointsTo(declarations, shapes, taken, texts_are_read=texts_are_read)
    for variable, value in values.items():
        points.add_initialiser(variable, value)
    for variable in lasting:
        if variable.outside or (globals_are_inputs and variable.is_users):
            points.add_outside(variable)
    for function in functions:
        points.add_function(function)
    for parameter in functions[0].parameters:
        points.add_outside(parameter, separate=functions[0].name == library.MAIN)
    points.close()
    return points
