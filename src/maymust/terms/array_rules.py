"""Simplifications of arrays and of joined bit-vectors; see `terms.rules` for what a rule is.

A read looks through the stores that are certainly elsewhere. Where a store may be at the index that is read,
the read stays as it is: to distinguish the cases (`expand_read`) is a decision of whoever needs it.
"""

from __future__ import annotations

from maymust.terms import operators as ops
from maymust.terms.build import concat, conjunction, eq, ite, make, select, store
from maymust.terms.evaluate import evaluate_all
from maymust.terms.rules import SMALL, Args, Indices, base_and_offset, simplifies
from maymust.terms.sorts import ArraySort
from maymust.terms.term import Term, boolean, constant

_SHADOWED = 16  # a store looks for an earlier one at its index behind so many others


def expand_read(term: Term) -> Term | None:
    """A read from a store, by cases: what is stored, or a read from the array before. None for others."""
    if term.op is not ops.SELECT or term.args[0].op is not ops.STORE:
        return None
    (array, index, element), at = term.args[0].args, term.args[1]
    return ite(eq(index, at), element, select(array, at))


def certainly_differ(a: Term, b: Term) -> bool:
    """Whether two bit-vectors of one width differ whatever the variables are, as far as a glance tells."""
    pairs = [(a, b)]
    while pairs:
        one, other = pairs.pop()
        if one is other:
            continue
        if one.value is not None:
            one, other = other, one
        if one.value is not None:
            return True  # two constants
        (one_base, one_offset), (other_base, other_offset) = base_and_offset(one), base_and_offset(other)
        if one_base is other_base and one_offset != other_offset:
            return True
        if one.op is ops.CONCAT:
            if other.value is not None:
                low = one.args[1].width
                parts = constant(other.value >> low, one.args[0].width), constant(other.value, low)
                pairs += zip(one.args, parts, strict=True)
            elif other.op is ops.CONCAT and one.args[1].width == other.args[1].width:
                pairs += zip(one.args, other.args, strict=True)
    return False


# -- arrays


def _behind(array: Term, index: Term, most: int | None = None) -> Term:
    """The array behind the stores that are not at the index; not more of them than `most`."""
    is_constant, base = index.value is not None, base_and_offset(index)[0]
    while array.op is ops.STORE and most != 0:
        at = array.args[1]
        if at is index:
            break
        at_a_glance = at.value is not None if is_constant else base_and_offset(at)[0] is base
        if not at_a_glance and not certainly_differ(at, index):
            break
        array = array.args[0]
        most = None if most is None else most - 1
    return array


def _known_element(array: Term, index: Term) -> Term | None:
    """The element at the index, if the array itself tells."""
    if array.op is ops.STORE and array.args[1] is index:
        return array.args[2]
    return array.args[0] if array.op is ops.FILL else None


@simplifies(ops.SELECT)
def _select(args: Args, _: Indices) -> Term | None:
    array, index = args
    behind = _behind(array, index)
    element = _known_element(behind, index)
    if element is not None:
        return element
    if behind is not array:
        return select(behind, index)
    if array.op is ops.ITE and array.size <= SMALL:
        then, otherwise = (select(branch, index) for branch in array.args[1:])
        return then if then is otherwise else None
    return None


@simplifies(ops.STORE)
def _store(args: Args, _: Indices) -> Term | None:
    array, index, element = args
    behind = _behind(array, index, _SHADOWED)
    known = _known_element(behind, index)
    if known is element or (element.op is ops.SELECT and element.args == (behind, index)):
        return array  # it is there already
    if behind.op is ops.STORE and behind.args[1] is index:
        return store(_without(array, behind), index, element)
    return None


def _without(array: Term, shadowed: Term) -> Term:
    """The array without one of its stores; those after it are elsewhere."""
    later: list[Term] = []
    while array is not shadowed:
        later.append(array)
        array = array.args[0]
    array = array.args[0]
    for other in reversed(later):
        array = store(array, other.args[1], other.args[2])
    return array


@simplifies(ops.EQ)
def _eq_arrays(args: Args, _: Indices) -> Term | None:
    a, b = args
    if not isinstance(a.sort, ArraySort):
        return None
    if not a.free and not b.free:
        one, other = evaluate_all((a, b), {})
        return boolean(one == other)
    if a.op is b.op is ops.FILL:
        return eq(a.args[0], b.args[0])
    if a.op is b.op is ops.STORE and a.args[:2] == b.args[:2]:
        return eq(a.args[2], b.args[2])
    for changed, array in ((a, b), (b, a)):
        if changed.op is ops.STORE and changed.args[0] is array:
            return eq(select(array, changed.args[1]), changed.args[2])
    return None


# -- joined bit-vectors


@simplifies(ops.CONCAT)
def _concat(args: Args, _: Indices) -> Term | None:
    high, low = args
    joined = _joined(high, low)
    if joined is not None:
        return joined
    if high.op is ops.CONCAT:
        joined = _joined(high.args[1], low)
        return None if joined is None else concat(high.args[0], joined)
    if low.op is ops.CONCAT:
        joined = _joined(high, low.args[0])
        return None if joined is None else concat(joined, low.args[1])
    return None


def _joined(high: Term, low: Term) -> Term | None:
    """Two parts that are neighbours of one bit-vector, or constants, as one."""
    if high.value is not None and low.value is not None:
        return concat(high, low)
    if high.op is low.op is ops.EXTRACT and high.args == low.args and high.indices[1] == low.indices[0] + 1:
        return make(ops.EXTRACT, high.args, (high.indices[0], low.indices[1]))
    return None


@simplifies(ops.EXTRACT)
def _extract_of_concat(args: Args, indices: Indices) -> Term | None:
    whole, (high, low) = args[0], indices
    while whole.op is ops.CONCAT:
        above, below = whole.args
        if low >= below.width:
            whole, high, low = above, high - below.width, low - below.width
        elif high < below.width:
            whole = below
        else:
            break
    if whole is not args[0]:
        return make(ops.EXTRACT, (whole,), (high, low))
    if whole.op is not ops.CONCAT or whole.size > SMALL:
        return None
    above, below = whole.args
    upper = make(ops.EXTRACT, (above,), (high - below.width, 0))
    return concat(upper, make(ops.EXTRACT, (below,), (below.width - 1, low)))


@simplifies(ops.EQ)
def _eq_of_concat(args: Args, _: Indices) -> Term | None:
    """Part by part, where the other side has parts, too."""
    for joined, other in (args, args[::-1]):
        known = other.value is not None or other.op in (ops.CONCAT, ops.ZEXT)
        if joined.op is ops.CONCAT and known:
            high, low = joined.args
            if joined.size > SMALL and ops.CONCAT in (high.op, low.op):
                continue
            above = make(ops.EXTRACT, (other,), (other.width - 1, low.width))
            below = make(ops.EXTRACT, (other,), (low.width - 1, 0))
            return conjunction((eq(high, above), eq(low, below)))
    return None
