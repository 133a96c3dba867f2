"""Lowers functions that print, write or send: they return how much they have, or that they could not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import argument_checks
from maymust.frontends.c.library import print_formats
from maymust.frontends.c.library.print_formats import Item
from maymust.frontends.c.source import InputCall
from maymust.frontends.c.types import IntType
from maymust.terms import TRUE, Term, and_, bitvec, constant, eq, implies, less, less_equal, or_, resize

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression, Expression

_FORMATS = {"printf": 0, "fprintf": 1, "dprintf": 1}  # which argument is the format
_DIGITS = 22  # of the longest number, in base 8; a sign comes with fewer


def _character(result: Term, given: list[Term]) -> Term:
    printed = resize(resize(given[0], 8, signed=False), result.width, signed=False)
    return or_(eq(result, printed), _is(result, -1))


def _items(result: Term, given: list[Term]) -> Term:
    size, count = given
    some = less_equal(result, count, signed=False)
    return and_(some, implies(_is(size, 0), _is(result, 0)))


def _bytes(result: Term, given: list[Term]) -> Term:
    return or_(_is(result, -1), and_(_at_least(result, 0), less_equal(result, given[1], signed=False)))


# The arguments that are numbers, by position, and what holds of the result and these.
_RULES: dict[str, tuple[tuple[int, ...], Callable[[Term, list[Term]], Term]]] = {
    "putchar": ((0,), _character),
    "putc": ((0,), _character),
    "fputc": ((0,), _character),
    "puts": ((), lambda result, _: _at_least(result, -1)),
    "fputs": ((), lambda result, _: _at_least(result, -1)),
    "fflush": ((), lambda result, _: or_(_is(result, 0), _is(result, -1))),
    "fwrite": ((1, 2), _items),
    "write": ((0, 2), _bytes),
    "pwrite": ((0, 2, 3), _bytes),
    "send": ((0, 2, 3), _bytes),
    "sendto": ((0, 2, 3, 5), _bytes),
    "sleep": ((0,), lambda result, given: less_equal(result, given[0], signed=False)),
}


def is_known(call: CallExpression) -> bool:
    """Whether more is known of the result of a call than that it is an input. Requires that its function has
    no body."""
    name = _plain(call)
    if not isinstance(call.type, IntType) or call.type.width < 32:
        return False
    if name in _FORMATS:
        return len(call.arguments) > _FORMATS[name]
    if name not in _RULES:
        return False
    types = [argument.type for argument in call.arguments]
    numbers = {at: type_.width for at, type_ in enumerate(types) if isinstance(type_, IntType)}
    return tuple(numbers) == _RULES[name][0] and numbers.get(2, call.type.width) == call.type.width


def result(low: Lowering, call: CallExpression) -> Value | None:
    """Makes the call; None where the path has ended. Requires that it is known."""
    name, plain, given = call.function or "", _plain(call), list[Term]()
    assert isinstance(call.type, IntType)
    for argument, value in argument_checks.evaluate_all(low, call).items():
        if plain in _RULES and isinstance(argument.type, IntType):
            assert value is not None
            given += value
    if low.dead:
        return None
    target = low.temporary(bitvec(call.type.width), f"{name}()", signed=call.type.signed)
    low.read_input(target, f"{name}()", "call", call.place.span, InputCall(name))
    holds = _RULES[plain][1](target, given) if plain in _RULES else _has_length(call, target)
    low.require(holds, call.place.span)
    return (target,)


def _plain(call: CallExpression) -> str:
    return (call.function or "").removeprefix("__builtin_").removesuffix("_unlocked")


def _has_length(call: CallExpression, target: Term) -> Term:
    """Whether the number of characters is one that the format allows; negative if there was an error."""
    at = _FORMATS[_plain(call)]
    pieces, given = print_formats.pieces(call.arguments[at]), iter(call.arguments[at + 1 :])
    if pieces is None:
        return TRUE
    least = 0
    most: int | None = 0
    for piece in pieces:
        shortest, longest = _lengths(piece, next(given, None)) if isinstance(piece, Item) else (1, 1)
        least, most = least + shortest, None if most is None or longest is None else most + longest
    highest = TRUE if most is None else less_equal(target, constant(most, target.width), signed=True)
    return or_(less(target, constant(0, target.width), signed=True), and_(_at_least(target, least), highest))


def _lengths(item: Item, argument: Expression | None) -> tuple[int, int | None]:
    """How many characters a conversion makes, at least and at most."""
    known = None if argument is None else print_formats.known(item, argument)
    if known is not None:
        return len(known), len(known)
    if item.kind == "c":
        return max(1, item.width), max(1, item.width)
    if item.kind == "s":
        return item.width, None if item.precision is None else max(item.width, item.precision)
    digits = item.precision or 1
    return max(digits, item.width), max(digits + 1, _DIGITS, item.width)


def _is(term: Term, value: int) -> Term:
    return eq(term, constant(value, term.width))


def _at_least(term: Term, value: int) -> Term:
    return less_equal(constant(value, term.width), term, signed=True)
