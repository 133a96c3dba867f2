"""Lists the functions without a body whose calls have a meaning of their own here, that is neither a model's
in C nor "the result is an input", and calls what lowers each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.builtins import (
    argument_checks,
    copies,
    errno_value,
    floats,
    left_open,
    pointer_questions,
    ranged_inputs,
    reallocation,
    scanning,
    symbolic_memory,
)
from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.library.copy_plans import IN_CELLS
from maymust.frontends.c.library.scan_formats import scanned
from maymust.frontends.c.memory.numbers import UNINITIALISED
from maymust.frontends.c.source import HiddenInput, InputCall, Uninitialised
from maymust.frontends.c.tree.leaves import OBJECT_WIDTH
from maymust.frontends.c.types import IntType, PointerType, RecordType
from maymust.ir.program import function_name
from maymust.terms import and_, bitvec, constant, eq, ite, less, less_equal, make, ne, resize
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.source import Origin
    from maymust.frontends.c.tree.expressions import CallExpression

_SAME_OBJECT, _UNMODELLED = "__maymust_same_object", "__maymust_unmodelled"  # for models


def is_known(call: CallExpression) -> bool:
    """Whether the call is one of these. Requires that its function has a name and no body."""
    name = call.function or ""
    own = (_SAME_OBJECT, _UNMODELLED, library.NO_ARGUMENT, errno_value.CHECK)
    if (
        name.endswith(IN_CELLS)
        or name in own
        or name in library.RULE_PLACES
        or name in left_open.NAMES
        or library.bounds_of_input(name) is not None
    ):
        return True
    if name in library.RANGES | library.CHOICES | library.QUESTIONS | library.FILLS_OBJECT:
        return True
    if name in library.REALLOCATIONS:
        return isinstance(call.type, PointerType)
    if library.is_input(name):
        return call.place.unit.is_model
    if name in library.DIVISIONS:
        return isinstance(call.type, RecordType)
    if name in library.DECIDED_ONCE:
        return isinstance(call.type, IntType) and not call.arguments
    return floats.is_known(name) or scanned(call) is not None


def result(low: Lowering, call: CallExpression) -> Value | None:
    """Makes the call. The result is None where there is none, or the path has ended."""
    name = call.function or ""
    if name.endswith(IN_CELLS):
        return copies.perform(low, call)
    if name in library.RANGES | library.CHOICES:
        return ranged_inputs.result(low, call)
    if name in library.QUESTIONS:
        return pointer_questions.answer(low, call)
    if name in library.FILLS_OBJECT:
        symbolic_memory.fill_object(low, call)
        return None
    if name in library.REALLOCATIONS:
        return reallocation.reallocate(low, call)
    if name == _UNMODELLED:
        found = low.program.declarations.user_call(low.name)
        called = function_name(low.name) if found is None else found[1]
        low.unmodelled(f"`{called}` with such arguments", call.place)
        return None
    if name == library.NO_ARGUMENT:
        low.unmodelled("va_arg without such an argument", call.place)
        return None
    if name == errno_value.CHECK:
        errno_value.check(low, call)
        return None
    if name in left_open.NAMES:
        return left_open.result(low, call)
    if name == _SAME_OBJECT:
        return _same_object(low, call)
    if name in library.RULE_PLACES:
        return _watched_place(low, call, name)
    if name in library.DIVISIONS:
        return _divided(low, call)
    if name in library.DECIDED_ONCE:
        (value,) = low.parts(low.program.decided_once(f"{name}()", call.type, call.place))
        low.require(less(constant(0, value.width), value, signed=True), call.place.span)
        return (value,)
    if floats.is_known(name):
        return floats.result(low, call, name)
    if scanned(call) is not None:
        return scanning.scan(low, call)
    return _input(low, call, name)


def _divided(low: Lowering, call: CallExpression) -> Value | None:
    """`div`: quotient and remainder."""
    types = {argument.type for argument in call.arguments}
    parts = low.program.shapes.parts(call.type) if low.program.shapes.obstacle(call.type) is None else ()
    given = [low.value(part) for part in call.arguments if isinstance(part.type, IntType)]
    if len(types) != 1 or [part.sort for part in parts] != [term.sort for term in given] or len(given) != 2:
        low.unmodelled(f"`{call.function}` with such arguments", call.place)
        return None
    first, second = given
    lowest = constant(1 << (first.width - 1), first.width)
    check(low, "div", eq(second, constant(0, second.width)), "division by zero", call.place)
    overflow = and_(eq(first, lowest), eq(second, constant(-1, second.width)))
    check(low, "div", overflow, "overflow in a signed division", call.place)
    return make(ops.SDIV, (first, second)), make(ops.SREM, (first, second))


def _same_object(low: Lowering, call: CallExpression) -> Value | None:
    first, second = (low.pointer(argument) for argument in call.arguments)
    if first is None or second is None:
        return None
    points = low.program.memory.points
    nodes = {points.graph.resolve(ref).node for argument in call.arguments for ref in points.value(argument)}
    if len(nodes) > 1:
        return (constant(0, 32),)  # they are in different regions
    return (ite(eq(first[0], second[0]), constant(1, 32), constant(0, 32)),)


def _watched_place(low: Lowering, call: CallExpression, name: str) -> Value | None:
    """Unlike `==`, this does not depend on what lies beside what, or where something has been before: rules
    speak of objects. An uninitialised pointer leads to none, and null is null at any offset."""
    pointer = low.pointer(call.arguments[-1])
    if pointer is None:
        return None
    if name != library.RULE_SAME:
        return pointer[:1] if name == library.RULE_OBJECT else pointer[1:]
    place = [low.value(argument) for argument in call.arguments[:-1]]
    compared = 1 if constant(0, OBJECT_WIDTH) in (place[0], pointer[0]) else None
    same = and_(*[eq(one, other) for one, other in zip(place[:compared], pointer[:compared], strict=True)])
    known = ne(place[0], constant(UNINITIALISED, OBJECT_WIDTH))
    return (ite(and_(same, known), constant(1, 32), constant(0, 32)),)


def _input(low: Lowering, call: CallExpression, name: str) -> Value | None:
    """A number from outside, in the range of the function. What a model reads is not to be had natively."""
    argument_checks.evaluate(low, call)
    if low.dead or not isinstance(call.type, IntType):
        low.unmodelled(f"result of `{name}`", call.place)
        return None
    width, least = library.bounds_of_input(name) or (call.type.width, None)
    text = f"{function_name(low.name)}()" if call.place.unit.is_model else f"{name}()"
    origin: Origin = HiddenInput() if call.place.unit.is_model else InputCall(name)
    if function_name(low.name) in library.FILLS:
        origin = Uninitialised(text, None, filled=True)
    signed = least is not None or call.type.signed
    given = low.temporary(bitvec(min(width, call.type.width)), text, signed=signed)
    low.read_input(given, text, "call", call.place.span, origin)
    if least is not None:
        low.require(less_equal(constant(least, given.width), given, signed=True), call.place.span)
    return (resize(given, call.type.width, signed=least is not None),)
