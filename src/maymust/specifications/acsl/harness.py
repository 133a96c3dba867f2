"""Writes a C function that calls the one with a contract, and mentions all memory that this may speak of.

The front end keeps apart what pointers cannot share, and leaves out what nobody reads. What a contract reads,
the program need not: so there is a function that would read all of it, if it went on where it never does.

    struct node *maymust_contract_insert(struct node *list, int value)
    {
        int maymust_never = 0;
        struct node *maymust_result = insert(list, value);
        if (maymust_never) { … maymust_object0 = list; maymust_object0 = maymust_object0->next; … }
        return maymust_result;
    }

Functions whose contracts stand for calls of them are called there, too: what they get and give is of the same
memory then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maymust.frontends.acsl.scope import Scope
from maymust.frontends.c.types import CType, IntType, PointerType, RecordType, VoidType, spelled

PREFIX = "maymust_contract_"
_RESULT = "maymust_result"


def harness_name(function: str) -> str:
    """The name of the function that calls this one."""
    return PREFIX + function


def harness_text(scope: Scope, callees: Sequence[Scope] = ()) -> str:
    """C's text of it, on one line, to be put behind the user's. It mentions what the contracts of `callees`
    may speak of, too."""
    returns, _, parameters = scope.prototype.partition("(")
    names = list(scope.parameters)
    types = _split(parameters.removesuffix(")"))
    declared = ", ".join(f"{type_} {name}" for type_, name in zip(types, names, strict=False)) or "void"
    call = f"{scope.function}({', '.join(names)});"
    is_void = isinstance(scope.returns, VoidType)
    result = call if is_void else f"{returns}{_RESULT} = {call}"
    end = "" if is_void else f"return {_RESULT};"
    mentions = " ".join(_mentions(scope, callees))
    body = f"int maymust_never = 0; {result} if (maymust_never) {{ {mentions} }} {end}"
    return f"\n{returns}{harness_name(scope.function)}({declared}) {{ {body} }}\n"


def is_possible(scope: Scope) -> bool:
    """Whether the function can be declared once more by putting names behind types."""
    plain = not any(mark in scope.prototype for mark in ("[", "(*", "..."))
    return plain and scope.prototype.count("(") == 1 and all(scope.parameters)


def _split(parameters: str) -> list[str]:
    return [] if parameters in ("", "void") else [each.strip() for each in parameters.split(",")]


def pointed_to(*scopes: Scope) -> list[IntType | RecordType]:
    """The types of the objects that the functions' contracts may speak of."""
    found: list[IntType | RecordType] = []
    pending = [
        type_
        for scope in scopes
        for root in (*scope.parameters.values(), *scope.used_globals.values(), scope.returns)
        for _, type_ in scope.scalars(root)
    ]
    while pending:
        type_ = pending.pop(0)
        if not isinstance(type_, PointerType) or type_.target in found:
            continue
        target, inner = type_.target, scopes[0].scalars(type_.target)
        if isinstance(target, IntType) or (isinstance(target, RecordType) and inner):
            found.append(target)
            pending.extend(each for _, each in inner)
    return found


def _mentions(scope: Scope, callees: Sequence[Scope]) -> Iterator[str]:
    types: list[CType] = list(pointed_to(scope, *callees))
    names = {type_: f"maymust_object{number}" for number, type_ in enumerate(types)}
    yield "long maymust_number = 0;"
    for type_, name in names.items():
        yield f"{spelled(type_)} *{name} = 0;"
    values = {**scope.parameters, **scope.used_globals}
    for callee in callees:
        values = {**callee.used_globals, **values}
    if not isinstance(scope.returns, VoidType):
        values[_RESULT] = scope.returns
    for value, type_ in values.items():
        for path, scalar in scope.scalars(type_):
            yield from _mention(".".join((value, *path)), scalar, names)
    for callee in callees:
        yield from _mentioned_call(callee, names)
    for type_, name in names.items():
        for path, scalar in scope.scalars(type_):
            yield from _mention(f"{name}->{'.'.join(path)}" if path else f"*{name}", scalar, names)
    for array, path in sorted({pair for each in (scope, *callees) for pair in each.elements}, key=str):
        text = ".".join((array, *path)) if isinstance(array, str) else f"{names[array]}->{'.'.join(path)}"
        yield f"maymust_number += {text}[0];"


def _mentioned_call(callee: Scope, names: dict[CType, str]) -> Iterator[str]:
    """A call with what is of the right types; of a function that takes records there is none."""
    types = list(callee.parameters.values())
    if not all(isinstance(each, IntType | PointerType) for each in types):
        return
    arguments = [names.get(each.target, "0") if isinstance(each, PointerType) else "0" for each in types]
    call = f"{callee.function}({', '.join(arguments)})"
    if isinstance(callee.returns, IntType | PointerType):
        yield from _mention(call, callee.returns, names)
    else:
        yield f"{call};"


def _mention(text: str, type_: IntType | PointerType, names: dict[CType, str]) -> Iterator[str]:
    if isinstance(type_, IntType):
        yield f"maymust_number += {text};"
    elif type_.target in names:
        yield f"{names[type_.target]} = ({spelled(type_.target)} *){text};"
