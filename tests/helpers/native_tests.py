"""Problems for the suppliers that run tests, and native tests beside what a machine does."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable
from dataclasses import replace

import pytest

from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import Problem, Valuation, pose
from maymust.engines.auto.suppliers.base import Proposal, Supplier
from maymust.engines.auto.suppliers.native.compiler import COMPILERS, find_compiler
from maymust.engines.auto.suppliers.native.library import Library, load_library
from maymust.engines.auto.suppliers.native.places import Places
from maymust.engines.auto.suppliers.native.program import c_text
from maymust.engines.auto.suppliers.native.rows import Rows, inputs_of
from maymust.engines.auto.suppliers.testing.test_values import Palette
from maymust.engines.auto.trials import Trial, Trials
from maymust.engines.slices import Slice
from maymust.frontends.c import COptions, translate
from maymust.interp.values import zero
from maymust.ir.transitions import Input, Transition, TransitionSystem
from maymust.passes.pipeline import prepare
from maymust.terms import ArraySort, Term, literal, negation

compiler_needed = pytest.mark.skipif(
    not any(map(shutil.which, COMPILERS)), reason="there is no C compiler on this machine"
)


def problem_of(text: str, entry: str = "main") -> Problem:
    return pose(prepare(translate("t.c", text, COptions(entry=entry)).program), "P1")


def propose(supplier: Supplier, problem: Problem, calls: float = 40.0) -> Proposal:
    """By the work done, so that no clock matters."""
    return supplier.propose(problem, Knowledge(problem), Slice(time.monotonic() + 600, calls))


def trials_of(problem: Problem, proposal: Proposal) -> list[Trial]:
    trials = Trials(problem, Knowledge(problem))
    ran = [trials.run(test, 1_000_000) for test in proposal.tests]
    for test, trial in zip(proposal.tests, ran, strict=True):
        assert trial.test == test  # it reads just what was proposed
        assert trial.end is not None
    return ran


def library_of(problem: Problem) -> tuple[Library, Places]:
    places = Places.of(problem)
    text = c_text(problem.system, places, Palette.of(problem))
    rows = Rows([variable.sort for variable in problem.system.variables])
    return load_library(find_compiler(), text, 60, len(places.cut_points), rows), places


def compare_with_machine(problem: Problem, tests: int, limit: int, *, all_states: bool = True) -> int:
    """Runs tests natively and in Python: same end, steps and states; these not all where arrays may be large.
    Returns how many reached the error."""
    library, places = library_of(problem)
    told = 0
    for seed in range(tests):
        native = library.replay(seed, limit, 100_000)
        assert native.inputs is not None
        knowledge = Knowledge(problem)
        test = tuple(inputs_of(native.inputs, places.nodes, places.sorts))
        trial = Trials(problem, knowledge).run(test, native.steps)
        assert trial.test == test
        assert trial.steps == native.steps
        found = library.search(seed, 1, limit, limit + 1, [True] * len(places.targets))
        assert (found.tests, found.steps) == (1, native.steps)
        assert trial.end == (None if found.target is None else places.targets[found.target])
        told += found.target is not None
        _, steps, sampled = library.sample(seed, 1, limit, limit + 1, 1000)
        assert steps == native.steps
        for at, states, live in zip(places.cut_points, sampled, places.live, strict=True):
            truth = knowledge.states(at)
            numbers = [i for i, v in enumerate(problem.system.variables) if not isinstance(v.sort, ArraySort)]
            assert _parts(states, numbers) <= _parts(truth, numbers)
            shown, seen = _parts(states, live), _parts(truth, live)
            assert shown == seen if all_states else shown <= seen
    return told


def _parts(states: Iterable[Valuation], positions: Iterable[int]) -> set[Valuation]:
    return {tuple([state[i] for i in positions]) for state in states}


def looping(updates: dict[Term, Term], inputs: tuple[Input, ...], guard: Term) -> Problem:
    """A problem with one loop, which makes the updates, and leaves to the error where the guard is false."""
    names = tuple(updates)
    zeros = {v: literal(zero(v.sort), v.sort) for v in names}
    system = TransitionSystem(
        initial=0,
        errors={2: "P1"},
        blocked={},
        transitions=(
            Transition(0, 0, 1, (), zeros, ()),
            Transition(1, 1, 1, (guard,), updates, inputs),
            Transition(2, 1, 2, (negation(guard),), {}, inputs),
        ),
        variables=names,
        nodes={0: "%start@0", 1: "%start@1", 2: "%start@2"},
    )
    problem = pose(system, "P1")
    return replace(problem, system=system)
