"""What is left out as needless is needless: with and without shortcuts (docs/SHORTCUTS.md), runs end alike,
and verdicts are the same. Proofs without shortcuts may take too long."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import yaml

from helpers.brute_force import for_maymust
from helpers.memory_mistakes import with_a_mistake
from helpers.random_functions import Case
from helpers.random_memory import memory_case
from helpers.random_pointers import random_pointers
from maymust.checking import CheckOptions, check_program
from maymust.cli.properties import selected
from maymust.diagnostics import InputError
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import InputValue, OutOfSteps, Stuck, Violated, replay
from maymust.ir.program import Havoc, Program
from maymust.verdicts import Fails, Holds, Unknown

PROGRAMS = Path(__file__).parent.parent / "programs"
FOLDERS = ("checks", "memory", "memory_inputs", "unmodelled")
TASKS = [task for folder in FOLDERS for task in sorted((PROGRAMS / folder).glob("*.yml"))]
SAMPLE = 9  # of the tasks, one in so many is looked at by day
ASKED = selected(["memory", "uninit", "assert"], with_rules=False)
STEPS = 20_000
SECONDS = 20.0
LATE = "no verdict within the time limit"
Size = Callable[..., int]


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("chunk", range(2))
def test_runs_of_random_programs_end_alike(chunk: int, model: str, size: Size) -> None:
    rng = random.Random(f"shortcuts {model} {chunk}")
    ends: Counter[str] = Counter()
    for _ in range(size(2)):
        case = memory_case("t", rng, model)
        for text in (case.program, *[with_a_mistake(case.program, rng) for _ in range(5)]):
            for row, ours, other in _runs(text, case, model):
                assert ours == other, f"{row} in {model}:\n{text}"
                ends[ours.split()[0]] += 1
    assert ends["ended"] and ends["violated"], ends


@pytest.mark.parametrize("chunk", range(3))
def test_runs_of_random_pointers_end_alike(chunk: int, size: Size) -> None:
    rng = random.Random(f"shortcuts of pointers {chunk}")
    ends: Counter[str] = Counter()
    for _ in range(size(8)):
        template = random_pointers(rng)
        text = for_maymust(template)
        for changed in (text, *[with_a_mistake(text, rng) for _ in range(5)]):
            both = _both(changed, template.entry, "LP64")
            if both is None:
                continue
            ours, other = [_end(program, [], ()) for program in both]
            assert ours == other, changed
            ends[ours.split()[0]] += 1
    assert ends["ended"] and ends["violated"], ends


def _runs(text: str, case: Case, model: str) -> Iterator[tuple[Sequence[int], str, str]]:
    """Rows of a case, and how the text runs on each, with and without shortcuts."""
    both = _both(text, case.name, model)
    if both is None:
        return
    for row in case.rows:
        ours, other = [_end(program, _inputs(program, row), case.results) for program in both]
        yield row, ours, other


def _both(text: str, entry: str | None, model: str) -> list[Program] | None:
    """The program of a text, with and without shortcuts; None if it is none."""
    try:
        return [
            translate(
                "t.c",
                text,
                COptions(
                    entry=entry,
                    data_model="LP64" if model == "LP64" else "ILP32",
                    properties=ASKED,
                    shortcuts=shortcuts,
                ),
            ).program
            for shortcuts in (True, False)
        ]
    except InputError:
        return None


def _inputs(program: Program, row: Sequence[int]) -> list[InputValue]:
    start = program.procedures[program.start]
    nodes = {
        edge.statement.name: f"{start.name}@{edge.source}"
        for edge in start.edges
        if isinstance(edge.statement, Havoc) and edge.statement.kind == "parameter"
    }
    return [InputValue(nodes[n], v) for n, v in zip("abcdefgh", row, strict=False) if n in nodes]


def _end(program: Program, given: list[InputValue], results: Sequence[str]) -> str:
    """How a run ends; all inputs that are not given are zero."""
    run = replay(program, given, STEPS)
    match run.end:
        case Violated(property_id=violated):
            found = next(p for p in program.properties if p.id == violated)
            return f"violated {found.kind} at {found.span.line}"
        case Stuck(construct=construct):
            return f"stuck {construct}"
        case OutOfSteps():
            return "ended out of steps"
    last = {target.name: value for step in run.steps for target, value in step.changes}
    return f"ended {[last.get(name) for name in results]}"


def test_verdicts_are_the_same(size: Size) -> None:
    late = 0
    chosen = TASKS if size(1) > 1 else TASKS[::SAMPLE]
    for task in chosen:
        ours, other = [_verdict(task, shortcuts=shortcuts) for shortcuts in (True, False)]
        if LATE in (ours, other):
            late += 1
        else:
            assert ours == other, task
    assert late <= len(chosen) // 10


def _verdict(task: Path, *, shortcuts: bool) -> str:
    """What is said of a program: what fails and where, else whether all holds."""
    description = yaml.safe_load(task.read_text())
    extra = description["maymust"]
    options = COptions(
        entry=extra.get("entry"),
        data_model=description["options"]["data_model"],
        properties=selected([extra["property"]] if "property" in extra else None, with_rules=False),
        assume_separate=extra.get("assume_separate", False),
        shortcuts=shortcuts,
    )
    program = translate(str(task.parent / description["input_files"]), None, options).program
    results = list(check_program(program, CheckOptions(seconds=SECONDS)))
    failed = sorted(
        {(r.property.span.line, r.property.kind) for r in results if isinstance(r.verdict, Fails)}
    )
    reasons = [r.verdict.reason for r in results if isinstance(r.verdict, Unknown)]
    if LATE in reasons and not failed:
        return LATE
    return f"fails at {failed}" if failed else Holds.__name__ if not reasons else Unknown.__name__
