"""A transition system as C text that runs tests by the million.

Nothing of the user's text is in it: locations, variables and nodes are numbers. It has no memory but its own
arrays and the buffers that it is given, and every run has a limit of steps.

A test is its seed: the values of its inputs come from a generator that the seed starts. So a search needs to
record nothing; the test that it has found is run again, and then its inputs are recorded.
"""

from __future__ import annotations

from itertools import accumulate, chain, count
from typing import TYPE_CHECKING

from maymust.engines.suppliers.native.expressions import statements
from maymust.engines.suppliers.test_values import BOUNDS, MOOD_LENGTH, MOODS, NODEWISE_SHARE, Kind
from maymust.terms import ArraySort, postorder
from maymust.terms.c_spelling import C_PRELUDE
from maymust.terms.float_c import C_FLOAT_PRELUDE
from maymust.terms.float_operators import FLOAT_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from maymust.engines.suppliers.native.places import Places
    from maymust.engines.suppliers.test_values import Palette
    from maymust.ir.transitions import Input, Transition, TransitionSystem
    from maymust.terms import Term

NO_TARGET, FIRST_TARGET = 0, 1  # how a test ends; the targets follow, in their order
TEST_COST = 8  # what it costs to begin a test, in steps

_RUNTIME = """
static const uint64_t shared[] = {@shared@};
static const uint64_t own[] = {@own@};
static const uint32_t own_start[] = {@own_start@};
static const uint32_t live[] = {@live@};
static const uint32_t live_start[] = {@live_start@};
static const uint8_t moods[][@mood_length@] = {@moods@};

static uint64_t generator, last, test, run_number, kept[@nodes@], kept_in_run[@nodes@];
static unsigned mood;

static uint64_t *observed_rows, *observed_counts, *observed_hashes, observed_most, observed_filter, sampler;
static uint32_t *recorded_nodes;
static uint64_t *recorded_values, recorded_count, recorded_most;

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

static uint64_t below(uint64_t bound) { return ((next_random(&generator) >> 32) * bound) >> 32; }

static void start_test(uint64_t seed)
{
    generator = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15) | 1;
    for (int i = 0; i < 4; i++)
        next_random(&generator);
    mood = below(@all_moods@ + @nodewise_share@);
    test = seed;
    run_number++;
    last = 0;
}

static uint64_t constant_for(unsigned node)
{
    uint64_t count = own_start[node + 1] - own_start[node];
    if (count && below(4))
        return own[own_start[node] + below(count)];
    return shared[below(sizeof shared / sizeof *shared)];
}

static uint64_t value_of_kind(unsigned kind, unsigned node, uint64_t mask)
{
    switch (kind) {
    case @ZERO@: return 0;
    case @ONE@: return 1;
    case @BIT@: return below(@BIT_bound@);
    case @FEW@: return below(@FEW_bound@);
    case @SMALL@: return below(@SMALL_bound@);
    case @THOUSANDS@: return below(@THOUSANDS_bound@);
    case @CONSTANT@: return constant_for(node);
    case @ALL_ONES@: return mask;
    case @EXTREME@: switch (below(4)) {
        case 0: return mask;
        case 1: return mask - 1;
        case 2: return mask >> 1;
        default: return (mask >> 1) + 1;
        }
    case @WILD@: return next_random(&generator);
    default: return last;
    }
}

static uint64_t draw(unsigned node, uint64_t mask)
{
    uint64_t nodes_own = ((test * 31 + node + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 32) % @all_moods@;
    unsigned now = mood < @all_moods@ ? mood : nodes_own;
    unsigned kind = moods[now][below(@mood_length@)];
    if (kind == @KEEP@) {
        if (kept_in_run[node] != run_number) {
            kept_in_run[node] = run_number;
            kept[node] = value_of_kind(moods[0][below(@mood_length@)], node, mask);
        }
        last = kept[node];
    } else
        last = value_of_kind(kind, node, mask);
    return last & mask;
}

static void record(uint32_t node, uint64_t value)
{
    if (recorded_count < recorded_most) {
        recorded_nodes[recorded_count] = node;
        recorded_values[recorded_count] = value;
    }
    recorded_count++;
}

/* The state is in the row behind the others. A third of these keep the first states,
   the rest a sample; states that differ only in what does not matter count as one. */
static void observe(unsigned place)
{
    uint64_t *rows = observed_rows + place * (observed_most + 1) * @variables@;
    uint64_t *scratch = rows + observed_most * @variables@;
    uint64_t hash = (place + 1) * UINT64_C(0xD1B54A32D192ED03), row;
    for (unsigned i = live_start[place]; i < live_start[place + 1]; i++) {
        hash = (hash ^ scratch[live[i]]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    if (observed_hashes[hash & observed_filter] == hash)
        return;
    observed_hashes[hash & observed_filter] = hash;
    row = observed_counts[place]++;
    if (row >= observed_most) {
        uint64_t first = observed_most / 3;
        row = first + next_random(&sampler) % (row - first + 1);
        if (row >= observed_most)
            return;
    }
    for (unsigned i = 0; i < @variables@; i++)
        rows[row * @variables@ + i] = scratch[i];
}
"""

