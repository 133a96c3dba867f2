"""Makes pointers of integer variables that hold addresses.

Programs that other programs have written (CIL's output) keep addresses in integers:

    unsigned int t1, t2;                          char *t1, *t2;
    t1 = (unsigned int )n;                   →    t1 = (char *)n;
    t2 = t1 + 4;                                  t2 = t1 + 4;
    *((int *)t2) = 7;                             *((int *)t2) = 7;
    if (t1 == 0) …                                if (t1 == 0) …

What such a number is, nobody knows. A local variable that gets nothing but converted pointers, and zero, can
as well be a pointer: it may be compared with others and with zero, asked whether it is zero, and converted
back. Numbers may be added, without sign. But what that gives is good for accesses only, at once or by way of
other variables: unlike a pointer, it may leave its object, and wrap around, and then be compared with
anything; all that is known of an access there is that it is none.

Variables that are assigned to each other, or compared, are pointers together, or none is (`_Holders`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from maymust.frontends.c.tree.addresses import COMPARISONS, addresses_compared, is_null
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    Cast,
    Conditional,
    Constant,
    Declared,
    Expression,
    Logical,
    Name,
    StatementExpression,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.tree.rebuilding import rebuilt
from maymust.frontends.c.tree.statements import (
    Compound,
    Declare,
    Do,
    Evaluate,
    For,
    Function,
    If,
    Label,
    While,
)
from maymust.frontends.c.types import INT, IntType, PointerType, is_scalar
from maymust.frozen import frozen


def with_pointers(function: Function, width: int) -> Function:
    """The function with pointers in the place of integers that hold addresses; pointers have this width."""
    nodes = walk(function.body)
    if not any(isinstance(node, Cast) and _is_converted_pointer(node, width) for node in nodes):
        return function
    rewriting = _Rewriting(_Holders(nodes, width).found(), nodes, width)
    return replace(function, body=cast("Compound", rebuilt(nodes, rewriting.other)[function.body]))


def _is_converted_pointer(cast_: Cast, width: int) -> bool:
    return _is_wide(cast_.type, width) and isinstance(cast_.operand.type, PointerType) and not is_null(cast_)


def _is_wide(type_: object, width: int) -> bool:
    return isinstance(type_, IntType) and type_.width == width and not type_.boolean


@frozen(eq=False)
class _Address:
    """An address as a number: what a variable holds (`name`), zero, or a pointer that is converted. If it is
    `moved`, a number is added or taken away."""

    name: Name | None = None
    moved: bool = False
    is_zero: bool = False


class _Addresses:
    """Which expressions are addresses as numbers, if these variables hold some."""

    def __init__(self, held: Iterable[Declared], width: int) -> None:
        self.held = frozenset(held)
        self.width = width

    def of(self, expression: Expression) -> _Address | None:
        """What an expression is as an address; None if it may be another number."""
        while _is_wide(expression.type, self.width):
            if is_null(expression):
                return _Address(is_zero=True)
            match expression:
                case Name(variable=variable):
                    return _Address(expression) if variable in self.held else None
                case Cast(operand=operand) if isinstance(operand.type, PointerType):
                    return _Address()
                case Cast(operand=operand):
                    expression = operand
                case Binary():
                    base = self.base(expression)
                    known = None if base is None else self.of(base)
                    return None if known is None else replace(known, moved=True)
                case _:
                    return None
        return None

    def base(self, sum_: Binary) -> Expression | None:
        """The one address to which a number is added, or from which it is taken. (Signed sums may overflow,
        which is for others to judge.)"""
        if sum_.op not in ("+", "-") or not isinstance(sum_.type, IntType) or sum_.type.signed:
            return None
        left, right = (self.of(side) for side in (sum_.left, sum_.right))
        if left is not None and not left.is_zero:
            return sum_.left if right is None else None
        return sum_.right if right is not None and left is None and sum_.op == "+" else None

    def are_compared(self, node: Node) -> bool:
        """Whether a node compares addresses that pointers could be, with each other or with zero."""
        if not isinstance(node, Binary) or node.op not in COMPARISONS:
            return False
        sides = [self.of(side) for side in (node.left, node.right)]
        if any(side is None or side.moved for side in sides) or all(side and side.is_zero for side in sides):
            return False
        types = (node.left.type, node.right.type)
        unsigned = all(isinstance(type_, IntType) and not type_.signed for type_ in types)
        return unsigned or node.op in ("==", "!=")

    def accessed(self, node: Node, addressed: set[Node]) -> Cast | None:
        """The conversion of an address to a pointer that is followed at once, to a number or a pointer. The
        operands of `&` are those that are `addressed`."""
        if node in addressed or not isinstance(node, Unary) or node.op != "*" or not is_scalar(node.type):
            return None
        pointer = node.operand
        if not isinstance(pointer, Cast) or not isinstance(pointer.operand.type, IntType):
            return None
        address = self.of(pointer.operand)
        return None if address is None or address.is_zero else pointer


def _addressed(nodes: Iterable[Node]) -> set[Node]:
    return {node.operand for node in nodes if isinstance(node, Unary) and node.op == "&"}


def _given(node: Node, values: set[Node]) -> tuple[Declared, Name | None, Expression] | None:
    """The variable that a statement sets, its name there, and to what; not where the statement is one of
    these `values`."""
    match node:
        case Evaluate(expression=Assignment(op=None, target=Name() as target, value=value)):
            return None if node in values else (target.variable, target, value)
        case Declare(variable=variable, initialiser=value) if value is not None:
            return variable, None, value
    return None


def _values(nodes: Iterable[Node]) -> set[Node]:
    """The statements that give values to expressions that they are in."""
    found: set[Node] = set()
    for node in nodes:
        if isinstance(node, StatementExpression) and node.body.items:
            last: Node = node.body.items[-1]
            while isinstance(last, Label):
                last = last.body
            found.add(last)
    return found


class _Holders:
    """The search for the variables of a function that hold addresses. Each node is looked at once."""

    def __init__(self, nodes: list[Node], width: int) -> None:
        self._nodes = nodes
        values = _values(nodes)
        self._given = [given for node in nodes if (given := _given(node, values)) is not None]
        self._addresses = _Addresses(self._candidates(width), width)
        self._fine: set[Name] = set()
        self._spoiled: set[Declared] = set()
        self._real: set[Declared] = set()  # get a pointer that is converted
        self._moved: set[Declared] = set()  # get what is moved
        self._compared: set[Declared] = set()  # used as only what is not moved can be
        self._flows: _Edges = {}
        self._links: _Edges = {}

    def found(self) -> frozenset[Declared]:
        """The variables that are nothing but addresses, and have to do with a pointer."""
        held = self._addresses.held
        for variable, target, value in self._given:
            if variable in held:
                self._set(variable, target, value)
        addressed = _addressed(self._nodes)
        followed = {self._addresses.accessed(node, addressed) for node in self._nodes}
        for node in self._nodes:
            self._use(node, followed)
        used = [node for node in self._nodes if isinstance(node, Name) and node.variable in held]
        self._spoiled |= {name.variable for name in used if name not in self._fine}
        self._spoiled |= self._compared & _reached(self._moved, self._flows)
        return held & _reached(self._real, self._links) - _reached(self._spoiled, self._links)

    def _candidates(self, width: int) -> set[Declared]:
        """The variables that never get what is plainly another number."""
        declared = [node.variable for node in self._nodes if isinstance(node, Declare)]
        wide = {variable for variable in declared if _may_hold(variable, width)}
        wide -= {variable.count for variable in declared if variable.count is not None}
        numbers: set[Declared] = set()
        flows: _Edges = {}
        for variable, _, value in self._given:
            source = _without_casts(value)
            if isinstance(source, Name):
                flows.setdefault(source.variable, []).append(variable)
            if not _may_be_address(value, wide, width):
                numbers.add(variable)
        return wide - _reached(numbers, flows)

    def _set(self, variable: Declared, target: Name | None, value: Expression) -> None:
        if target is not None:
            self._fine.add(target)
        address = self._addresses.of(value)
        if address is None:
            self._spoiled.add(variable)
            return
        if address.name is not None:
            self._fine.add(address.name)
            self._link(variable, address.name.variable)
            self._flows.setdefault(address.name.variable, []).append(variable)
        elif not address.is_zero:
            self._real.add(variable)
        if address.moved:
            self._moved.add(variable)

    def _use(self, node: Node, followed: set[Cast | None]) -> None:
        """Sees which names a node uses as addresses can be used."""
        match node:
            case Cast(type=PointerType(), operand=operand) if isinstance(operand.type, IntType):
                address = self._addresses.of(operand)
                if address is None or address.name is None:
                    return
                if node in followed:
                    self._fine.add(address.name)
                elif not address.moved:
                    self._ask(address.name)
            case Binary(left=left, right=right) if self._addresses.are_compared(node):
                sides = [self._addresses.of(side) for side in (left, right)]
                names = [side.name for side in sides if side is not None and side.name is not None]
                self._ask(*names)
                if len(names) > 1:
                    self._link(names[0].variable, names[1].variable)
            case Logical(left=left, right=right):
                self._ask(left, right)
            case Unary(op="!", operand=operand):
                self._ask(operand)
            case If(condition=test) | While(condition=test) | Do(condition=test):
                self._ask(test)
            case Conditional(condition=test, then=then) if then is not None:
                self._ask(test)
            case For(condition=test) if test is not None:
                self._ask(test)

    def _ask(self, *expressions: Expression) -> None:
        """These are compared with others, or with zero, if they are names."""
        names = [each for each in expressions if isinstance(each, Name)]
        self._fine.update(names)
        self._compared |= {name.variable for name in names}

    def _link(self, first: Declared, second: Declared) -> None:
        self._links.setdefault(first, []).append(second)
        self._links.setdefault(second, []).append(first)


_Edges = dict[Declared, list[Declared]]


def _reached(start: set[Declared], edges: _Edges) -> set[Declared]:
    found, work = set(start), list(start)
    while work:
        for other in edges.get(work.pop(), ()):
            if other not in found:
                found.add(other)
                work.append(other)
    return found


def _may_hold(variable: Declared, width: int) -> bool:
    is_plain = not variable.lasting and variable.obstacle is None and variable.count is None
    return is_plain and _is_wide(variable.type, width)


def _without_casts(expression: Expression) -> Expression:
    while isinstance(expression, Cast) and isinstance(expression.operand.type, IntType):
        expression = expression.operand
    return expression


def _may_be_address(expression: Expression, held: set[Declared], width: int) -> bool:
    """Whether an expression is an address as a number, or a sum with one, if all of these hold one."""
    work = [expression]
    while work:
        part = _without_casts(work.pop())
        if not _is_wide(part.type, width):
            continue
        if part is not expression and is_null(part):
            continue
        match part:
            case Name(variable=variable) if variable in held:
                return True
            case Cast() | Constant(value=0):
                return True
            case Binary(op="+" | "-", left=left, right=right):
                work += [left, right]
    return False


class _Rewriting:
    """Makes pointers of the variables that hold addresses, and of the addresses."""

    def __init__(self, held: frozenset[Declared], nodes: list[Node], width: int) -> None:
        self._addresses = _Addresses(held, width)
        self._type = PointerType(IntType(8, True), width)
        self._pointers = {variable: replace(variable, type=self._type) for variable in held}
        addressed = _addressed(nodes)
        self._followed = {self._addresses.accessed(node, addressed) for node in nodes}

    def other(self, node: Node, made: Mapping[Node, Node]) -> Node | None:
        """What becomes of a node that has to do with addresses as numbers."""
        match node:
            case Name(variable=variable) if variable in self._pointers:
                return Name(self._type, node.place, self._pointers[variable])
            case Declare(variable=variable, initialiser=value) if variable in self._pointers:
                start = None if value is None else self._pointer(value, made)
                return Declare(node.place, self._pointers[variable], start)
            case Assignment(target=Name(variable=variable) as target) if variable in self._pointers:
                place = cast("Expression", made[target])
                return Assignment(self._type, node.place, None, place, self._pointer(node.value, made))
            case Cast(type=PointerType(), operand=operand) if node in self._followed or self._is_back(
                operand
            ):
                return replace(node, operand=self._pointer(operand, made))
            case Binary(left=left, right=right) if self._addresses.are_compared(node):
                if addresses_compared(node) is None:
                    sides = [self._pointer(side, made) for side in (left, right)]
                    return replace(node, left=sides[0], right=sides[1])
        return None

    def _is_back(self, operand: Expression) -> bool:
        """Whether this is a pointer that was converted, and not moved."""
        address = self._addresses.of(operand)
        return address is not None and not address.is_zero and not address.moved

    def _pointer(self, value: Expression, made: Mapping[Node, Node]) -> Expression:
        """The pointer that an address is, or null."""
        if is_null(value):
            return Cast(self._type, value.place, Constant(INT, value.place, 0))
        match value:
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                return Cast(self._type, value.place, cast("Expression", made[operand]))
            case Cast(operand=operand):
                return self._pointer(operand, made)
            case Binary(left=left, right=right):
                base = self._addresses.base(value)
                parts = [
                    self._pointer(part, made) if part is base else cast("Expression", made[part])
                    for part in (left, right)
                ]
                return Binary(self._type, value.place, value.op, parts[0], parts[1])
        return cast("Expression", made[value])
