"""A transition system as C text that runs tests by the million.

Nothing of the user's text is in it: locations, variables and nodes are numbers. It has no memory but its own
arrays and the buffers that it is given, and every run has a limit of steps.

A test is its seed: the values of its inputs come from a generator that the seed starts. So a search needs to
record nothing; the test that it has found is run again, and then its inputs are recorded.
"""

from __future__ import annotations

from itertools import accumulate, chain
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.native.array_runtime import (
    ARRAYS,
    ARRAYS_OUTSIDE,
    BYTES_FAR,
    ELEMENTS,
    NEAR,
    NEAR_IN_ALL,
)
from maymust.engines.auto.suppliers.native.rows import Rows
from maymust.engines.auto.suppliers.native.runtime import ENTRIES, RUNTIME
from maymust.engines.auto.suppliers.native.writer import FIRST_TARGET, Writer
from maymust.engines.auto.suppliers.testing.test_values import (
    BOUNDS,
    MOOD_LENGTH,
    MOODS,
    NODEWISE_SHARE,
    Kind,
)
from maymust.terms import ArraySort, postorder
from maymust.terms import operators as ops
from maymust.terms.c_spelling import C_PRELUDE, C_WIDE_PRELUDE, WIDEST
from maymust.terms.float_c import C_FLOAT_PRELUDE
from maymust.terms.float_operators import FLOAT_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from maymust.engines.auto.suppliers.native.places import Places
    from maymust.engines.auto.suppliers.testing.test_values import Palette
    from maymust.ir.transitions import TransitionSystem
    from maymust.terms import Term

TEST_COST = 8  # what it costs to begin a test, in steps


def beyond_c(system: TransitionSystem) -> str | None:
    """What the system computes with that the C here does not have; None where there is nothing."""
    for part in postorder(_terms(system)):
        if part.width > WIDEST:
            return f"terms of more than {WIDEST} bits"
        if part.op in FLOAT_ROWS and part.width > 64:
            return "floats as wide integers"
        if isinstance(part.sort, ArraySort) and (part.sort.element > 64 or part.sort.index > WIDEST):
            return "arrays of wide elements"
        if part.op is ops.EQ and isinstance(part.args[0].sort, ArraySort):
            return "comparisons of arrays"
    return None


def c_text(system: TransitionSystem, places: Places, palette: Palette) -> str:
    """The program, with values to try as inputs. Requires: nothing in it is `beyond_c`. Raises
    CompilationFailed where it would be too large."""
    rows = Rows([variable.sort for variable in system.variables])
    writer = Writer(system, places, rows)
    run = list(writer.run())
    parts = list(postorder(_terms(system)))
    is_wide = any(part.width > 64 for part in parts)
    text = "\n".join(
        (
            C_PRELUDE,
            C_WIDE_PRELUDE if is_wide else "",
            C_FLOAT_PRELUDE if any(part.op in FLOAT_ROWS for part in parts) else "",
            ARRAYS if writer.arrays else "",
            RUNTIME,
            ARRAYS_OUTSIDE if writer.arrays else "",
            *run,
            ENTRIES,
        )
    )
    own = [palette.choices(node) for node in places.nodes]
    live = [[word for slot in slots for word in rows.words_of(slot)] for slots in places.live]
    holes = {
        "shared": _numbers(palette.shared),
        "own": _numbers(chain([0], *own)),
        "own_start": _starts(own),
        "live": _numbers(chain([0], *live)),
        "live_start": _starts(live),
        "moods": ", ".join("{" + ", ".join(str(int(kind)) for kind in mood) + "}" for mood in MOODS),
        "mood_length": MOOD_LENGTH,
        "all_moods": len(MOODS),
        "nodewise_share": NODEWISE_SHARE,
        "test_cost": TEST_COST,
        "first_target": FIRST_TARGET,
        "nodes": max(1, len(places.nodes)),
        "words": rows.words,
        "key": "mm_wide" if is_wide else "uint64_t",
        "arrays": writer.arrays,
        "near": min(NEAR, NEAR_IN_ALL // max(1, writer.arrays)),
        "far_most": BYTES_FAR,
        "elements": ELEMENTS,
        **{kind.name: int(kind) for kind in Kind},
        **{f"{kind.name}_bound": bound for kind, bound in BOUNDS.items()},
    }
    for hole, filling in holes.items():
        text = text.replace(f"@{hole}@", str(filling))
    return text


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
