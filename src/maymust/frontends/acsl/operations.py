"""The types of operators: what they take, and what they give."""

from __future__ import annotations

from dataclasses import replace

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.acsl.constants import folded, made
from maymust.frontends.acsl.typed import (
    NULL,
    TRUTH,
    Apply,
    Constant,
    NullType,
    Number,
    Operator,
    SetType,
    Term,
    Truth,
    Type,
    type_text,
)
from maymust.frontends.c.types import INT, IntType, PointerType, common_type, promoted
from maymust.ir.source import Span

_ARITHMETIC: dict[str, Operator] = {
    "+": "plus", "-": "minus", "*": "times", "/": "divide", "%": "modulo",
    "&": "bit_and", "|": "bit_or", "^": "bit_xor", "<<": "shift_left", ">>": "shift_right",
}  # fmt: skip
_SETS: dict[str, Operator] = {"union": "union", "inter": "intersection", "diff": "difference"}


def error(span: Span, message: str, hint: str = "") -> InputError:
    """A complaint about the user's contract."""
    return InputError(Diagnostic("error", message, span, hint))


def as_truth(term: Term) -> Term:
    """Whether it is true; numbers and pointers are compared with zero, as in C."""
    match term.type:
        case Truth():
            return term
        case IntType():
            return Apply("unequal", (term, Number(0, INT, term.span)), TRUTH, term.span)
        case PointerType():
            return Apply("unequal", (term, Constant("null", term.type, term.span)), TRUTH, term.span)
    raise error(term.span, f"this is {type_text(term.type)}, but must be true or false")


def wanted(kind: type[IntType] | type[SetType] | type[PointerType], term: Term, what: str) -> Term:
    """The term, which must be of this kind."""
    if isinstance(term.type, kind):
        return term
    hint = ""
    if kind is IntType and isinstance(term.type, Truth):
        hint = "write … ? 1 : 0"
    elif kind is SetType:
        hint = "a set of one is written {x}"
    raise error(term.span, f"this is {type_text(term.type)}, but must be {what}", hint)


def both(operator: Operator, left: Term, right: Term, span: Span) -> Term:
    """A connective of two truth values."""
    return Apply(operator, (left, right), TRUTH, span)


def prefixed(operator: str, operand: Term, span: Span) -> Term:
    """`-`, `+` or `~`."""
    wanted(IntType, operand, "a number")
    assert isinstance(operand.type, IntType)
    type_ = promoted(operand.type)
    if operator == "+":
        return operand
    if isinstance(operand, Number):
        known = made(-operand.value if operator == "-" else ~operand.value, type_, span)
        if known is not None:
            return known
    return Apply("negate" if operator == "-" else "complement", (operand,), type_, span)


def arithmetic(operator: str, left: Term, right: Term, span: Span) -> Term:
    """An operator of C on numbers."""
    for term in (left, right):
        if isinstance(term.type, PointerType):
            raise error(term.span, "contracts do not compute with pointers")
        wanted(IntType, term, "a number")
    assert isinstance(left.type, IntType) and isinstance(right.type, IntType)
    type_ = promoted(left.type) if operator in ("<<", ">>") else common_type(left.type, right.type)
    if operator in ("/", "%") and not type_.signed:
        raise error(span, f"`{operator}` of unsigned numbers is not supported in contracts")
    if isinstance(left, Number) and isinstance(right, Number):
        known = folded(_ARITHMETIC[operator], left, right, type_, span)
        if known is not None:
            return known
    return Apply(_ARITHMETIC[operator], (left, right), type_, span)


def of_one_kind(left: Term, right: Term, span: Span) -> tuple[Term, Term, Type]:
    """Both terms, with the type that they have in common; `0` is null beside a pointer."""
    left, right = _as_null(left, right.type), _as_null(right, left.type)
    type_ = _common(left.type, right.type)
    if type_ is None:
        message = f"{type_text(left.type)} and {type_text(right.type)} do not go together"
        raise error(span, message)
    return _with_type(left, type_), _with_type(right, type_), type_


def compared(operator: str, left: Term, right: Term, span: Span) -> Term:
    """A comparison; `\\in` is one."""
    if operator == "\\in":
        wanted(SetType, right, "a set")
        assert isinstance(right.type, SetType)
        if not isinstance(left.type, IntType | PointerType | NullType):
            raise error(left.span, f"{type_text(left.type)} cannot be in a set")
        element: Type = left.type if right.type.element is None else right.type.element
        if _common(left.type, element) is None:
            raise error(span, f"{type_text(left.type)} cannot be in {type_text(right.type)}")
        if isinstance(left.type, IntType) and _common(SetType(left.type), right.type) is None:
            message = f"{type_text(left.type)} is not compared with the elements of {type_text(right.type)}"
            raise error(span, message, "use one type, or signed ones")
        return Apply("in", (_with_type(left, element), right), TRUTH, span)
    if operator in ("==", "!="):
        left, right, type_ = of_one_kind(left, right, span)
        if isinstance(type_, Truth):
            same = both("iff", left, right, span)
            return same if operator == "==" else Apply("not", (same,), TRUTH, span)
        return both("equal" if operator == "==" else "unequal", left, right, span)
    for term in (left, right):
        wanted(IntType, term, "a number")
    if operator in (">", ">="):
        left, right = right, left
    return both("less" if operator in ("<", ">") else "at_most", left, right, span)


def applied(function: str, arguments: tuple[Term, ...], span: Span) -> Term:
    """One of contracts' own functions."""
    match function:
        case "valid" | "fresh":
            (pointer,) = arguments
            if not isinstance(pointer.type, SetType) or not isinstance(pointer.type.element, PointerType):
                wanted(PointerType, pointer, "a pointer")
            return Apply("valid" if function == "valid" else "fresh", arguments, TRUTH, span)
        case "card":
            wanted(SetType, arguments[0], "a set")
            return Apply("card", arguments, INT, span)
    for argument in arguments:
        wanted(SetType, argument, "a set")
    type_: Type = arguments[0].type
    for argument in arguments[1:]:
        common = _common(type_, argument.type)
        if common is None:
            message = f"{type_text(type_)} and {type_text(argument.type)} do not go together"
            raise error(span, message)
        type_ = common
    if function == "subset":
        return Apply("subset", arguments, TRUTH, span)
    return Apply(_SETS[function], arguments, type_, span)


def _as_null(term: Term, other: Type) -> Term:
    if isinstance(other, PointerType) and isinstance(term, Number) and term.value == 0:
        return Constant("null", NULL, term.span)
    return term


def _with_type(term: Term, type_: Type) -> Term:
    """The term; if it is null, as a pointer of this type."""
    return replace(term, type=type_) if isinstance(term.type, NullType) else term


def _common(left: Type, right: Type) -> Type | None:
    match left, right:
        case IntType(), IntType():
            return common_type(left, right)
        case NullType(), PointerType():
            return right
        case PointerType(), NullType():
            return left
        case SetType(None), SetType():
            return right
        case SetType(), SetType(None):
            return left
        case SetType(IntType(signed=True)), SetType(IntType(signed=True)):
            return left
        case _:
            return left if left == right else None
