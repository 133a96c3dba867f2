"""Reading C in tests: the tree of a text, and a check that types fit together all over a tree."""

from __future__ import annotations

from collections.abc import Iterable

from maymust.frontends.c.clang.deep import run_deep
from maymust.frontends.c.clang.parse import parse
from maymust.frontends.c.reading.declarations import Declarations
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Conditional,
    Declared,
    ElementRange,
    Expression,
    InitList,
    Member,
    Opaque,
    Path,
    Step,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.tree.statements import Declare
from maymust.frontends.c.types import (
    VOID,
    ArrayType,
    CType,
    FunctionType,
    OtherType,
    PointerType,
    RecordType,
    is_scalar,
)


def read(text: str, model: str = "LP64", path: str = "t.c") -> Declarations:
    """The declarations of a text, all read."""

    def work() -> Declarations:
        found = Declarations(parse(path, text.encode(), model, (), ()))
        for name in found.defined():
            found.function(name)
        for variable in found.globals():
            if not variable.outside:
                found.initial_value(variable)
        return found

    return run_deep(work)


def nodes_of(declarations: Declarations, function: str = "f") -> list[Node]:
    """Every node of a function's body."""
    return walk(declarations.function(function).body)


def global_named(declarations: Declarations, name: str) -> Declared:
    """A global variable."""
    return next(variable for variable in declarations.globals() if variable.name == name)


def part_type(declarations: Declarations, type_: CType, path: Path) -> CType:
    """The type of a part."""
    for index in path:
        if isinstance(type_, ArrayType):
            high = index.high if isinstance(index, ElementRange) else index
            assert type_.count is not None and 0 <= high < type_.count
            type_ = type_.element
        else:
            assert isinstance(type_, RecordType) and isinstance(index, int)
            type_ = declarations.types.records.fields(type_)[index].type
    return type_


def misfits(declarations: Declarations, nodes: Iterable[Node]) -> list[str]:
    """Where the types of expressions do not fit together."""
    return [f"{node.place.span}: {node}" for node in nodes if not _fits(declarations, node)]


def _fits(declarations: Declarations, node: Node) -> bool:
    match node:
        case Member(base=base, field=field, type=type_):
            return base.type == field.record and type_ == field.type
        case Subscript(base=base, type=type_):
            return isinstance(base.type, PointerType) and base.type.target == type_
        case Unary(op="*", operand=operand, type=type_):
            return isinstance(operand.type, PointerType) and operand.type.target == type_
        case Unary(op="&", operand=operand, type=type_):
            return isinstance(type_, PointerType) and type_.target == operand.type
        case Cast(type=type_, operand=operand):
            return _converts(operand.type, type_)
        case Step(type=type_, target=target):
            return type_ == target.type and (is_scalar(type_) or isinstance(type_, OtherType))
        case Assignment(op=op, target=target, value=value, type=type_):
            return type_ == target.type and (op is not None or value.type == target.type)
        case Binary(op="+" | "-", left=left, right=right, type=PointerType() as type_):
            return type_ in (left.type, right.type)
        case Conditional(then=then, otherwise=otherwise, type=type_) if type_ != VOID:
            return otherwise.type == type_ and (then is None or then.type == type_)
        case CallExpression(callee=callee, arguments=arguments, prototyped=True):
            return _is_call(callee.type, arguments)
        case Declare(variable=variable, initialiser=initialiser) if initialiser is not None:
            return initialises(variable.type, initialiser)
        case InitList(items=items, type=type_):
            return all(
                initialises(part_type(declarations, type_, item.path), item.value)
                and not isinstance(item.value, InitList)
                for item in items
            )
    return True


def _converts(source: CType, target: CType) -> bool:
    if isinstance(target, PointerType) and isinstance(source, ArrayType | FunctionType):
        return target.target in (source, source.element if isinstance(source, ArrayType) else source)
    other = isinstance(target, OtherType) or isinstance(source, OtherType)
    return other or target == VOID or (is_scalar(source) and is_scalar(target) and source != target)


def _is_call(callee: CType, arguments: tuple[Expression, ...]) -> bool:
    if not isinstance(callee, PointerType) or not isinstance(callee.target, FunctionType):
        return False
    parameters = callee.target.parameters
    return not callee.target.prototyped or all(
        parameter == argument.type for parameter, argument in zip(parameters, arguments, strict=False)
    )


def initialises(type_: CType, value: Expression) -> bool:
    """Whether a value can be what an object of this type holds at first."""
    if isinstance(type_, ArrayType) and isinstance(value, Text):
        return value.type == type_ and isinstance(value.type, ArrayType)
    return value.type == type_ or isinstance(value, Opaque)
