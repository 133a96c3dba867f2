"""Guesses on all elements of an array: what the elements that tests have shown have in common.

A row is a state and an index; its columns are the index, the elements there, what these lead to, and
variables. What holds in all rows, or in those in a range of indices that the program's variables and
constants bound, is a candidate: `range(k) → body`. The first call looks for equations and for the program's
own conditions, later ones for bounds and order, too. Where the program has large constants, a smaller one is
looked at as well (`scaling`).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.suppliers.base import NOTHING, Proposal
from maymust.engines.auto.suppliers.observed.affine import affine
from maymust.engines.auto.suppliers.observed.pairs import pairs
from maymust.engines.auto.suppliers.observed.sample import Sample, distinct
from maymust.engines.auto.suppliers.observed.scaling import scaled
from maymust.engines.auto.suppliers.observed.unary import unary
from maymust.engines.auto.suppliers.testing.random_tests import RandomTests
from maymust.terms import (
    TRUE,
    ArraySort,
    ArrayValue,
    Term,
    Value,
    add,
    and_,
    constant,
    eq,
    implies,
    less,
    less_equal,
    ne,
    negation,
    or_,
    postorder,
    select,
    substitute,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import Layout
from maymust.terms.general import any_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from maymust.engines.auto.problem import Problem, Valuation
    from maymust.engines.slices import Slice

_STATES, _KEYS, _ROWS = 60, 24, 900
_ARRAYS, _SCALARS, _CONSTANTS = 6, 8, 4
_CANDIDATES = 300
_WEAK_BODIES = 40  # of one range
_FEWEST_ROWS = 3
_CONDITIONS = 4
_INDEX = 16  # bits that an index has at least
_SMALL = 64  # constants that ranges may start with
_EVALUATIONS_A_CALL = 100_000


class ElementsFromStates:
    """See the head of the file. The candidates are proved together with those about single variables: each
    may need the other."""

    name = "elements"

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}  # by cut point: how many states
        self._proved = -1
        self._calls = 0

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """Candidates at each cut point with live arrays, if there are new states or facts."""
        if not problem.has_arrays:
            return NOTHING
        proved = sum(len(facts) for facts in knowledge.facts.values())
        seen = {at: len(knowledge.states(at)) for at in problem.cut_points}
        if proved == self._proved and seen == self._seen and self._calls > 1:
            return NOTHING
        self._proved, self._seen = proved, seen
        self._calls += 1
        found = self._guess(problem, {at: knowledge.states(at) for at in problem.cut_points}, limit)
        smaller = scaled(problem)
        if smaller is not None:
            tests = RandomTests(calls=self._calls - 1).propose(
                smaller.problem, Knowledge(smaller.problem), limit
            )
            for at, terms in self._guess(smaller.problem, tests.states, limit).items():
                found[at] = found.get(at, ()) + tuple(smaller.original(terms))
        candidates = {at: terms for at, terms in found.items() if not knowledge.unreachable(at)}
        return Proposal(candidates=candidates, together=True) if any(candidates.values()) else NOTHING

    def _guess(
        self, problem: Problem, states: Mapping[int, Sequence[Valuation]], limit: Slice
    ) -> dict[int, tuple[Term, ...]]:
        found: dict[int, tuple[Term, ...]] = {}
        for location, seen in states.items():
            if limit.over():
                break
            if seen and any(isinstance(v.sort, ArraySort) for v in problem.live[location]):
                found[location] = tuple(_candidates(problem, location, seen, weak=self._calls > 1))
                limit.spend(len(found[location]) * len(seen) / _EVALUATIONS_A_CALL)
        return found


def _candidates(problem: Problem, location: int, states: Sequence[Valuation], *, weak: bool) -> list[Term]:
    live = problem.live[location]
    sample = Sample.of(problem.layout, live, states, problem.constants, problem.atoms).thinned(_STATES)
    found: dict[Term, None] = {}
    indices = {v.sort.index for v in live if isinstance(v.sort, ArraySort)}
    for width in sorted(indices | {v.width for v in sample.variables if v.width >= _INDEX}):
        for candidate in islice(_of_width(problem, sample, width, weak=weak), _CANDIDATES):
            found[candidate] = None
    if found:
        guesses = (*unary(sample), *pairs(sample)) if weak else _of_indices(sample, indices)
        plain = distinct(guesses, _CANDIDATES)
        found |= dict.fromkeys(sample.holding(plain))
    return list(found)


def _of_indices(sample: Sample, widths: set[int]) -> Iterator[Term]:
    """How variables that may be indices compare, and what they are not: it takes this to follow pointers."""
    variables = [v for v in sample.variables if v.width in widths and v.op is None][:_SCALARS]
    for v in variables:
        for value in (0, (1 << v.width) - 1):
            yield ne(v, constant(value, v.width))
        yield from _behind(sample, v)
        for w in variables:
            if v is not w and v.width == w.width:
                yield less(v, w, signed=False)


def _behind(sample: Sample, term: Term) -> Iterator[Term]:
    """That an index is not below a small constant of the program, or is and is zero."""
    for start in [c for c in sample.unsigned_constants(term.width) if 2 <= c <= _SMALL][:2]:
        behind = less_equal(constant(start, term.width), term, signed=False)
        yield behind
        yield or_(eq(term, constant(0, term.width)), behind)


def _of_width(problem: Problem, sample: Sample, width: int, *, weak: bool) -> Iterator[Term]:
    """Candidates about the arrays with indices of a width."""
    rows = _Rows(problem, sample, width, weak=weak)
    for bounds in _ranges(sample, rows.k, weak=weak):
        always = rows.bodies(bounds)
        for body in always:
            yield implies(bounds, body)
        for condition in _conditions(sample):
            for body in rows.bodies(and_(condition, bounds)):
                if body not in always:
                    yield implies(and_(condition, bounds), body)


class _Rows:
    """The rows of the arrays with indices of a width; `k` is the index."""

    def __init__(self, problem: Problem, sample: Sample, width: int, *, weak: bool) -> None:
        arrays = [v for v in sample.live if isinstance(v.sort, ArraySort) and v.sort.index == width]
        arrays = sorted(arrays, key=problem.layout.slots.__getitem__)[:_ARRAYS]
        self.k = k = any_value("k", width)
        self._weak = weak
        self._sample = sample
        self._layout = Layout((*problem.layout.variables, k))
        self._rows = list(_rows(problem, sample, arrays, width))
        direct = [select(array, k) for array in arrays]
        followed = self._followed(direct, arrays)
        leading = list(dict.fromkeys(element.args[1] for element in followed))
        self._elements = [*direct, *followed[:_ARRAYS]] if weak else direct
        widths = {width, *(e.width for e in self._elements)}
        scalars = [v for v in sample.variables if v.width in widths][:_SCALARS]
        self._columns = (k, *self._elements, *scalars)
        self._written = list(_generalised(problem, sample, k))
        for element in leading:
            self._written += [less(element, v, signed=False) for v in (k, *scalars) if v.width == width]
            self._written += _behind(sample, element)

    def bodies(self, guard: Term) -> dict[Term, None]:
        """What holds in the rows where the guard does, if there are enough of them."""
        holds = self._layout.function(guard)
        chosen = [row for row in self._rows if holds(row)][:_ROWS]
        if len(chosen) < _FEWEST_ROWS:
            return {}
        live, constants = self._sample.live | {self.k}, self._sample.constants
        part = Sample(self._layout, live, self._columns, chosen, constants, ())
        settled, found = _equations(part, self._elements)
        found += self._written
        if self._weak:
            rest = (unary(part), islice(pairs(part), _CANDIDATES), affine(part.thinned(_STATES)))
            open_ = (b for family in rest for b in family if not settled & set(postorder((b,))))
            found += distinct((b for b in open_ if _is_about_element(b, self.k)), _WEAK_BODIES)
        return dict.fromkeys(part.holding(list(dict.fromkeys(found))))

    def _followed(self, direct: list[Term], arrays: list[Term]) -> list[Term]:
        """Where elements seem to be indices (all are set there, or zero, or all ones), the elements there."""
        found: list[Term] = []
        nowhere = {0, (1 << self.k.width) - 1}
        for element in direct:
            if element.width != self.k.width:
                continue
            values = list(map(self._layout.function(element), self._rows[:_ROWS]))
            for array in arrays:
                slot = self._layout.slots[array]
                pairs_ = zip(values, self._rows, strict=False)
                if set(values) - nowhere and all(v in nowhere or _is_set(row[slot], v) for v, row in pairs_):
                    found.append(select(array, element))
        return found


def _generalised(problem: Problem, sample: Sample, k: Term) -> Iterator[Term]:
    """The program's own conditions on elements, and what it stores, of any index; also with the values of
    variables that were always the same."""
    fixed = {v: constant(c[0], v.width) for v, c in sample.values.items() if len(c) == 1 and v.op is None}
    claims = (*problem.atoms, *(negation(atom) for atom in problem.atoms), *_stored(problem))
    for claim in claims:
        for v in sorted(claim.free):
            if v.width == k.width and claim.free - {v} <= sample.live and _is_about_element(claim, v):
                yield substitute(claim, {v: k})
                others = {w: value for w, value in fixed.items() if w is not v and w in claim.free}
                if others:
                    yield substitute(claim, {**others, v: k})


def _stored(problem: Problem) -> Iterator[Term]:
    """What holds of an array just after the program has stored something in it."""
    variables = frozenset(problem.layout.variables)
    updates = [value for t in problem.blocks.transitions for value in t.updates.values()]
    for part in postorder(updates):
        if part.op is ops.STORE and part.free <= variables:
            array, index, value = part.args
            while array.op is ops.STORE:
                array = array.args[0]
            if array.name is not None:
                yield eq(select(array, index), value)


def _equations(sample: Sample, elements: list[Term]) -> tuple[set[Term], list[Term]]:
    """Elements that are a constant, or another column and a constant; and what elements never are. With the
    elements of which nothing more needs to be said."""
    settled: set[Term] = set()
    found: list[Term] = []
    for element in elements:
        values = sample.values[element]
        if len(values) == 1:
            found.append(eq(element, constant(values[0], element.width)))
            settled.add(element)
            continue
        column, mask = sample.columns[element], (1 << element.width) - 1
        for other in sample.by_width[element.width]:
            if other is element or other in settled or len(sample.values[other]) == 1:
                continue
            offset = (column[0] - sample.columns[other][0]) & mask
            if all((x - y) & mask == offset for x, y in zip(column, sample.columns[other], strict=True)):
                found.append(eq(element, add(other, constant(offset, element.width))))
                settled.add(element)
                break
        else:
            avoided = [c for c in (0, mask) if c not in values]
            found += [ne(element, constant(c, element.width)) for c in avoided]
    return settled, found


def _is_set(array: Value, index: int) -> bool:
    return isinstance(array, ArrayValue) and array.select(index) != array.default


def _is_about_element(term: Term, k: Term) -> bool:
    """Whether the term reads an array at an index that depends on `k`."""
    return any(part.op is ops.SELECT and k in part.args[1].free for part in postorder((term,)))


def _rows(problem: Problem, sample: Sample, arrays: list[Term], width: int) -> Iterator[Valuation]:
    slots = [problem.layout.slots[array] for array in arrays]
    numbers = [problem.layout.slots[v] for v in sample.live if v.width == width]
    for state in sample.states:
        keys: dict[int, None] = {}
        for slot in slots:
            value = state[slot]
            assert isinstance(value, ArrayValue)
            set_at = [index for index, _ in value.items()]
            keys |= dict.fromkeys((*set_at[: _KEYS // 2], *set_at[-_KEYS // 2 :]))
        for slot in sorted(numbers):
            number = state[slot]
            assert isinstance(number, int)
            keys |= dict.fromkeys((number + d) % (1 << width) for d in (-1, 0, 1))
        keys |= dict.fromkeys(range(4))
        for key in islice(keys, 3 * _KEYS):
            yield (*state, key)


def _conditions(sample: Sample) -> list[Term]:
    """Conditions of the program on single variables that tests have shown to hold sometimes, not always."""
    found: dict[Term, None] = {}
    for atom in sample.atoms:
        if len(atom.free) == 1 and atom.op is ops.EQ and not _reads(atom):
            truth = sample.truth(atom)
            if any(truth) and not all(truth):
                found |= dict.fromkeys((atom, negation(atom)))
    return list(found)[:_CONDITIONS]


def _reads(term: Term) -> bool:
    return any(isinstance(part.sort, ArraySort) for part in postorder((term,)))


def _ranges(sample: Sample, k: Term, *, weak: bool) -> Iterable[Term]:
    """Ranges of indices: everything, from a small constant to a variable or a constant, and from a variable
    to a constant."""
    yield TRUE
    variables = [v for v in sample.variables if v.width == k.width and v.op is None][:_SCALARS]
    written = [c for c in sample.unsigned_constants(k.width) if 2 <= c < 1 << (k.width - 1)]
    constants = [constant(c, k.width) for c in written[: -_CONSTANTS - 1 : -1]]
    small = [c for c in written if c <= _SMALL][:2]
    starts = [constant(c, k.width) for c in (0, 1, *small)]
    for limit in (*variables, *constants):
        for start in starts:
            yield and_(less_equal(start, k, signed=False), less(k, limit, signed=False))
            if limit.value is None and weak:
                yield and_(less_equal(start, k, signed=False), less_equal(k, limit, signed=False))
                yield and_(less_equal(start, k, signed=True), less(k, limit, signed=True))
    for start in variables:
        for bound in constants:
            yield and_(less_equal(start, k, signed=False), less(k, bound, signed=False))
            if weak:
                yield and_(less_equal(start, k, signed=True), less(k, bound, signed=True))
                yield and_(less(start, k, signed=True), less(k, bound, signed=True))