_ENTRIES = """
/* Runs tests until one has an end that is wanted; says how many were run before it. */
uint64_t search(uint64_t first, uint64_t count, uint64_t limit, uint64_t most, const uint8_t *wanted,
                uint64_t *steps, uint32_t *end)
{
    uint64_t i;
    *steps = 0;
    *end = 0;
    for (i = 0; i < count && *steps + @test_cost@ * i < most; i++) {
        *end = run(first + i, limit, 0, 0, steps);
        if (*end >= @first_target@ && wanted[*end - @first_target@])
            return i;
    }
    *end = 0;
    return i;
}

/* Runs one test and records its inputs. */
void replay(uint64_t seed, uint64_t limit, uint32_t *nodes, uint64_t *values, uint64_t capacity,
            uint64_t *count, uint64_t *steps)
{
    recorded_nodes = nodes, recorded_values = values, recorded_most = capacity, recorded_count = 0;
    *steps = 0;
    run(seed, limit, 1, 0, steps);
    *count = recorded_count;
}

/* Runs tests and keeps a sample of the states at the cut points. */
uint64_t sample(uint64_t first, uint64_t count, uint64_t limit, uint64_t most, uint64_t *rows,
                uint64_t *counts, uint64_t rows_each, uint64_t *hashes, uint64_t filter, uint64_t *steps)
{
    uint64_t i;
    observed_rows = rows, observed_counts = counts, observed_most = rows_each;
    observed_hashes = hashes, observed_filter = filter;
    sampler = first * 2 + 1;
    *steps = 0;
    for (i = 0; i < count && *steps + @test_cost@ * i < most; i++)
        run(first + i, limit, 0, 1, steps);
    return i;
}
"""


def beyond_c(system: TransitionSystem) -> str | None:
    """What the system computes with that the C here does not have; None where there is nothing."""
    for part in postorder(_terms(system)):
        if part.width > 64:
            return "terms of more than 64 bits"
        if isinstance(part.sort, ArraySort):
            return "arrays"
    return None


def c_text(system: TransitionSystem, places: Places, palette: Palette) -> str:
    """The program, with values to try as inputs. Requires: nothing in it is `beyond_c`."""
    text = "\n".join((_prelude(system), _RUNTIME, *_Writer(system, places).run(), _ENTRIES))
    own = [palette.choices(node) for node in places.nodes]
    holes = {
        "shared": _numbers(palette.shared),
        "own": _numbers(chain([0], *own)),
        "own_start": _starts(own),
        "live": _numbers(chain([0], *places.live)),
        "live_start": _starts(places.live),
        "moods": ", ".join("{" + ", ".join(str(int(kind)) for kind in mood) + "}" for mood in MOODS),
        "mood_length": MOOD_LENGTH,
        "all_moods": len(MOODS),
        "nodewise_share": NODEWISE_SHARE,
        "test_cost": TEST_COST,
        "first_target": FIRST_TARGET,
        "nodes": max(1, len(places.nodes)),
        "variables": len(system.variables),
        **{kind.name: int(kind) for kind in Kind},
        **{f"{kind.name}_bound": bound for kind, bound in BOUNDS.items()},
    }
    for hole, filling in holes.items():
        text = text.replace(f"@{hole}@", str(filling))
    return text


