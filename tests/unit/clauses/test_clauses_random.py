"""FIR and the judge, which share nothing, say the same of random clauses."""

from __future__ import annotations

from pathlib import Path
from random import Random

from conftest import Size
from helpers.judged_clauses import FIRST, Given, judgements, program_with, run_of
from helpers.random_clauses import DECLARED, FUNCTION, SMALL, Clauses, random_function
from maymust.certificates.clauses.judging import NotDecided, NotViolated, Violated
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.checking import ForgeOptions, HoldsWithin, Undecided
from maymust.engines.forge.from_ir.checking import FailsWithin, ProgramVerdict
from maymust.engines.forge.specified import SpecifiedProgram
from maymust.interp.replay import Ended

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


def check_executions(specified: SpecifiedProgram, verdicts: list[ProgramVerdict], chance: Random) -> int:
    """Of executions with small numbers, the clause is violated by none if it holds within the bound, and by
    all if its contrary does, where it holds. How many there were."""
    count = 0
    for _ in range(20):
        given = random_start(chance)
        if run_of(specified.translation.program, given).end == Ended():
            judgement, _ = judgements(specified, given, {0: frozenset(OBJECTS)})
            assert not (isinstance(verdicts[0], HoldsWithin) and isinstance(judgement, Violated)), given
            assert not (isinstance(verdicts[1], HoldsWithin) and isinstance(judgement, NotViolated)), given
            count += not isinstance(judgement, NotDecided)
    return count


def test_random_clauses(tmp_path: Path, size: Size) -> None:
    """A clause, and its contrary, which is judged where the clause holds: the judge agrees with all
    counterexamples."""
    seen = dict.fromkeys((HoldsWithin, FailsWithin, Undecided), 0)
    executions = 0
    for seed in range(size(15)):
        chance = Random(seed)
        clause = Clauses(chance).truth(2)
        contract = f"/*@ {SMALL} ensures {clause}; ensures !({clause}); */"
        text = f"{DECLARED}{contract} {FUNCTION} {random_function(chance)}"
        specified = program_with(tmp_path, text)
        verdicts = [verdict for _, verdict in specified.check(BOUND, ForgeOptions(shrinking_seconds=0))]
        for verdict in verdicts:
            seen[type(verdict)] += 1
            if isinstance(verdict, Undecided):
                assert "fails only" not in verdict.reason, (seed, text, verdict.reason)
        executions += check_executions(specified, verdicts, chance)
    assert seen[FailsWithin] > seen[Undecided]
    assert seen[HoldsWithin]
    assert executions
