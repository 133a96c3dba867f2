"""The C function that runs one test: the variables are its local ones, the locations its labels.

Arrays are not local: each variable, and each node that reads an array, has one of its own.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.native.array_runtime import SHOWN
from maymust.engines.auto.suppliers.native.array_updates import operands, update
from maymust.engines.auto.suppliers.native.expressions import c_type, statements
from maymust.engines.auto.suppliers.native.reads import DirectReads, array_parts
from maymust.terms import ArraySort

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from maymust.engines.auto.suppliers.native.places import Places
    from maymust.engines.auto.suppliers.native.rows import Rows
    from maymust.ir.transitions import Input, Transition, TransitionSystem
    from maymust.terms import Term

NO_TARGET, FIRST_TARGET = 0, 1  # how a test ends; the targets follow, in their order

_STOP = f"{{ end = {NO_TARGET}; goto done; }}"


class Writer:
    """Writes `run`. Once it has, `arrays` says how many arrays there are."""

    def __init__(self, system: TransitionSystem, places: Places, rows: Rows) -> None:
        self.arrays = 0
        self._system = system
        self._rows = rows
        self._live = places.live
        self._targets = {location: position for position, location in enumerate(places.targets)}
        self._cut_points = {location: position for position, location in enumerate(places.cut_points)}
        self._nodes = {node: position for position, node in enumerate(places.nodes)}
        self._variables = {
            variable: self._new_array() if isinstance(variable.sort, ArraySort) else f"v{i}"
            for i, variable in enumerate(system.variables)
        }
        self._inputs = [
            self._new_array() if isinstance(sort, ArraySort) else f"i{position}"
            for position, sort in enumerate(places.sorts)
        ]
        self._copies: list[str] = []  # arrays for what a transition both moves and changes
        self._names = self._variables  # with the inputs of the location that is being written
        self._numbers = count()
        self._reads = DirectReads()

    def run(self) -> Iterator[str]:
        """The function's lines."""
        yield "static uint32_t run(uint64_t seed, uint64_t limit, int recording, int observing,"
        yield "                    uint64_t *steps)"
        yield "{"
        yield "uint64_t left = limit;"
        yield "uint32_t end;"
        for variable, name in self._variables.items():
            if not isinstance(variable.sort, ArraySort):
                yield f"{c_type(variable.width)} {name} = 0;"
        yield "start_test(seed);"
        if self.arrays:
            yield "reset_arrays();"
        yield f"goto at{self._system.initial};"
        for location in self._system.nodes:
            yield f"at{location}:"
            if location in self._targets:
                yield f"end = {FIRST_TARGET + self._targets[location]}; goto done;"
            else:
                yield from self._location(location)
        yield "done: *steps += limit - left;"
        yield "return end;"
        yield "}"

    def _location(self, location: int) -> Iterator[str]:
        if location in self._cut_points:
            yield from self._observation(self._cut_points[location])
        yield f"if (left == 0) {_STOP}"
        yield "{"
        inputs = self._system.inputs_at[location]
        self._names = {**self._variables, **{read.variable: self._input(read) for read in inputs}}
        for read in inputs:
            if not isinstance(read.variable.sort, ArraySort):
                yield f"{c_type(read.variable.width)} {self._input(read)};"
        yield from self._choice(self._system.outgoing[location])
        yield f"end = {NO_TARGET}; goto done;"
        yield "}"

    def _observation(self, place: int) -> Iterator[str]:
        """Arrays that do not matter at the place are shown as zeros, states with large ones not at all."""
        live = set(self._live[place])
        columns = list(zip(self._rows.starts, self._variables.items(), strict=True))
        arrays = [
            (at, name)
            for i, (at, (variable, name)) in enumerate(columns)
            if isinstance(variable.sort, ArraySort) and i in live
        ]
        conditions = [f"stored_count({name}) <= {SHOWN}" for _, name in arrays]
        if arrays:
            conditions.append(f"pool_most - pool_used >= {len(arrays) * (2 + 3 * SHOWN)}")
        yield f"if ({' && '.join(['observing', *conditions])}) {{"
        width = self._rows.words
        yield f"uint64_t *row = observed_rows + ({place} * (observed_most + 1) + observed_most) * {width};"
        for at, (variable, name) in columns:
            yield f"row[{at}] = {'0' if isinstance(variable.sort, ArraySort) else name};"
            if variable.width > 64:
                yield f"row[{at + 1}] = {name} >> 64;"
        yield from (f"row[{at}] = hash_array({name});" for at, name in arrays)
        yield f"row = observe({place});"
        if arrays:
            yield f"if (row) {{ {' '.join(f'row[{at}] = keep_array({name});' for at, name in arrays)} }}"
        yield "}"

    def _choice(self, transitions: Sequence[Transition]) -> Iterator[str]:
        """Crosses one of the transitions, or falls through. Conjuncts that guards have in common at their
        beginning are tested once, and inputs drawn only where they are needed."""
        work: list[str | tuple[Sequence[Transition], int, frozenset[Input]]] = [(transitions, 0, frozenset())]
        while work:
            item = work.pop()
            if isinstance(item, str):
                yield item
                continue
            group, depth, drawn = item
            alternatives: dict[Term, list[Transition]] = {}
            for transition in group:
                if len(transition.guard) == depth:
                    yield from self._crossing(transition, drawn)
                else:
                    alternatives.setdefault(transition.guard[depth], []).append(transition)
            tested = {variable for conjunct in alternatives for variable in conjunct.free}
            reads = dict.fromkeys(
                r for t in group for r in t.inputs if r.variable in tested and r not in drawn
            )
            yield from map(self._draw, reads)
            later: list[str | tuple[Sequence[Transition], int, frozenset[Input]]] = []
            for conjunct, those in alternatives.items():
                skip = f"skip{next(self._numbers)}"
                before, (condition,) = self._spell((conjunct,))
                later += [*before, f"if (!{condition}) goto {skip};"]
                later += [(those, depth + 1, drawn | reads.keys()), f"{skip}:;"]
            work += reversed(later)

    def _crossing(self, transition: Transition, drawn: frozenset[Input]) -> Iterator[str]:
        yield from (self._draw(read) for read in transition.inputs if read not in drawn)
        arrays = {v: new for v, new in transition.updates.items() if isinstance(v.sort, ArraySort)}
        numbers = {v: new for v, new in transition.updates.items() if v not in arrays}
        needed = tuple(dict.fromkeys(part for new in arrays.values() for part in operands(new)))
        before, texts = self._spell((*numbers.values(), *needed))
        yield from before
        used = frozenset().union(*[value.free for value in numbers.values()])
        assignments = []
        for variable, value in zip(numbers, texts, strict=False):
            name, new = self._names[variable], value
            if variable in used or arrays:  # which change before the numbers do
                new = f"n{next(self._numbers)}"
                yield f"{c_type(variable.width)} {new} = {value};"
            assignments.append(f"{name} = {new};")
        if arrays:
            yield from self._array_updates(arrays, dict(zip(needed, texts[len(numbers) :], strict=True)))
        yield from assignments
        if transition.inputs:
            records = " ".join(map(self._record, transition.inputs))
            yield f"if (recording) {{ {records} }}"
        yield "left--;"
        yield f"goto at{transition.target};"

    def _array_updates(self, updates: Mapping[Term, Term], texts: Mapping[Term, str]) -> Iterator[str]:
        """Requires: the numbers are not yet updated."""
        values = {}
        for part, text in texts.items():
            values[part] = text
            if part.op is not None:
                values[part] = f"n{next(self._numbers)}"
                yield f"{c_type(part.width)} {values[part]} = {text};"
        moved = [
            part
            for variable, new in updates.items()
            for part in array_parts(new)
            if part.op is None and part is not variable and part in updates
        ]
        names = dict(self._names)
        for position, variable in enumerate(dict.fromkeys(moved)):
            if position == len(self._copies):
                self._copies.append(self._new_array())
            yield f"copy({self._copies[position]}, {self._names[variable]});"
            names[variable] = self._copies[position]
        for variable, new in updates.items():
            place = {variable: self._names[variable]}
            yield from update(variable, new, {**names, **place}, values, lambda: f"c{next(self._numbers)}")
        yield f"if (full) {_STOP}"

    def _draw(self, read: Input) -> str:
        node, sort, name = self._nodes[read.node], read.variable.sort, self._input(read)
        if isinstance(sort, ArraySort):
            return f"draw_array({name}, {node}, {_mask(sort.element)}, {_mask(sort.index)});"
        return f"{name} = draw({node}, {_mask(max(1, read.variable.width))});"

    def _record(self, read: Input) -> str:
        how = "record_array" if isinstance(read.variable.sort, ArraySort) else "record"
        return f"{how}({self._nodes[read.node]}, {self._input(read)});"

    def _input(self, read: Input) -> str:
        return self._inputs[self._nodes[read.node]]

    def _spell(self, terms: Sequence[Term]) -> tuple[list[str], list[str]]:
        return statements(self._reads.direct(terms), self._names, f"t{next(self._numbers)}_")

    def _new_array(self) -> str:
        self.arrays += 1
        return f"(arrays + {self.arrays - 1})"


def _mask(width: int) -> str:
    """Inputs of more than 64 bits are small numbers."""
    return f"UINT64_C({(1 << min(width, 64)) - 1})"
