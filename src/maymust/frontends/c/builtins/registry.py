"""Lists the functions without a body whose calls have a meaning of their own here, that is neither a model's
in C nor "the result is an input", and calls what lowers each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.builtins import (
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
from maymust.frontends.c.builtins.division import divide
from maymust.frontends.c.builtins.number_inputs import read_number
from maymust.frontends.c.builtins.object_questions import same_object, watched_place
from maymust.frontends.c.library.copy_plans import IN_CELLS
from maymust.frontends.c.library.scan_formats import scanned
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import IntType, PointerType, RecordType
from maymust.frozen import frozen
from maymust.terms import constant, less

if TYPE_CHECKING:
    from collections.abc import Collection

    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression

_SAME_OBJECT, _UNMODELLED = "__maymust_same_object", "__maymust_unmodelled"  # for models


Lower = Callable[["Lowering", "CallExpression"], "Value | None"]


@frozen
class Builtin:
    """A kind of functions: which calls are of it, and what lowers them."""

    has: Callable[[CallExpression], bool]
    lower: Lower


def _named(names: Collection[str], lower: Lower) -> Builtin:
    return Builtin(lambda call: call.function in names, lower)


def _not_modelled(low: Lowering, call: CallExpression) -> None:
    """A model does not know what to do."""
    found = low.program.declarations.user_call(low.name)
    called = function_name(low.name) if found is None else found[1]
    low.unmodelled(f"`{called}` with such arguments", call.place)


def _without_argument(low: Lowering, call: CallExpression) -> None:
    low.unmodelled("va_arg without such an argument", call.place)


def _decided_once(low: Lowering, call: CallExpression) -> Value:
    """A positive number, the same throughout the run."""
    (value,) = low.parts(low.program.decided_once(f"{call.function}()", call.type, call.place))
    low.require(less(constant(0, value.width), value, signed=True), call.place.span)
    return (value,)


def _is_decided_once(call: CallExpression) -> bool:
    return call.function in library.DECIDED_ONCE and isinstance(call.type, IntType) and not call.arguments


def _is_number(call: CallExpression) -> bool:
    """Whether this gives a number whose range is known, or is asked for by a model."""
    name = call.function or ""
    return library.bounds_of_input(name) is not None or (library.is_input(name) and call.place.unit.is_model)


BUILTINS = (  # the first that has a call lowers it
    Builtin(lambda call: (call.function or "").endswith(IN_CELLS), copies.perform),
    _named(library.RANGES | library.CHOICES, ranged_inputs.result),
    _named(library.QUESTIONS, pointer_questions.answer),
    _named(library.FILLS_OBJECT, symbolic_memory.fill_object),
    Builtin(
        lambda call: call.function in library.REALLOCATIONS and isinstance(call.type, PointerType),
        reallocation.reallocate,
    ),
    _named({_UNMODELLED}, _not_modelled),
    _named({library.NO_ARGUMENT}, _without_argument),
    _named({errno_value.CHECK}, errno_value.check),
    _named(left_open.NAMES, left_open.result),
    _named({_SAME_OBJECT}, same_object),
    _named(library.RULE_PLACES, watched_place),
    Builtin(
        lambda call: call.function in library.DIVISIONS and isinstance(call.type, RecordType),
        divide,
    ),
    Builtin(_is_decided_once, _decided_once),
    Builtin(lambda call: floats.is_known(call.function or ""), floats.result),
    Builtin(lambda call: scanned(call) is not None, scanning.scan),
    Builtin(_is_number, read_number),
)


def is_known(call: CallExpression) -> bool:
    """Whether the call is one of these. Requires that its function has a name and no body."""
    return any(builtin.has(call) for builtin in BUILTINS)


def result(low: Lowering, call: CallExpression) -> Value | None:
    """Makes a call that is known. The result is None where there is none, or the path has ended."""
    return next(builtin for builtin in BUILTINS if builtin.has(call)).lower(low, call)
