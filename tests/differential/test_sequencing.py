"""Random expressions with side effects on parts of variables: those that C defines have its value, those that
it does not define are not modelled. gcc tells the value, too, at two levels of optimisation."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from helpers import random_sequencing as sequencing
from helpers.agreement import native_or_skip
from helpers.memory_runs import memory_outcomes
from helpers.native_batch import run_natively
from helpers.random_functions import Case
from helpers.random_sequencing import Made, Maker, Run

MODEL = "LP64"
RESULTS = 8
_SHARED = re.compile(r"\b(G|GA|GS|pure|bump|look|tab)\b")


def case_of(name: str, made: Made) -> Case:
    """A function that evaluates an expression. (Types are not part of its text.)"""
    names = tuple(f"{name}_r{n}" for n in range(RESULTS))
    declared = "".join(f"unsigned long long {result};\n" for result in names)
    body = f"{sequencing.LOCALS}\n{name}_r0 = {made.text};\n" + "\n".join(sequencing.final(name))
    text = f"{sequencing.GLOBALS}{sequencing.HELPERS}{declared}void {name}(void)\n{{ {body} }}\n"
    return Case(name, _SHARED.sub(rf"{name}_\1", text), (), names, ((),))


def ours(case: Case) -> tuple[int, ...] | str:
    """What maymust says."""
    alone = Case(case.name, sequencing.STATE + case.text, (), case.results, case.rows)
    (found,) = memory_outcomes(alone, MODEL)
    return found


def natively(cases: list[Case], flags: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """What gcc's program computes."""
    calls = "".join(
        f'{case.name}(); printf("{case.name}{" %llu" * RESULTS}\\n", {", ".join(case.results)});\n'
        for case in cases
    )
    texts = "".join(case.text for case in cases)
    whole = f"#include <stdio.h>\n{sequencing.STATE}{texts}int main(void) {{ {calls} return 0; }}"
    lines = [line.split() for line in run_natively(whole, MODEL, flags).splitlines()]
    return {name: tuple(int(value) for value in values) for name, *values in lines}


@pytest.mark.parametrize("seed", range(4))
def test_sequencing(seed: int, size: Callable[[int], int]) -> None:
    rng = random.Random(f"sequencing {seed}")
    defined: dict[str, tuple[int, ...]] = {}
    cases: dict[str, Case] = {}
    undefined = modelled = 0
    for number in range(size(100)):
        made = Maker(rng).expression(rng.choice((2, 3, 3, 4)))
        run, case = Run(), case_of(f"t{number}", made)
        value, _ = made.run(run, frozenset())
        found = ours(case)
        if run.undefined:
            undefined += 1
            assert isinstance(found, str), made.text
            continue
        back = Run(backwards=True)
        again, _ = made.run(back, frozenset())
        defined[case.name] = expected = sequencing.results(run, value)
        assert sequencing.results(back, again) == expected, f"a defect of the generator: {made.text}"
        cases[case.name] = case
        if not isinstance(found, str):
            modelled += 1
            assert found == expected, made.text
        else:
            assert found.startswith("unsequenced"), (made.text, found)
    assert undefined > len(defined) // 10
    assert modelled > 0.9 * len(defined)
    native_or_skip(MODEL)
    for flags in (("-O0",), ("-O2", "-fno-strict-aliasing")):
        assert natively(list(cases.values()), flags) == defined
