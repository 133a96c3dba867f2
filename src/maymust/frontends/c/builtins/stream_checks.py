"""Checks that streams which are used are streams, and open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.emitting.gaps import leave_open
from maymust.frontends.c.points_to.objects import FromOutside
from maymust.frontends.c.tree.expressions import Declared
from maymust.frontends.c.types import PointerType
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import constant, eq, or_, select

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import MemoryPlace
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.points_to.objects import Named
    from maymust.frontends.c.tree.places import Place
    from maymust.terms import Term


def check_open(low: Lowering, target: MemoryPlace) -> None:
    """What a pointer, which is not null, leads to is a stream, and not closed."""
    assert target.access is not None
    _check_stream(low, target, target.access)
    _check_open(low, target.ref, target.object, f"use of a closed stream in `{target.by}`", target.access)


def check_given_away(low: Lowering, ref: Ref, object_: Term, name: str, place: Place) -> None:
    """What is given to a function without a body that is not known is no stream that is closed."""
    _check_open(low, ref, object_, f"closed stream given to `{name}`", place)


def check_standard(low: Lowering, stream: str, name: str, place: Place) -> None:
    """A standard stream, that a function uses without being told, is not closed. Where the address of its
    variable is taken, which stream that is may change, and is not known."""
    memory, declarations = low.program.memory, low.program.declarations
    for declared in declarations.globals() if memory.all_closed else ():
        if declared.name != stream or not declared.outside or not isinstance(declared.type, PointerType):
            continue
        if memory.points.in_memory(declared):
            low.unmodelled(f"`{name}` where the address of `{stream}` is taken", place)
        elif declared in low.program.lasting:
            ref = memory.points.object(FromOutside(declared.type.target))
            message = f"use of a closed stream, `{stream}`, in `{name}`"
            _check_open(low, ref, low.parts(declared)[0], message, place)


def _check_open(low: Lowering, ref: Ref, object_: Term, message: str, place: Place) -> None:
    closed = low.program.memory.closed(ref)
    if closed is not None:
        check(low, "deref", eq(select(closed, object_), constant(1, 1)), message, place)


def _check_stream(low: Lowering, target: MemoryPlace, place: Place) -> None:
    """It is none of the program's own objects. Where streams may be among what is allocated, nobody knows
    which."""
    memory, message = low.program.memory, f"use of what is no stream in `{target.by}`"
    region, is_allocated = memory.region(target.ref), memory.validity.is_allocated(target.object)
    numbers = [memory.number(key) for key in region.named if not _is_elsewhere(key)]
    own = [eq(target.object, constant(number, OBJECT_WIDTH)) for number in numbers]
    if region.functions or not memory.shortcuts:
        own.append(memory.validity.is_code(target.object))
    check(low, "deref", or_(*own), message, place)
    opened = [key.call.function in library.OPENS for key in region.allocated]
    if opened and not any(opened):
        check(low, "deref", is_allocated, message, place)
    elif not all(opened):
        leave_open(low, is_allocated, "stream, or what is none", place, ("deref", message))


def _is_elsewhere(key: Named) -> bool:
    """Whether a variable is defined elsewhere: by the library, perhaps."""
    return isinstance(key.what, Declared) and key.what.outside
