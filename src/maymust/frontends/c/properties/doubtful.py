"""Finds the places where a `_Bool` may hold something else than 0 or 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.properties.guards import may_return_nothing
from maymust.frontends.c.tree.expressions import Assignment, Cast, InitList, Member, Name, Subscript, Unary
from maymust.frontends.c.tree.nodes import may_be_unset, walk
from maymust.frontends.c.tree.statements import Declare, Goto, Switch
from maymust.frontends.c.types import ArrayType, IntType, RecordType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.c.tree.expressions import Declared, Expression
    from maymust.frontends.c.tree.nodes import Node
    from maymust.frontends.c.tree.statements import Function
    from maymust.frontends.c.types import CType


@frozen
class Doubtful:
    """Where a plain `_Bool` may be something else than 0 or 1: in `variables` that may not be set yet, and in
    `records` that are copied; or `everywhere`."""

    variables: frozenset[Declared] = frozenset()
    records: frozenset[CType] = frozenset()
    everywhere: bool = False

    def has(self, lvalue: Expression) -> bool:
        """Whether an lvalue, of a plain variable or of a value, is such a place."""
        if self.everywhere:
            return True
        match lvalue:
            case Name(variable=variable):
                return variable in self.variables
            case Member(base=base):
                return base.type in self.records or self.has(base)
            case Subscript(base=Cast(operand=inner)) | Unary(op="*", operand=Cast(operand=inner)):
                return not isinstance(inner.type, ArrayType) or self.has(inner)
        return True


def find_doubtful(
    functions: Iterable[Function], declarations: Declarations, *, shortcuts: bool = True
) -> Doubtful:
    """What is doubtful in these functions: all, if one of them may return no `_Bool` where it should, or
    without `shortcuts`."""
    variables: set[Declared] = set()
    records: set[CType] = set()
    everywhere = not shortcuts
    for function in functions:
        nodes = walk(function.body)
        jumps = any(isinstance(node, Goto | Switch) for node in nodes)
        records |= {function.returns, *[parameter.type for parameter in function.parameters]}
        everywhere = everywhere or (
            is_boolean(function.returns) and may_return_nothing(function, declarations)
        )
        for node in nodes:
            records |= _copied(node)
            if isinstance(node, Declare) and (jumps or may_be_unset(node)):
                variables.add(node.variable)
    return Doubtful(frozenset(variables), frozenset(records), everywhere)


def _copied(node: Node) -> set[CType]:
    """The types of structures that a node copies."""
    match node:
        case Assignment(type=RecordType() as type_):
            return {type_}
        case Declare(initialiser=value) if value is not None and not isinstance(value, InitList):
            return {value.type}
        case InitList(values=values):
            return {value.type for value in values if not isinstance(value, InitList)}
    return set()


def is_boolean(type_: CType) -> bool:
    """Whether a type is `_Bool`."""
    return isinstance(type_, IntType) and type_.boolean