def _prelude(system: TransitionSystem) -> str:
    has_floats = any(part.op in FLOAT_ROWS for part in postorder(_terms(system)))
    return C_PRELUDE + C_FLOAT_PRELUDE if has_floats else C_PRELUDE


def _numbers(values: Iterable[int]) -> str:
    return ", ".join(f"UINT64_C({value})" for value in values)


def _starts(parts: Sequence[Sequence[int]]) -> str:
    """Where each part begins, and the last one ends, when they follow a single value."""
    return ", ".join(map(str, accumulate(map(len, parts), initial=1)))


def _terms(system: TransitionSystem) -> Iterator[Term]:
    for transition in system.transitions:
        yield from transition.guard
        yield from transition.updates.values()
        yield from (read.variable for read in transition.inputs)
    yield from system.variables


class _Writer:
    """Writes the function that runs one test: the variables are its local ones, the locations its labels."""

    def __init__(self, system: TransitionSystem, places: Places) -> None:
        self._system = system
        self._targets = {location: position for position, location in enumerate(places.targets)}
        self._cut_points = {location: position for position, location in enumerate(places.cut_points)}
        self._nodes = {node: position for position, node in enumerate(places.nodes)}
        self._variables = {variable: f"v{i}" for i, variable in enumerate(system.variables)}
        self._names = self._variables  # with the inputs of the location that is being written
        self._numbers = count()

    def run(self) -> Iterator[str]:
        yield "static uint32_t run(uint64_t seed, uint64_t limit, int recording, int observing,"
        yield "                    uint64_t *steps)"
        yield "{"
        yield "uint64_t left = limit;"
        yield "uint32_t end;"
        yield from (f"uint64_t {name} = 0;" for name in self._variables.values())
        yield "start_test(seed);"
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
        yield f"if (left == 0) {{ end = {NO_TARGET}; goto done; }}"
        yield "{"
        inputs = self._system.inputs_at[location]
        self._names = {**self._variables, **{read.variable: self._input(read) for read in inputs}}
        yield from (f"uint64_t {self._input(read)};" for read in inputs)
        yield from self._choice(self._system.outgoing[location])
        yield f"end = {NO_TARGET}; goto done;"
        yield "}"

    def _observation(self, place: int) -> Iterator[str]:
        width = len(self._variables)
        yield "if (observing) {"
        yield f"uint64_t *row = observed_rows + ({place} * (observed_most + 1) + observed_most) * {width};"
        yield from (f"row[{i}] = {name};" for i, name in enumerate(self._variables.values()))
        yield f"observe({place}); }}"

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
        before, values = self._spell(tuple(transition.updates.values()))
        yield from before
        used = frozenset().union(*[value.free for value in transition.updates.values()])
        assignments = []
        for variable, value in zip(transition.updates, values, strict=True):
            name, new = self._names[variable], value
            if variable in used:
                new = f"n{next(self._numbers)}"
                yield f"uint64_t {new} = {value};"
            assignments.append(f"{name} = {new};")
        yield from assignments
        if transition.inputs:
            records = [
                f"record({self._nodes[read.node]}, {self._input(read)});" for read in transition.inputs
            ]
            yield f"if (recording) {{ {' '.join(records)} }}"
        yield "left--;"
        yield f"goto at{transition.target};"

    def _draw(self, read: Input) -> str:
        mask = (1 << read.variable.width) - 1
        return f"{self._input(read)} = draw({self._nodes[read.node]}, UINT64_C({mask}));"

    def _input(self, read: Input) -> str:
        return f"i{self._nodes[read.node]}"

    def _spell(self, terms: Sequence[Term]) -> tuple[list[str], list[str]]:
        return statements(terms, self._names, f"t{next(self._numbers)}_")
