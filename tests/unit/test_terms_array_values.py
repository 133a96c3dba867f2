"""Concrete arrays against plain dictionaries."""

from __future__ import annotations

import itertools
import pickle
import random
from typing import TYPE_CHECKING

import pytest

from maymust.terms import ArrayValue, array_value, filled

if TYPE_CHECKING:
    from collections.abc import Callable


def contents(value: ArrayValue) -> list[int]:
    return [value.select(index) for index in range(2**value.index_width)]


def changed(elements: list[int], index: int, element: int) -> list[int]:
    return [*elements[:index], element, *elements[index + 1 :]]


@pytest.mark.parametrize("index_width", [1, 3, 8])
def test_random_trees_of_versions(index_width: int, size: Callable[[int], int]) -> None:
    """Any version may be read or changed at any time; in some runs one goes on from a recent one, mostly."""
    rng = random.Random(index_width)
    for run in range(size(12)):
        default = rng.randrange(3)
        versions = [(filled(index_width, default), [default] * 2**index_width)]
        for _ in range(300):
            recent = run % 3 and rng.random() < 0.95
            value, model = versions[-1] if recent else rng.choice(versions)
            index, element = rng.randrange(2**index_width), rng.randrange(3)
            if rng.random() < 0.2:
                assert value.select(index) == model[index]
                assert value.items() == [(i, e) for i, e in enumerate(model) if e != default]
            versions.append((value.store(index, element), changed(model, index, element)))
        rng.shuffle(versions)
        for value, model in versions:
            assert contents(value) == model
        for (one, one_model), (other, other_model) in itertools.combinations(versions[:40], 2):
            assert (one == other) == (one_model == other_model)
            assert one != other or hash(one) == hash(other)


def test_equal_arrays_may_have_different_defaults() -> None:
    """Where every index was stored to, or enough of them, the default does not matter."""
    for elements in itertools.product(range(3), repeat=4):
        values = [array_value(2, default, enumerate(elements)) for default in range(4)]
        by_stores = filled(2, 3)
        for index in random.Random(sum(elements)).sample(range(4), 4):
            by_stores = by_stores.store(index, elements[index])
        assert len({*values, by_stores}) == 1
        assert all(value == by_stores for value in values)
        assert values[0] != by_stores.store(2, 5)


def test_arrays_differ() -> None:
    assert filled(64, 0) != filled(64, 1)
    assert hash(filled(64, 0)) != hash(filled(64, 1))
    assert filled(8, 0) != filled(9, 0)
    assert filled(8, 0) != 0
    assert filled(8, 0).store(3, 1) != filled(8, 0).store(4, 1)


def test_hashes_tell_apart() -> None:
    places = itertools.product(range(12), range(12, 24), range(1, 3), range(1, 3))
    values = [filled(32, 0).store(i, a).store(j, b) for i, j, a, b in places]
    assert len({hash(value) for value in values}) == len(values)


def test_what_is_the_default_is_no_exception() -> None:
    value = filled(8, 7).store(1, 2).store(1, 7)
    assert value.items() == []
    assert len(value) == 0
    assert value == filled(8, 7)
    assert array_value(8, 7, [(3, 7)]) is filled(8, 7)
    assert value.store(5, 7) is value


def test_distant_versions_read_in_turns_are_not_passed_to_and_fro() -> None:
    """Each gets a table of its own once, and keeps it."""
    old = filled(32, 0).store(0, 1)
    new = old
    for index in range(1000):
        new = new.store(index, index + 5)
    assert old.select(3) == 0
    assert new.select(3) == 8
    assert old._table is not None
    assert new._table is not None
    assert old.items() == [(0, 1)]


def test_long_chains_of_versions() -> None:
    first = filled(32, 0).store(7, 7)
    last = first
    for number in range(200_000):
        last = last.store(number % 1000, number)
    assert first.select(7) == 7
    assert first.select(8) == 0
    assert last.select(999) == 199_999
    held = [last]
    for number in range(200_000):
        held.append(held[-1].store(number % 1000, number + 1))
    middle = held[100_000]
    assert middle.select(5) == 99_006
    assert pickle.loads(pickle.dumps(held[50])) == held[50]
    del last, held[1:]  # the rest of the chain is taken apart here, without a stack of its length
    assert held[0].select(999) == 199_999


def test_readable_and_pickled() -> None:
    value = filled(8, 1).store(200, 5).store(3, 4)
    assert repr(value) == "[3: 4, 200: 5, else 1]"
    copy = pickle.loads(pickle.dumps(value))
    assert copy == value
    assert hash(copy) == hash(value)
    assert copy.index_width == 8


def test_every_version_knows_its_length() -> None:
    versions = [filled(32, 0)]
    for index in range(100):
        versions.append(versions[-1].store(index, 1))
    versions.append(versions[-1].store(3, 0))
    assert [len(version) for version in versions] == [*range(101), 99]
    assert [len(version.items()) for version in reversed(versions)] == [99, *range(100, -1, -1)]
