"""Integer variables that hold addresses become the pointers that they are.

Programs that other programs have written (CIL's output) keep addresses in integers:

    unsigned int t1, t2;                          char *t1, *t2;
    t1 = (unsigned int )n;                   →    t1 = (char *)n;
    t2 = t1 + 4;                                  t2 = t1 + 4;
    *((int *)t2) = 7;                             *((int *)t2) = 7;
    if (t1 == 0) …                                if (t1 == 0) …

What such a number is, nobody knows. But a local variable that gets nothing but addresses, zero, and sums of
them with numbers, and is used for nothing but comparisons, further addresses and conversions to pointers, can
as well be a pointer of the same width: both wrap around, and equal numbers are equal pointers. What pointers
leave open (comparisons behind the end of an object, of freed memory) stays open.

The same goes for addresses that are held nowhere: `(T *)((unsigned long)p + 4)` is `(T *)((char *)p + 4)`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from maymust.frontends.c.arithmetic import COMPARISONS
from maymust.frontends.c.pointers import addresses_compared, is_null
from maymust.frontends.c.rebuilding import changed_in, made_of
from maymust.frontends.c.tree import (
    Assignment,
    Binary,
    Cast,
    Compound,
    Conditional,
    Constant,
    Declare,
    Declared,
    Do,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Logical,
    Name,
    Node,
    Unary,
    While,
    walk,
)
from maymust.frontends.c.types import INT, IntType, PointerType

Kind = Literal["null", "address"]


def with_pointers(function: Function, width: int) -> Function:
    """The function with pointers in the place of integers that hold addresses; pointers have this width."""
    nodes = walk(function.body)
    if not any(_is_address_taken_as_number(node, width) for node in nodes):
        return function
    body = _Rewriting(nodes, width).rewritten(function.body)
    return replace(function, body=cast("Compound", body))


def _is_address_taken_as_number(node: Node, width: int) -> bool:
    if not isinstance(node, Cast) or not _is_wide(node.type, width) or is_null(node):
        return False
    return isinstance(node.operand.type, PointerType)


def _is_wide(type_: object, width: int) -> bool:
    return isinstance(type_, IntType) and type_.width == width and not type_.boolean


class _Kinds:
    """Which expressions are addresses as numbers, if these variables hold some."""

    def __init__(self, held: set[Declared], width: int) -> None:
        self.held = held
        self.width = width

    def of(self, expression: Node) -> Kind | None:
        """Whether an expression is zero, or an address, as a number; None if it may be another number."""
        if not isinstance(expression, Cast | Name | Binary | Constant):
            return None
        if not _is_wide(expression.type, self.width):
            return None
        if is_null(expression):
            return "null"
        match expression:
            case Name(variable=variable):
                return "address" if variable in self.held else None
            case Cast(operand=operand):
                return "address" if isinstance(operand.type, PointerType) else self.of(operand)
            case Binary():
                return None if self.base(expression) is None else "address"
        return None

    def base(self, expression: Binary) -> Expression | None:
        """The address to which a number is added, or from which it is taken. (Signed sums may overflow, which
        is for others to judge.)"""
        assert isinstance(expression.type, IntType)
        left, right = self.of(expression.left), self.of(expression.right)
        if expression.type.signed or "address" not in (left, right) or left == right:
            return None
        if expression.op == "+":
            return expression.left if left == "address" else expression.right
        return expression.left if expression.op == "-" and left == "address" else None

    def names(self, expression: Expression) -> list[Name]:
        """The variables by which an expression is an address."""
        while True:
            match expression:
                case Name(variable=variable):
                    return [expression] if variable in self.held else []
                case Cast(operand=operand) if isinstance(operand.type, IntType):
                    expression = operand
                case Binary() if _is_wide(expression.type, self.width):
                    base = self.base(expression)
                    if base is None:
                        return []
                    expression = base
                case _:
                    return []

    def are_compared(self, node: Node) -> bool:
        """Whether a node compares two addresses, or one with null, so that pointers compare alike."""
        if not isinstance(node, Binary) or node.op not in COMPARISONS:
            return False
        sides = (node.left, node.right)
        if "address" not in (kinds := [self.of(side) for side in sides]) or None in kinds:
            return False
        unsigned = all(isinstance(side.type, IntType) and not side.type.signed for side in sides)
        return unsigned or node.op in ("==", "!=")


class _Rewriting:
    """The nodes of a function, and the variables of it that hold addresses."""

    def __init__(self, nodes: list[Node], width: int) -> None:
        self._nodes = nodes
        self._type = PointerType(IntType(8, True), width)
        self._kinds = _Kinds(self._holders(width), width)
        pointers = {variable: replace(variable, type=self._type) for variable in self._kinds.held}
        self._pointers: dict[Declared, Declared] = pointers

    # -- which variables -------------------------------------------------------------------------------------

    def _holders(self, width: int) -> set[Declared]:
        """The largest set of variables that hold addresses if all of them do, and have to do with one."""
        declared = [node for node in self._nodes if isinstance(node, Declare)]
        held = {d.variable for d in declared if _may_hold(d.variable, width)}
        held -= {d.variable.count for d in declared if d.variable.count is not None}
        while True:
            kinds = _Kinds(held, width)
            fine = {name for node in self._nodes for name in self._fine(node, kinds)}
            lost = {
                node.variable
                for node in self._nodes
                if isinstance(node, Name) and node.variable in held and node not in fine
            }
            lost |= {
                d.variable
                for d in declared
                if d.initialiser is not None and d.variable in held and kinds.of(d.initialiser) is None
            }
            if not lost:
                return held & self._related(kinds)
            held -= lost

    def _fine(self, node: Node, kinds: _Kinds) -> list[Name]:
        """The names of which a node makes a use that addresses allow."""
        match node:
            case Evaluate(expression=Assignment(op=None, target=Name() as target, value=value)):
                assigned = target.variable in kinds.held and kinds.of(value) is not None
                return [target, *kinds.names(value)] if assigned else []
            case Declare(variable=variable, initialiser=value) if value is not None:
                return kinds.names(value) if variable in kinds.held else []
            case Cast(type=PointerType(), operand=operand) if kinds.of(operand) == "address":
                return kinds.names(operand)
            case Binary() if kinds.are_compared(node):
                return [*kinds.names(node.left), *kinds.names(node.right)]
            case Unary(op="!", operand=Name() as name):
                return [name]
            case Logical(left=left, right=right):
                return [side for side in (left, right) if isinstance(side, Name)]
            case (
                If(condition=test) | While(condition=test) | Do(condition=test) | Conditional(condition=test)
            ):
                return [test] if isinstance(test, Name) else []
            case For(condition=Name() as name):
                return [name]
        return []

    def _related(self, kinds: _Kinds) -> set[Declared]:
        """The variables that get an address, or are assigned to, or compared with, one that does."""
        links: list[set[Declared]] = []
        found: set[Declared] = set()
        for node in self._nodes:
            match node:
                case Evaluate(expression=Assignment(target=Name(variable=target), value=value)):
                    ends, given = [target], [value]
                case Declare(variable=target, initialiser=value) if value is not None:
                    ends, given = [target], [value]
                case Binary(left=left, right=right) if kinds.are_compared(node):
                    ends, given = [], [left, right]
                case _:
                    continue
            linked = {*ends, *(name.variable for value in given for name in kinds.names(value))}
            links.append(linked)
            if any(kinds.of(value) == "address" and not kinds.names(value) for value in given):
                found |= linked
        grown = True
        while grown:
            more = {v for linked in links if linked & found for v in linked}
            grown = not more <= found
            found |= more
        return found

    # -- the tree --------------------------------------------------------------------------------------------

    def rewritten(self, root: Node) -> Node:
        """The tree with pointers. What does not change stays the same node."""
        made: dict[Node, Node] = {}
        for node in reversed(self._nodes):  # parts before the whole
            made[node] = self._again(node, made)
        return made[root]

    def _again(self, node: Node, made: dict[Node, Node]) -> Node:
        kinds = self._kinds
        match node:
            case Name(variable=variable) if variable in kinds.held:
                return Name(self._type, node.place, self._pointers[variable])
            case Declare(variable=variable, initialiser=value) if variable in kinds.held:
                start = None if value is None else self._pointer(value, made)
                return Declare(node.place, self._pointers[variable], start)
            case Assignment(target=Name(variable=variable) as target) if variable in kinds.held:
                place = cast("Expression", made[target])
                return Assignment(self._type, node.place, None, place, self._pointer(node.value, made))
            case Cast(type=PointerType(), operand=operand) if kinds.of(operand) == "address":
                return replace(node, operand=self._pointer(operand, made))
            case Binary() if kinds.are_compared(node) and addresses_compared(node) is None:
                sides = [self._pointer(side, made) for side in (node.left, node.right)]
                return replace(node, left=sides[0], right=sides[1])
        return made_of(node, made) if changed_in(node, made) else node

    def _pointer(self, value: Expression, made: dict[Node, Node]) -> Expression:
        """The pointer that an address is, or null."""
        if is_null(value):
            return Cast(self._type, value.place, Constant(INT, value.place, 0))
        match value:
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                return Cast(self._type, value.place, cast("Expression", made[operand]))
            case Cast(operand=operand):
                return self._pointer(operand, made)
            case Binary(left=left, right=right):
                base = self._kinds.base(value)
                parts = [
                    self._pointer(part, made) if part is base else cast("Expression", made[part])
                    for part in (left, right)
                ]
                return Binary(self._type, value.place, value.op, parts[0], parts[1])
        return cast("Expression", made[value])


def _may_hold(variable: Declared, width: int) -> bool:
    plain = not variable.lasting and variable.obstacle is None and variable.count is None
    return plain and _is_wide(variable.type, width)
