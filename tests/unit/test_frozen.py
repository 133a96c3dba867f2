"""`@frozen` is a frozen dataclass with slots."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from maymust.frozen import frozen


@frozen
class Point:
    """A value with each kind of field."""

    x: int
    y: int = 2
    names: list[str] = field(default_factory=list)
    note: str = field(default="", compare=False)


@frozen
class Nothing:
    """A value without fields."""


@frozen(eq=False)
class Base:
    """Compared by identity."""

    assign: int


@frozen(eq=False)
class Derived(Base):
    """Has the fields of its base, too."""

    other: int


@frozen
class Shown:
    """Shows itself."""

    x: float

    def __repr__(self) -> str:
        return "shown"


@dataclass(frozen=True, slots=True)
class Standard:
    """What the standard library makes."""

    x: int
    y: int = 2


def test_fields_are_given_by_position_by_name_or_by_default() -> None:
    point = Point(1, names=["a"])
    assert (point.x, point.y, point.names, point.note) == (1, 2, ["a"], "")
    assert Point(1).names is not Point(1).names
    derived = Derived(3, 4)
    assert (derived.assign, derived.other) == (3, 4)


@pytest.mark.parametrize("arguments", [(), (1, 2, [], "", 5)])
def test_a_wrong_number_of_arguments_is_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        Point(*arguments)  # type: ignore[arg-type]


def test_values_are_compared_by_their_fields() -> None:
    assert Point(1, note="a") == Point(1, note="b") != Point(1, 3)
    assert Point(1) != Standard(1) and Nothing() == Nothing() != Standard(1)
    assert hash(Shown(1)) == hash(Shown(1)) and hash(Nothing()) == hash(Nothing())
    assert hash(Shown(1)) == hash((1,)) == hash(Shown(True))
    not_a_number = float("nan")
    assert Shown(not_a_number) == Shown(not_a_number)  # as in a tuple, and in a dataclass


def test_without_comparison_each_equals_itself_only() -> None:
    one, two = Derived(1, 2), Derived(1, 2)
    assert one == one and one != two and len({one, two}) == 2


def test_nothing_can_be_changed() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del point.x
    with pytest.raises(FrozenInstanceError):
        point.z = 2  # type: ignore[attr-defined]
    assert not hasattr(point, "__dict__")


def test_it_is_a_dataclass_for_the_standard_library() -> None:
    assert [f.name for f in fields(Derived)] == ["assign", "other"]
    assert replace(Point(1, 5), x=7) == Point(7, 5)
    match Point(1):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_it_is_shown_as_a_dataclass_is() -> None:
    assert repr(Standard(1)).replace("Standard", "Point") == repr(Point(1)).replace(", names=[], note=''", "")
    assert repr(Nothing()) == "Nothing()" and repr(Shown(1)) == "shown"


def test_it_can_be_pickled_and_copied() -> None:
    point = Point(1, 3, ["a"], "b")
    for again in (pickle.loads(pickle.dumps(point)), copy.copy(point), copy.deepcopy(point)):
        assert again == point and again.note == "b"
    derived = pickle.loads(pickle.dumps(Derived(1, 2)))
    assert (derived.assign, derived.other) == (1, 2)
