"""The suppliers that run tests, in Python and natively: what they propose is what a machine really does."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import time
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

import pytest

from helpers.brute_force import for_maymust
from helpers.native_tests import (
    compare_with_machine,
    compiler_needed,
    looping,
    problem_of,
    propose,
    trials_of,
)
from helpers.random_programs import random_template
from helpers.terms import BINARY, TermMaker, raw
from maymust.engines.auto.problem import Problem, Valuation
from maymust.engines.auto.suppliers.base import Proposal, Supplier
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.engines.auto.suppliers.native import NativeTests
from maymust.engines.auto.suppliers.native.compiler import CompilationFailed, compiled, find_compiler
from maymust.engines.auto.suppliers.native.library import Found
from maymust.engines.auto.suppliers.native.places import Places
from maymust.engines.auto.suppliers.native.program import c_text
from maymust.engines.auto.suppliers.native.search import Search
from maymust.engines.auto.suppliers.testing.input_constants import constants_by_node
from maymust.engines.auto.suppliers.testing.random_tests import RandomTests
from maymust.engines.auto.suppliers.testing.test_values import Palette
from maymust.engines.slices import Slice
from maymust.interp.machine import Machine
from maymust.ir.transitions import Input
from maymust.passes.slicing import live_variables
from maymust.terms import BOOL, Term, bitvec, constant, eq, negation, variable
from maymust.terms import operators as ops

both = pytest.mark.parametrize(
    "make", [RandomTests, pytest.param(NativeTests, marks=compiler_needed)], ids=["random", "native"]
)

PRELUDE = """
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void assert(int);
"""
BUGS = {
    "a value": "int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7654321); }",
    "after arithmetic": "int main(void) { int x = __VERIFIER_nondet_int(); assert(x - 1000 != 123456); }",
    "after a copy": """int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), i = 0;
        while (i < 3) i++;
        assert(x != 47110815 || y != 11); }""",
    "a constant of inputs": """int main(void) { int i = 0;
        while (i < 40) { if (__VERIFIER_nondet_int() != 1) return 0; i++; }
        assert(0); }""",
    "in a loop": """int main(void) { int n = 0;
        while (1) { if (__VERIFIER_nondet_int() == 0) n++; else n = 0; assert(n < 15); } }""",
    "extreme": "int main(void) { int x = __VERIFIER_nondet_int(); assert(x >= 0 || -x >= 0); }",
    "no inputs": "int main(void) { int i = 0; while (i < 50) i++; assert(i != 50); }",
    "at once": "int main(void) { assert(0); }",
}
CORRECT = """int main(void) { unsigned char n = 0;
    while (1) {
        unsigned char x = __VERIFIER_nondet_uchar() & 3, y = __VERIFIER_nondet_uchar() & 3;
        if (x > 1) n = n + 3; else if (y == 2) n = 0; else if (n > 200) n = n - 1;
        if (n > 250) __VERIFIER_assume(x < 3);
        assert(n != 255 || x < 3); } }"""


def as_asked(make: type[Supplier], calls: int) -> Iterator[Supplier]:
    """The supplier of each call: the same or, if it has a process of its own, a new one."""
    entry, kept = SUPPLIERS[make.name], make()
    for before in range(calls):
        yield entry.build(before) if entry.own_process else kept


@both
@pytest.mark.parametrize("name", BUGS)
def test_finds_bugs(make: type[Supplier], name: str) -> None:
    problem = problem_of(PRELUDE + BUGS[name])
    ends = [trial.end for trial in trials_of(problem, propose(make(), problem))]
    assert [end in problem.system.errors for end in ends] == [True]


@both
def test_a_blocked_target_is_proposed_once(make: type[Supplier]) -> None:
    text = """int again(int x) { return again(x + 1); }
    int main(void) { int x = __VERIFIER_nondet_int();
        if (x == 1) x = again(x);
        int y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
        assert(x != 2 || y * 3 + z != 123456789); }"""
    problem = problem_of(PRELUDE + text)
    assert len(problem.system.blocked) == 1
    ends = [trial.end for trial in trials_of(problem, propose(make(), problem, 10))]
    assert [end for end in ends if end in problem.system.blocked] == list(problem.system.blocked)


def reachable_states(problem: Problem) -> dict[int, set[Valuation]]:
    """By brute force, over inputs of two bits; what does not matter at a location is zero."""
    system = problem.system
    machine, live = Machine(system), live_variables(system)
    start = (system.initial, (0,) * len(system.variables))
    seen, work = {start}, [start]
    while work:
        location, state = work.pop()
        if location in problem.targets:
            continue
        for given in itertools.product(range(4), repeat=len(machine.inputs_at(location))):
            values = machine.initial_values()
            values[: len(state)] = state
            for slot, value in zip(machine.input_slots[location], given, strict=True):
                values[slot] = value
            stepped = machine.step(location, values)
            if stepped is not None:
                after = stepped[0].transition.target
                reached = (after, _relevant(system.variables, values, live[after]))
                if reached not in seen:
                    seen.add(reached)
                    work.append(reached)
    return {at: {state for location, state in seen if location == at} for at in problem.cut_points}


def _relevant(variables: Sequence[Term], values: Sequence[int], live: Container[Term]) -> Valuation:
    return tuple(value if v in live else 0 for v, value in zip(variables, values, strict=False))


@both
def test_states_are_reachable_and_many(make: type[Supplier]) -> None:
    problem = problem_of(PRELUDE + CORRECT)
    live = live_variables(problem.system)
    counter = next(i for i, v in enumerate(problem.system.variables) if "::n" in str(v))
    proposal = propose(make(), problem)
    assert not proposal.tests
    for location, truth in reachable_states(problem).items():
        states = proposal.states[location]
        shown = {_relevant(problem.system.variables, state, live[location]) for state in states}
        assert shown <= truth
        assert len({state[counter] for state in shown}) > 50


@both
def test_deep_states_are_sampled(make: type[Supplier]) -> None:
    text = PRELUDE + "int main(void) { int i = 0; while (i < 2000) i++; assert(i == 2000); }"
    problem = problem_of(text)
    ((states),) = propose(make(), problem).states.values()
    numbers = sorted(state[0] for state in states)
    assert numbers[0] <= 1 and numbers[-1] > 1500
    assert sum(number > 500 for number in numbers) > 50


@both
def test_same_calls_same_proposals(make: type[Supplier]) -> None:
    problem = problem_of(PRELUDE + CORRECT)
    for first, second in zip(as_asked(make, 2), as_asked(make, 2), strict=True):
        assert propose(first, problem, 15) == propose(second, problem, 15)


@both
def test_later_calls_show_other_states(make: type[Supplier]) -> None:
    text = """int main(void) { int s = 0;
        while (1) { int x = __VERIFIER_nondet_int(); assert(x != 99 || s * s != 1234567); s = x; } }"""
    problem = problem_of(PRELUDE + text)
    first, second = (propose(supplier, problem, 15) for supplier in as_asked(make, 2))
    (location,) = problem.cut_points
    assert set(second.states[location]) - set(first.states[location])


def test_python_reports_a_blocked_target_once() -> None:
    """It stays from call to call."""
    problem = problem_of("void assert(int); int f(int x) { return f(x); } int main(void) { assert(f(1)); }")
    supplier = RandomTests()
    assert [len(propose(supplier, problem).tests) for _ in range(2)] == [1, 0]


class NoLibrary:
    """Notes the depths of the tests that are asked for; every test is as long as it may be."""

    def __init__(self) -> None:
        self.depths: list[int] = []

    def search(self, first: int, count: int, limit: int, most: int, wanted: object) -> Found:
        del first, most, wanted
        self.depths.append(limit)
        return Found(count, count * limit, None)

    def sample(self, *_: int) -> tuple[int, int, list[tuple[Valuation, ...]]]:
        return 0, 0, []


def test_later_calls_go_deeper_first() -> None:
    places = Places.of(problem_of(PRELUDE + "int main(void) { assert(1); }"))
    first = []
    for calls in (0, 1, 2, 3, 9):
        library = NoLibrary()
        limit = Slice(time.monotonic() + 600, 40.0)
        Search(library, places, calls).propose(limit)  # type: ignore[arg-type]
        first.append(library.depths[0])
    assert first == sorted(first)
    assert len(set(first)) >= 4
    shallow = NoLibrary()
    Search(shallow, places, 9).propose(Slice(time.monotonic() + 600, 0.1))  # type: ignore[arg-type]
    assert shallow.depths and max(shallow.depths) <= 1_000_000, "a slice that is too small for deep tests"


# -- the native program against the machine ---------------------------------------------------------------


@compiler_needed
@pytest.mark.parametrize("seed", range(12))
def test_random_programs_run_natively_as_in_python(seed: int) -> None:
    rng = random.Random(f"native {seed}")
    for _ in range(3):
        template = random_template(rng)
        problem = problem_of(for_maymust(template), template.entry)
        if problem.system.errors:
            compare_with_machine(problem, tests=40, limit=120)


@compiler_needed
@pytest.mark.parametrize("width", [1, 7, 8, 31, 32, 63, 64])
def test_operators_run_natively_as_in_python(width: int) -> None:
    """Every operator with inputs as arguments, so with zero, one and the extremes among them."""
    x, y = variable("?x", bitvec(width)), variable("?y", bitvec(width))
    read = variable("?b", bitvec(1))
    b = raw(ops.EQ, (read, constant(1, 1)))
    terms = [raw(op, (x, y)) for op in BINARY]
    terms += [raw(ops.ITE, (raw(op, (x, y)), x, y)) for op in (ops.EQ, ops.ULT, ops.SLT)]
    terms += [raw(ops.ITE, (raw(ops.OR, (b, raw(ops.NOT, (raw(ops.EQ, (x, y)),)))), x, y))]
    terms += [raw(ops.ITE, (raw(ops.AND, (b, raw(ops.ULT, (x, y)))), x, y))]
    terms += [raw(op, (x,), (wide,)) for op in (ops.ZEXT, ops.SEXT) for wide in (33, 64) if wide > width]
    terms += [raw(ops.EXTRACT, (x,), (width - 1, width // 2)), raw(ops.EXTRACT, (x,), (width // 2, 0))]
    updates = {variable(f"v{i}", term.sort): term for i, term in enumerate(terms)}
    updates[variable("flag", BOOL)] = b
    inputs = (Input(x, "x"), Input(y, "y"), Input(read, "b"))
    problem = looping(updates, inputs, negation(eq(x, constant(1, width))))
    assert compare_with_machine(problem, tests=60, limit=40) > 5


@compiler_needed
def test_random_terms_run_natively_as_in_python() -> None:
    rng = random.Random(5)
    widths = (1, 3, 8, 32, 64)
    for _ in range(6):
        inputs = tuple(Input(variable(f"?{w}", bitvec(w)), f"n{w}") for w in widths)
        names = [variable(f"v{w}", bitvec(w)) for w in widths]
        maker = TermMaker(rng, [*names, *(read.variable for read in inputs)], widths)
        updates = {name: maker.term(name.width, 7) for name in names}
        compare_with_machine(looping(updates, inputs, maker.term(0, 4)), tests=30, limit=30)


@compiler_needed
def test_deep_and_shared_terms_compile() -> None:
    x = variable("?x", bitvec(32))
    v = variable("v", bitvec(32))
    term = x
    for _ in range(300):
        term = raw(ops.UDIV, (raw(ops.ADD, (term, term)), raw(ops.XOR, (term, v))))
    problem = looping({v: term}, (Input(x, "x"),), negation(eq(x, constant(1, 32))))
    assert compare_with_machine(problem, tests=10, limit=10) > 0


def test_nothing_of_the_users_text_is_in_the_program() -> None:
    text = """int main(void) { int secret = __VERIFIER_nondet_int();
        while (secret < 5) secret++;
        assert(secret > 9); }"""
    problem = problem_of(PRELUDE + text)
    written = c_text(problem.system, Places.of(problem), Palette.of(problem))
    assert "secret" not in written
    assert "%start" not in written


def test_constants_follow_copies() -> None:
    problem = problem_of(PRELUDE + BUGS["after a copy"])
    assert sorted(constants_by_node(problem.system).values()) == [(11,), (47110815,)]


# -- what is missing --------------------------------------------------------------------------------------


def test_without_a_compiler_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    problem = problem_of(PRELUDE + BUGS["in a loop"])
    proposal = propose(NativeTests(), problem)
    assert proposal.note == "in Python: there is no C compiler"
    assert [trial.end in problem.system.errors for trial in trials_of(problem, proposal)] == [True]
    other = problem_of(PRELUDE + CORRECT)
    assert propose(NativeTests(), other, 3).states != propose(RandomTests(), other, 3).states  # other seeds


def test_a_program_too_large_for_the_slice_runs_in_python() -> None:
    problem = problem_of(PRELUDE + BUGS["at once"])
    proposal = propose(NativeTests(), problem, calls=1)
    assert "in Python" in proposal.note
    assert len(proposal.tests) == 1


def test_wide_terms_are_declined() -> None:
    v, x = variable("v", bitvec(64)), variable("?x", bitvec(64))
    wide = raw(ops.EXTRACT, (raw(ops.ZEXT, (x,), (129,)),), (63, 0))
    problem = looping({v: wide}, (Input(x, "x"),), negation(eq(v, constant(5, 64))))
    assert propose(NativeTests(), problem) == Proposal(note="terms of more than 128 bits")


@compiler_needed
def test_folders_go(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with compiled(find_compiler(), "int x;\n", 60) as library:
        assert library.is_file()
        assert list(tmp_path.iterdir())
    with pytest.raises(CompilationFailed, match="fails"), compiled(find_compiler(), "int int;\n", 60):
        pass
    with pytest.raises(CompilationFailed, match="too long"), compiled(find_compiler(), "int x;\n", 0):
        pass
    assert not list(tmp_path.iterdir())


@compiler_needed
@pytest.mark.skipif(not hasattr(os, "fork") or not shutil.which("sh"), reason="there is no fork or no shell")
@pytest.mark.parametrize("stubborn", [False, True], ids=["at once", "at the second try"])
def test_folders_go_with_a_killed_process(
    stubborn: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Even if the folder cannot be removed at first."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    if stubborn:
        script = tmp_path.parent / "rm"
        script.write_text(
            f'#!/bin/sh\nif [ -e "$0.seen" ]; then exec {shutil.which("rm")} "$@"; fi\n: >"$0.seen"\nexit 1\n'
        )
        script.chmod(0o700)
        monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    child = os.fork()
    if child == 0:
        with compiled(find_compiler(), "int x;\n", 60):
            (tmp_path / "seen").write_text(str(len(list(tmp_path.iterdir()))))
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert (tmp_path / "seen").read_text() == "1"
    for _ in range(600):
        if [path.name for path in tmp_path.iterdir()] == ["seen"]:
            return
        time.sleep(0.05)
    pytest.fail("the folder is still there")
