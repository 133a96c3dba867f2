"""Finds what the expressions of a program may point to, and what lvalues designate, by going through them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from maymust.frontends.c.points_to.graph import Ref
from maymust.frontends.c.points_to.objects import Code, FromInteger, Named
from maymust.frontends.c.points_to.storage import ENDLESS, PointerMemory, Targets
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Constant,
    Declared,
    ElementRange,
    Expression,
    FloatConstant,
    FunctionName,
    InitList,
    Logical,
    Member,
    Name,
    Opaque,
    StatementExpression,
    Step,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node, children
from maymust.frontends.c.tree.statements import Compound, Evaluate, Label
from maymust.frontends.c.types import (
    ArrayType,
    CType,
    FunctionType,
    PointerType,
    RecordType,
    size_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.tree.expressions import Path
    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.tree.records import Records


class ExpressionFlow(PointerMemory, ABC):
    """The expressions that were met: their values, and the places in memory that they designate."""

    def __init__(self, records: Records, shapes: Shapes, in_memory: Iterable[Declared]) -> None:
        super().__init__(records, shapes, in_memory)
        self._values: dict[Expression, Targets] = {}
        self._places: dict[Expression, Ref | Targets] = {}
        self.given: list[Ref] = []  # what functions without a body get to know
        self.moved: list[Ref] = []  # those of pointers that are made from others, further on
        self._block_values: list[tuple[Node, Targets]] = []  # blocks that are expressions, and their values

    @abstractmethod
    def _call(self, call: CallExpression) -> Targets:
        """What the result of a call may point to; what the call does to pointers is taken into account."""

    @abstractmethod
    def _statement(self, root: Node) -> None:
        """Goes through a statement."""

    def place(self, expression: Expression) -> Ref | None:
        """What an lvalue that was met designates in memory; None if that is part of a plain variable."""
        found = self._places.get(expression)
        return found if isinstance(found, Ref) else None

    def known_value(self, expression: Expression) -> Targets:
        """The targets of the pointers in the value of an expression, if it was met."""
        return self._values.get(expression, ())

    def value(self, expression: Expression) -> Targets:
        """The targets of the pointers in the value of an expression, in the order of its leaves."""
        known = self._values.get(expression)
        if known is None:
            known = self._values[expression] = self._value(expression)
        return known

    def _value(self, expression: Expression) -> Targets:
        match expression:
            case Name() | Member() | Subscript() | CompoundLiteral() | Text() | Unary(op="*"):
                return self._held(expression)
            case Unary(op="&", operand=operand):
                return self._address(operand, expression.type)
            case Cast(operand=operand):
                return self._cast(expression, operand)
            case Binary():
                return self._binary(expression)
            case Step() | Assignment():
                return self._update(expression)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                first = self.value(condition)
                held = first if then is None else self.value(then)
                self._equate(held, self.value(otherwise))
                return held or self.value(otherwise)
            case Comma(left=left, right=right):
                self.value(left)
                return self.value(right)
            case CallExpression():
                return self._call(expression)
            case StatementExpression(body=body):
                return self._block_value(body)
            case FunctionName(name=name):
                return (self.object(Code(name)),)
            case InitList(items=items):
                for item in items:
                    self.value(item.value)
                return self._fresh(expression.type)
            case Constant() | FloatConstant() | Logical() | Opaque() | Unary():
                for part in children(expression):
                    if isinstance(part, Expression):
                        self.value(part)
                return self._fresh(expression.type)

    def _block_value(self, body: Compound) -> Targets:
        self._statement(body)
        last: Node | None = body.items[-1] if body.items else None
        while isinstance(last, Label):
            last = last.body
        held = self.value(last.expression) if isinstance(last, Evaluate) else ()
        if held:
            self._block_values.append((body, held))
        return held

    def _update(self, expression: Step | Assignment) -> Targets:
        target = expression.target
        held = self._held(target)
        if isinstance(expression, Assignment) and expression.op is None:
            new = self.value(expression.value)
            self._equate(held, new)
            self.given += new[len(held) :]  # kept where nobody follows it
            return held
        if isinstance(expression, Assignment):
            self.value(expression.value)
        self._step(held, target.type)
        return held

    def _address(self, operand: Expression, type_: CType) -> Targets:
        """What a pointer to an lvalue points to."""
        place = self._place(operand)
        if not isinstance(place, Ref):
            return self._fresh(type_)
        if _is_behind_pointer(operand):
            self.moved.append(place)
        return (place,)

    def _cast(self, cast: Cast, operand: Expression) -> Targets:
        match operand.type, cast.type:
            case ((ArrayType() | FunctionType()), PointerType()):
                return self._address(operand, cast.type)
            case PointerType(), PointerType():
                return self.value(operand)
        held = self.value(operand)
        if isinstance(operand.type, PointerType):
            self.given += held
        if isinstance(cast.type, PointerType) and constant_value(operand) != 0:
            return (self.object(FromInteger(cast)),)
        return self._fresh(cast.type)

    def _binary(self, expression: Binary) -> Targets:
        left, right = expression.left, expression.right
        first, second = self.value(left), self.value(right)
        if not isinstance(expression.type, PointerType):
            return ()
        pointer, held, index = (left, first, right) if first else (right, second, left)
        if not held:
            return self._fresh(expression.type)
        element = _element(pointer.type)
        number = constant_value(index)
        if number is not None:
            sign = -1 if expression.op == "-" else 1
            moved = held[0].moved(sign * number * element)
        else:
            self._step(held, pointer.type)
            moved = held[0]
        if number != 0:
            self.moved.append(moved)
        return (moved,)

    def _step(self, held: Targets, type_: CType) -> None:
        if isinstance(type_, PointerType) and held:
            self.graph.step(held[0], _element(type_))
            self.moved.append(held[0])

    def _place(self, expression: Expression) -> Ref | Targets:
        """What an lvalue designates: a place in memory, or part of a plain variable."""
        known = self._places.get(expression)
        if known is None:
            known = self._places[expression] = self._find_place(expression)
        return known

    def _find_place(self, expression: Expression) -> Ref | Targets:
        match expression:
            case Name(variable=declared):
                return self._variable(declared)
            case Text():
                return self.object(Named(expression))
            case CompoundLiteral(initialiser=initialiser):
                place = self.object(Named(expression))
                self._initialise(place, expression.type, initialiser)
                return place
            case FunctionName(name=name):
                return self.object(Code(name))
            case Unary(op="*", operand=operand):
                return self._element_of(operand, None)
            case Subscript(base=base, index=index):
                self.value(index)
                return self._element_of(base, index)
            case Member(base=base, field=field):
                outer = self._place(base)
                if isinstance(outer, Ref):
                    return outer.moved(field.offset)
                return () if field.record.union or field.padding else self._member(outer, field)
        return self.value(expression)  # a structure that a call returns, say

    def _element_of(self, base: Expression, index: Expression | None) -> Ref | Targets:
        """What `base[index]`, or `*base`, designates."""
        if isinstance(base, Cast) and isinstance(base.operand.type, ArrayType):
            array, type_ = self._place(base.operand), base.operand.type
            if not isinstance(array, Ref):
                return array  # all elements of a plain array are one
            element = 8 * (size_of(type_.element) or 0)
            self.graph.array(array, type_.count or ENDLESS, element)
            number = None if index is None else constant_value(index)
            return array if number is None else array.moved(number * element)
        held = self.value(base)
        if not held:
            return self.graph.unknown()
        if index is None or not isinstance(base.type, PointerType):
            return held[0]
        element, number = _element(base.type), constant_value(index)
        if number is not None:
            return held[0].moved(number * element)
        self.graph.step(held[0], element)
        return held[0]

    def _held(self, expression: Expression) -> Targets:
        """What an lvalue that is read or written holds."""
        place = self._place(expression)
        if isinstance(place, Ref) and isinstance(expression, Member) and expression.field.bits is not None:
            self.graph.access(place, expression.field.bits)
            return ()
        return self._load(place, expression.type)

    def _initialise(self, place: Ref | Targets, type_: CType, value: Expression) -> None:
        if not isinstance(value, InitList):
            if isinstance(value, Text) and isinstance(type_, ArrayType):
                self._load(place, type_)
            else:
                self._store(place, type_, self.value(value))
            return
        self._load(place, type_)  # all of it is set
        for item in value.items:
            inner, part = self._part(place, type_, item.path)
            self._initialise(inner, part, item.value)

    def _part(self, place: Ref | Targets, type_: CType, path: Path) -> tuple[Ref | Targets, CType]:
        for step in path:
            if isinstance(type_, ArrayType):
                low = step.low if isinstance(step, ElementRange) else step
                type_ = type_.element
                if isinstance(place, Ref):
                    place = place.moved(low * 8 * (size_of(type_) or 0))
            elif isinstance(type_, RecordType) and isinstance(step, int):
                field = self._records.fields(type_)[step]
                if isinstance(place, Ref):
                    place = place.moved(field.offset)
                elif not type_.union:
                    place = self._member(place, field)
                type_ = field.type
        return place, type_


def _is_behind_pointer(expression: Expression) -> bool:
    """Whether an lvalue is a part, perhaps not at the start, of what a pointer points to."""
    part = False
    while True:
        match expression:
            case Member(base=base):
                part, expression = part or expression.field.offset != 0, base
            case Subscript(base=Cast(operand=array)) if isinstance(array.type, ArrayType):
                part, expression = True, array
            case Subscript():
                return True
            case Unary(op="*", operand=Cast(operand=array)) if isinstance(array.type, ArrayType):
                expression = array
            case _:
                return part and isinstance(expression, Unary)


def _element(type_: CType) -> int:
    """The bits by which a pointer of the type is moved at least; GNU's `void *` moves by bytes."""
    assert isinstance(type_, PointerType)
    return 8 * (size_of(type_.target) or 1)
