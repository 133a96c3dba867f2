"""Reads and replaces parts of a term of bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.storage.leaf_values import element, element_start, elements_of
from maymust.frontends.c.types import FloatType
from maymust.terms import Term, add, complement, constant, make, or_, resize
from maymust.terms import operators as ops
from maymust.terms.float_build import float_is_nan

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.leaves import Leaf
    from maymust.frontends.c.tree.places import Place


def bits_at(whole: Term, offset: Term, width: int) -> Term:
    """So many bits of a term from an offset on."""
    shifted = make(ops.LSHR, (whole, resize(offset, whole.width, signed=False)))
    if offset.value is not None:
        return make(ops.EXTRACT, (whole,), (offset.value + width - 1, offset.value))
    return resize(shifted, width, signed=False)


def refuse_unknown_bits(low: Emitter, leaves: tuple[Leaf, ...], value: Value, place: Place) -> None:
    """The path ends where a NaN is stored whose bits may be looked at: machines differ in which one they
    make."""
    position = 0
    for leaf in leaves:
        if isinstance(leaf.type, FloatType):
            nans = [float_is_nan(element(leaf, value[position], k)) for k in elements_of(leaf)]
            low.refuse(or_(*nans), "bits of a NaN", place)
        position += len(leaf.parts())


def with_leaves(whole: Term, start: Term, leaves: tuple[Leaf, ...], value: Value) -> Term:
    """A term of bits in which a part, so many bits behind the start, gets a value without pointers."""
    for leaf, term in zip(leaves, value, strict=True):
        for k in elements_of(leaf):
            offset = add(start, constant(leaf.start + element_start(leaf, k), start.width))
            whole = with_bits(whole, offset, element(leaf, term, k))
    return whole


def with_bits(whole: Term, offset: Term, new: Term) -> Term:
    """The term with some bits replaced."""
    amount = resize(offset, whole.width, signed=False)
    mask = make(ops.SHL, (constant((1 << new.width) - 1, whole.width), amount))
    placed = make(ops.SHL, (resize(new, whole.width, signed=False), amount))
    return make(ops.BOR, (make(ops.BAND, (whole, complement(mask))), placed))
