"""Models that people like to read: the prover's own, with simpler values where evaluation allows them.

A person reads -1 more easily than -1073741824, and a loop that runs to a small bound ends sooner. Besides 0,
1 and -1, the numbers that the constraint itself mentions are tried, and their neighbours. A pointer from
outside is null or the number of an object, from `OUTSIDE` on: it becomes null if it may, else the first
object that fits, so there are few objects, with small numbers. Of memory, only what is read matters; the
rest is zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.must.symbolic import position_of
from maymust.interp.values import zero
from maymust.ir.memory import NO_OBJECT, OBJECT_WIDTH, OUTSIDE
from maymust.terms import ArrayValue, Term, Value, array_value, postorder, to_signed
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate, evaluate_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_LARGEST = 4000  # a larger constraint is not worth tidying
_MOST_VALUES = 16
_MOST_ELEMENTS = 8  # of an array that are tidied one by one

Model = dict[Term, Value]


def tidied(model: Mapping[Term, Value], query: list[Term]) -> Mapping[Term, Value]:
    """A model with simpler values, where evaluation alone shows that it is one."""
    if sum(conjunct.size for conjunct in query) > _LARGEST:
        return model
    symbols = sorted(model, key=position_of)
    arrays = [symbol for symbol in symbols if isinstance(model[symbol], ArrayValue)]
    about = {symbol: [conjunct for conjunct in query if symbol in conjunct.free] for symbol in symbols}
    values = dict(model)
    for symbol in arrays:
        _take_first(symbol, (_only_what_is_read(symbol, values, about[symbol]),), values, about[symbol])
    about_objects = any(map(_compares_objects, postorder(query)))
    if arrays and about_objects:
        renumbered = _renumbered(values, query)
        if all(evaluate(conjunct, renumbered) for conjunct in query):
            values = renumbered
    for symbol in symbols:
        if symbol not in arrays:
            _take_first(symbol, _small_values(symbol.width, about[symbol]), values, about[symbol])
    for symbol in arrays:
        simpler = zero(symbol.sort), _only_what_is_read(symbol, values, about[symbol])
        _take_first(symbol, simpler, values, about[symbol])
        _tidy_elements(symbol, values, about[symbol])
    return values


def _take_first(symbol: Term, candidates: Iterable[Value], values: Model, about: list[Term]) -> None:
    """Gives the symbol the first of the candidates with which all that is about it holds."""
    chosen = values[symbol]
    for candidate in candidates:
        values[symbol] = candidate
        if all(evaluate(conjunct, values) for conjunct in about):
            return
    values[symbol] = chosen


def _small_values(width: int, about: list[Term]) -> list[int]:
    """Values worth a try, the smallest first; of objects outside, the first ones."""
    mask = (1 << width) - 1
    near = {part.value for part in postorder(about) if part.value is not None and part.width == width}
    found = {(value + offset) & mask for value in near for offset in (0, 1, -1)} | {0, 1, mask}
    small = sorted(found, key=lambda value: (abs(to_signed(value, width)), value))[:_MOST_VALUES]
    if width != OBJECT_WIDTH or OUTSIDE not in near:
        return small
    return [NO_OBJECT, *range(OUTSIDE, OUTSIDE + _MOST_VALUES), *small]


# -- memory


def _only_what_is_read(symbol: Term, values: Model, about: list[Term]) -> ArrayValue:
    """The array of the model, but zero where nothing reads it."""
    chosen = values[symbol]
    assert isinstance(chosen, ArrayValue)
    indices = _indices_read(symbol, values, about)
    return array_value(chosen.index_width, 0, [(index, chosen.select(index)) for index in indices])


def _indices_read(symbol: Term, values: Model, about: list[Term]) -> list[int]:
    reads = [p.args[1] for p in postorder(about) if p.op is ops.SELECT and symbol in p.args[0].free]
    return list(dict.fromkeys(evaluate_all(reads, values)))


def _tidy_elements(symbol: Term, values: Model, about: list[Term]) -> None:
    for index, _ in _entries(values[symbol])[:_MOST_ELEMENTS]:
        array = values[symbol]
        assert isinstance(array, ArrayValue)
        small = _small_values(symbol.sort.element, about)  # type: ignore[union-attr]
        _take_first(symbol, [array.store(index, value) for value in small], values, about)


def _entries(array: Value) -> list[tuple[int, int]]:
    assert isinstance(array, ArrayValue)
    return array.items()


# -- objects


def _compares_objects(part: Term) -> bool:
    """Whether a condition says that an input is no object outside."""
    if part.op is not ops.ULT:
        return False
    given, first = part.args
    return bool(given.name) and first.width == OBJECT_WIDTH and first.value == OUTSIDE


def _renumbered(values: Model, query: list[Term]) -> Model:
    """The model with other numbers of objects, wherever they occur: counted from the first on, in the order
    of inputs, then of what memory holds. What the query mentions keeps its number."""
    first, width = OUTSIDE, OBJECT_WIDTH
    mentioned = {part.value for part in postorder(query) if part.value is not None and part.width == width}
    free = (n for n in range(first, 1 << width) if n == first or n not in mentioned)
    numbers: dict[int, int] = {}
    for number in _numbers_of_objects(values, width):
        if number >= first and number not in numbers and (number == first or number not in mentioned):
            numbers[number] = next(free)
    return {symbol: _with_numbers(symbol, value, numbers, width) for symbol, value in values.items()}


def _numbers_of_objects(values: Model, width: int) -> Iterator[int]:
    """Inputs of the width, and the objects of indices, which may have an offset behind."""
    for symbol in sorted(values, key=position_of):
        value = values[symbol]
        if not isinstance(value, ArrayValue):
            if symbol.width == width:
                yield value
        elif value.index_width >= width:
            yield from (index >> (value.index_width - width) for index, _ in value.items())


def _with_numbers(symbol: Term, value: Value, numbers: Mapping[int, int], width: int) -> Value:
    if not isinstance(value, ArrayValue):
        return numbers.get(value, value) if symbol.width == width else value
    offset = value.index_width - width
    elements = []
    for index, element in value.items():
        if offset >= 0:
            object_, rest = index >> offset, index & ((1 << offset) - 1)
            index = numbers.get(object_, object_) << offset | rest
        elements.append((index, numbers.get(element, element)))
    return array_value(value.index_width, value.default, elements)
