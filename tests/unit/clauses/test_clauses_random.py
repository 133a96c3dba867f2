"""FIR and the judge, which share nothing, say the same of random clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from conftest import Size
from helpers.judged_clauses import FIRST, Given, judgements, program_with, run_of
from helpers.random_clauses import DECLARED, FUNCTION, SMALL, Clauses, random_frame, random_function
from maymust.certificates.judgement import Judgement, NotDecided, NotViolated, SeenViolated
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.check_bounded import FailsWithin, ProgramVerdict
from maymust.interp.replay import Ended
from maymust.specifications.acsl.specified import SpecifiedProgram

BOUND = Bound(scope=3, width=5, unrollings=3)
OBJECTS = (FIRST, FIRST + 1)


def random_start(chance: Random) -> Given:
    """Parameters, global variables and two nodes."""
    ends = (0, *OBJECTS)
    names = ("p.object", "q.object", "g.object")
    return {
        **{name: chance.choice(ends) for name in names},
        "x": chance.randint(-2, 2),
        "n": chance.randint(-2, 2),
        "c": chance.randint(0, 2),
        "M1.0": {each: chance.randint(-2, 2) for each in OBJECTS},
        "M1.8.object": {each: chance.choice(ends) for each in OBJECTS},
    }


def executions(specified: SpecifiedProgram, chance: Random) -> Iterator[tuple[Given, Judgement]]:
    """Some with small numbers, and what they are to the first clause."""
    for _ in range(10):
        given = random_start(chance)
        if run_of(specified.translation.program, given, 500).end == Ended():
            yield given, judgements(specified, given, {0: frozenset(OBJECTS)})[0]


def verdicts(specified: SpecifiedProgram) -> list[ProgramVerdict]:
    """Those of all clauses; the judge agrees with all counterexamples, or cannot tell."""
    found = [verdict for _, verdict in specified.check(BOUND, ForgeOptions(shrinking_seconds=0))]
    for verdict in found:
        assert not isinstance(verdict, UndecidedWithin) or "fails only" not in verdict.reason
    return found


def test_random_clauses(tmp_path: Path, size: Size) -> None:
    """A clause, and its contrary, which is judged where the clause holds."""
    seen: Counter[type[ProgramVerdict] | type[Judgement]] = Counter()
    for seed in range(size(10)):
        chance = Random(seed)
        clause = Clauses(chance).truth(2)
        contract = f"/*@ {SMALL} ensures {clause}; ensures !({clause}); */"
        text = f"{DECLARED}{contract} {FUNCTION} {random_function(chance)}"
        specified = program_with(tmp_path, text)
        first, second = verdicts(specified)
        for given, judgement in executions(specified, chance):
            assert not (isinstance(first, HoldsWithin) and isinstance(judgement, SeenViolated)), given
            assert not (isinstance(second, HoldsWithin) and isinstance(judgement, NotViolated)), given
            seen[type(judgement)] += 1
        seen.update((type(first), type(second)))
    assert seen[HoldsWithin] and seen[FailsWithin] > seen[UndecidedWithin]
    assert seen[SeenViolated] and seen[NotViolated] > seen[NotDecided]


def test_random_frames(tmp_path: Path, size: Size) -> None:
    """What may change, and what does."""
    seen: Counter[type[ProgramVerdict] | type[Judgement]] = Counter()
    for seed in range(size(10)):
        chance = Random(seed)
        contract = f"/*@ {SMALL} assigns {random_frame(chance)}; */"
        text = f"{DECLARED}{contract} {FUNCTION} {random_function(chance)}"
        specified = program_with(tmp_path, text)
        (found,) = verdicts(specified)
        for given, judgement in executions(specified, chance):
            assert not (isinstance(found, HoldsWithin) and isinstance(judgement, SeenViolated)), given
            seen[type(judgement)] += 1
        seen[type(found)] += 1
    assert seen[HoldsWithin] and seen[FailsWithin] > seen[UndecidedWithin]
    assert seen[SeenViolated] and seen[NotViolated] > seen[NotDecided]
