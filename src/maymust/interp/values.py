"""Values of inputs: what one is that a test does not give, and what one means that does not fit its sort."""

from __future__ import annotations

from maymust.terms import ArraySort, ArrayValue, BitVecSort, Sort, Value, array_value, filled


def zero(sort: Sort) -> Value:
    """Zero; an array of zeros."""
    return filled(sort.index, 0) if isinstance(sort, ArraySort) else 0


def fitting(value: Value, sort: Sort) -> Value:
    """The value as one of the sort: what has too many bits loses them, a number is an array that has it
    everywhere, and an array is a number by what it has almost everywhere."""
    if not isinstance(sort, ArraySort):
        number = value.default if isinstance(value, ArrayValue) else value
        return number & _mask(sort.width if isinstance(sort, BitVecSort) else 1)
    mask, index_mask = _mask(sort.element), _mask(sort.index)
    if not isinstance(value, ArrayValue):
        return filled(sort.index, value & mask)
    elements = value.items()
    fits = all(index <= index_mask and 0 <= element <= mask for index, element in elements)
    if fits and value.index_width == sort.index and 0 <= value.default <= mask:
        return value
    fitted = {index & index_mask: element & mask for index, element in reversed(elements)}
    return array_value(sort.index, value.default & mask, fitted.items())


def _mask(width: int) -> int:
    return (1 << width) - 1
