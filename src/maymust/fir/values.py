"""Concrete relations, states, and the meaning of integers.

An integer is itself; every other atom is a name: `true`, `false`, a literal's own, or one that an allocation
has chosen. (Python's `True` would equal 1.) Integers have a width and wrap around, in two's complement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from maymust.frozen import frozen

Atom = int | str
Tuple = tuple[Atom, ...]
Relation = frozenset[Tuple]

TRUE: Relation = frozenset({("true",)})
FALSE: Relation = frozenset({("false",)})
NOTHING: Relation = frozenset()


@frozen
class State:
    """The values of variables, and what has been allocated of each of the user's domains.

    `existing` are the atoms that there are, if these are more: at the end of a procedure, its specification
    is about the domains as they were at the start.
    """

    variables: Mapping[str, Relation]
    extents: Mapping[str, Relation]
    existing: Mapping[str, Relation] | None = None

    def with_values(self, values: Mapping[str, Relation]) -> State:
        """The state with other values of these variables."""
        return State({**self.variables, **values}, self.extents, self.existing)

    def value(self, name: str) -> Relation:
        """The value of a variable, or the extent of a domain."""
        return self.variables[name] if name in self.variables else self.extents[name]


def of_atoms(*atoms: Atom) -> Relation:
    """The set of these atoms."""
    return frozenset((atom,) for atom in atoms)


def of_truth(value: bool) -> Relation:
    """A Boolean as a set."""
    return TRUE if value else FALSE


def wrapped(value: int, width: int) -> int:
    """The number that the last `width` bits are."""
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def integers(width: int) -> range:
    """All numbers of this width."""
    return range(-(1 << (width - 1)), 1 << (width - 1))


def quotient(left: int, right: int) -> int:
    """Rounded towards zero; by zero, -1 or 1, as bit-vectors have it."""
    if right == 0:
        return -1 if left >= 0 else 1
    magnitude = abs(left) // abs(right)
    return magnitude if (left < 0) == (right < 0) else -magnitude


def _unsigned(value: int, width: int) -> int:
    return value & ((1 << width) - 1)


ARITHMETIC: dict[str, Callable[[int, int, int], int]] = {
    "plus": lambda left, right, _: left + right,
    "minus": lambda left, right, _: left - right,
    "times": lambda left, right, _: left * right,
    "divide": lambda left, right, _: quotient(left, right),
    "modulo": lambda left, right, _: left - right * quotient(left, right),
    "bit_or": lambda left, right, _: left | right,
    "bit_xor": lambda left, right, _: left ^ right,
    "bit_and": lambda left, right, _: left & right,
    "shift_left": lambda left, right, width: left << min(_unsigned(right, width), width),
    "shift_right": lambda left, right, width: left >> min(_unsigned(right, width), width),
    "shift_right_unsigned": lambda left, right, width: _unsigned(left, width) >> _unsigned(right, width),
}

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "greater": lambda left, right: left > right,
    "less": lambda left, right: left < right,
    "at_least": lambda left, right: left >= right,
    "at_most": lambda left, right: left <= right,
}


def joined(left: Relation, right: Relation) -> Relation:
    """Relational join."""
    by_first: dict[Atom, list[Tuple]] = {}
    for each in right:
        by_first.setdefault(each[0], []).append(each[1:])
    return frozenset(each[:-1] + rest for each in left for rest in by_first.get(each[-1], ()))


def overridden(left: Relation, right: Relation) -> Relation:
    """`right`, and what of `left` has no tuple in `right` that differs in the last column only."""
    replaced = {each[:-1] for each in right}
    return right | {each for each in left if each[:-1] not in replaced}


def closure(pairs: Relation) -> Relation:
    """Transitive closure."""
    closed = pairs
    while True:
        more = closed | joined(closed, pairs)
        if more == closed:
            return closed
        closed = more


def in_order(relation: Iterable[Tuple]) -> list[Tuple]:
    """The tuples as a person would list them: numbers by value, names by text and number."""

    def key(each: Tuple) -> list[tuple[int, int, str, int]]:
        return [_atom_key(atom) for atom in each]

    return sorted(relation, key=key)


def _atom_key(atom: Atom) -> tuple[int, int, str, int]:
    if isinstance(atom, int):
        return (0, atom, "", 0)
    stem = atom.rstrip("0123456789")
    return (1, 0, stem, int(atom[len(stem) :] or 0))


def shown(relation: Relation) -> str:
    """As the thesis writes values: `{User1, User2}`, `{⟨User1, 3⟩}`."""
    listed = (
        str(each[0]) if len(each) == 1 else f"⟨{', '.join(map(str, each))}⟩" for each in in_order(relation)
    )
    return "{" + ", ".join(listed) + "}"
