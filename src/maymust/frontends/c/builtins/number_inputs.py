"""Lowers calls that give a number from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.builtins import argument_checks
from maymust.frontends.c.source import HiddenInput, InputCall, Uninitialised
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import IntType
from maymust.terms import bitvec, constant, less_equal, resize

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.source import Origin
    from maymust.frontends.c.tree.expressions import CallExpression


def read_number(low: Lowering, call: CallExpression) -> Value | None:
    """A number from outside, in the range of the function. What a model reads is not to be had natively."""
    name = call.function or ""
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
