"""Expressions read from C, and how they look in short."""

from __future__ import annotations

from helpers.c_trees import global_named, nodes_of, read
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    CompoundLiteral,
    Constant,
    ElementRange,
    Expression,
    FunctionName,
    InitList,
    Member,
    Name,
    Opaque,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.tree.statements import Return
from maymust.frontends.c.types import ArrayType, FunctionType


def returned(text: str, model: str = "LP64") -> Expression:
    """What `f` returns."""
    nodes = nodes_of(read(text, model))
    value = next(node.value for node in nodes if isinstance(node, Return))
    assert value is not None
    return value


def initial(text: str, name: str = "x") -> Expression:
    """The initial value of a global variable."""
    found = read(text)
    return found.initial_value(global_named(found, name))


def show(expression: Expression) -> str:
    """An expression in short: `a@` is an array or function that becomes a pointer."""
    match expression:
        case Constant(value=value):
            return str(value)
        case Name(variable=variable):
            return variable.name
        case FunctionName(name=name):
            return name
        case Member(base=base, field=field):
            return f"{show(base)}.{field.name or '_'}"
        case Subscript(base=base, index=index):
            return f"{show(base)}[{show(index)}]"
        case Unary(op=op, operand=operand):
            return f"({op}{show(operand)})"
        case Cast(operand=operand, type=type_):
            if isinstance(operand.type, ArrayType | FunctionType):
                return f"{show(operand)}@"
            return f"({type(type_).__name__.removesuffix('Type')}){show(operand)}"
        case Binary(op=op, left=left, right=right):
            return f"({show(left)} {op} {show(right)})"
        case Assignment(target=target, value=value):
            return f"{show(target)} = {show(value)}"
        case CallExpression(function=name, callee=callee, arguments=arguments):
            return f"{name or show(callee)}({', '.join(map(show, arguments))})"
        case Text(text=text):
            return text
        case CompoundLiteral(initialiser=inner):
            return f"literal{show(inner)}"
        case InitList(items=items):
            return "{" + ", ".join(f"{show_path(item.path)}={show(item.value)}" for item in items) + "}"
        case Opaque(construct=construct):
            return f"<{construct}>"
    raise AssertionError(expression)


def show_path(path: tuple[int | ElementRange, ...]) -> str:
    return ".".join(str(i) if isinstance(i, int) else f"{i.low}-{i.high}" for i in path)
