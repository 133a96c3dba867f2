"""Calls in processes of their own, slices, what is known, and two solvers as one."""

from __future__ import annotations

import math
import os
import random
import select
import signal
import time
from typing import TYPE_CHECKING, NoReturn

import pytest

from helpers.explicit_blocks import small_problems
from maymust.engines.auto.knowledge import STATES_KEPT, Knowledge
from maymust.engines.auto.suppliers.base import Proposal
from maymust.engines.background import Background
from maymust.engines.slices import CALLS_A_SECOND, STEPS_A_CALL, Slice
from maymust.solvers.base import Sat, Undecided, Unsat
from maymust.solvers.either import EitherSolver
from maymust.terms import FALSE, TRUE, Term, add, bitvec, constant, eq, less, variable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maymust.engines.auto.problem import Problem
    from maymust.solvers.base import Answer

LONG = 60.0  # seconds; nothing here waits so long unless it is broken
X = variable("x", bitvec(8))


def children() -> bool:
    """Whether there is a child, running or waiting to be buried."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


@pytest.fixture(autouse=True)
def no_zombie() -> None:
    """Every test of this file leaves no process behind: see `ended`."""
    if children():
        pytest.skip("the test process has other children")


def ended(process: Background) -> object:
    assert process.finished(wait=LONG)
    assert not children()
    return process.result()


# -- Background ----------------------------------------------------------------------------------------------


def test_a_result_comes_back() -> None:
    process = Background(lambda: {"a": [1, 2], "pid": os.getpid()}, LONG)
    result = ended(process)
    assert isinstance(result, dict)
    assert result["a"] == [1, 2]
    assert result["pid"] != os.getpid()
    assert process.seconds > 0
    assert process.finished()


def test_terms_come_back_as_the_same_objects() -> None:
    candidate = less(add(X, constant(1, 8)), X, signed=True)
    proposal = ended(Background(lambda: Proposal(candidates={3: [candidate]}), LONG))
    assert isinstance(proposal, Proposal)
    assert proposal.candidates[3][0] is candidate


def test_deep_terms_come_back() -> None:
    deep = X
    for i in range(5000):
        deep = add(add(deep, deep), eight(i % 9))
    assert ended(Background(lambda: deep, LONG)) is deep


def eight(value: int) -> Term:
    return variable(f"y{value}", bitvec(8))


def test_large_results_come_back() -> None:
    size = 5_000_000
    result = ended(Background(lambda: bytes(range(256)) * (size // 256), LONG))
    assert isinstance(result, bytes)
    assert result == bytes(range(256)) * (size // 256)


def test_a_large_result_is_taken_bit_by_bit() -> None:
    """Whoever never waits gets it in the end."""
    process = Background(lambda: b"x" * 3_000_000, LONG)
    until = time.monotonic() + LONG
    while not process.finished():
        assert time.monotonic() < until
    assert ended(process) == b"x" * 3_000_000


def raising(error: BaseException) -> Callable[[], NoReturn]:
    def call() -> NoReturn:
        raise error

    return call


@pytest.mark.parametrize(
    "error", [ValueError("no"), SystemExit(3), KeyboardInterrupt(), MemoryError(), RecursionError()]
)
def test_a_call_that_raises_has_no_result(error: BaseException) -> None:
    assert ended(Background(raising(error), LONG)) is None


def test_what_cannot_be_sent_is_no_result() -> None:
    assert ended(Background(lambda: lambda: 1, LONG)) is None


def test_a_process_that_dies_has_no_result() -> None:
    assert ended(Background(lambda: os.kill(os.getpid(), signal.SIGKILL), LONG)) is None


def test_half_a_result_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies while it sends."""
    write = os.write

    def write_some(pipe: int, content: bytes) -> NoReturn:
        write(pipe, content[:1000])
        os._exit(1)

    monkeypatch.setattr(os, "write", write_some)
    assert ended(Background(lambda: b"x" * 1_000_000, LONG)) is None


def test_kill_ends_it() -> None:
    process = Background(lambda: time.sleep(LONG), LONG)
    assert not process.finished()
    assert children()
    process.kill()
    assert ended(process) is None
    process.kill()
    assert ended(process) is None


def test_the_time_limit_ends_it() -> None:
    process = Background(lambda: time.sleep(LONG), 0.05)
    assert ended(process) is None
    assert process.seconds < LONG


def test_a_result_that_is_there_counts_after_the_time_limit() -> None:
    """We may look late; more than a pipe holds may have to be taken then."""
    made, told = os.pipe()

    def call() -> bytes:
        os.write(told, b"!")
        return bytes(3_000_000)

    process = Background(call, 3600)
    assert os.read(made, 1)
    select.select([process._reader], [], [])
    process._deadline = time.monotonic() - 1
    assert process.finished()
    assert process.result() == bytes(3_000_000)


def test_several_at_once() -> None:
    """None of them keeps another's pipe open, nor waits for its end."""
    sleeper = Background(lambda: time.sleep(LONG), LONG)
    workers = [Background(lambda i=i: i, LONG) for i in range(5)]
    for i, worker in enumerate(workers):
        assert worker.finished(wait=LONG)
        assert worker.result() == i
    assert not sleeper.finished()
    sleeper.kill()
    assert not children()


# -- Slice ---------------------------------------------------------------------------------------------------


def test_a_deterministic_slice_counts_work() -> None:
    limit = Slice.of(2.0, math.inf, deterministic=True)
    assert limit.deterministic
    assert limit.seconds() == 2.0
    for _ in range(2 * CALLS_A_SECOND - 1):
        assert not limit.over()
        limit.spend()
    limit.spend_steps(STEPS_A_CALL - 1)
    assert not limit.over()
    limit.spend_steps(1)
    assert limit.over()
    limit.spend(100)
    assert limit.seconds() == 0.0


def test_work_is_counted_beside_the_clock() -> None:
    limit = Slice.of(1.0, time.monotonic() + LONG, deterministic=True)
    limit.spend(CALLS_A_SECOND)
    assert limit.over()
    assert limit.seconds() == 0.0
    assert limit.until_deadline() > LONG / 2


def test_the_end_of_everything_ends_every_slice() -> None:
    now = time.monotonic()
    assert Slice.of(10.0, now - 1, deterministic=True).over()
    assert Slice.of(10.0, now - 1, deterministic=False).over()
    assert Slice.of(10.0, now + 3, deterministic=False).deadline == now + 3


def test_a_slice_by_the_clock_counts_nothing() -> None:
    limit = Slice.of(LONG, math.inf, deterministic=False)
    limit.spend(10**9)
    limit.spend_steps(10**9)
    assert not limit.over()
    assert not limit.deterministic
    assert limit.until_deadline() <= LONG


# -- Knowledge -----------------------------------------------------------------------------------------------


def some_problem() -> Problem:
    """One with a cut point and two variables of three bits."""
    for _, _, problem in small_problems(50):
        if problem.cut_points and [v.width for v in problem.layout.variables] == [3, 3]:
            return problem
    raise AssertionError("there is none")


def test_states_are_kept_up_to_a_number() -> None:
    """`observe` does not look at values: these are more than three bits have."""
    problem = some_problem()
    at = problem.cut_points[0]
    one, other = Knowledge(problem, 1), Knowledge(problem, 1)
    for knowledge in (one, other):
        for i in range(5 * STATES_KEPT):
            knowledge.observe(at, (i, 0))
            knowledge.observe(at, (i, 0))
            assert len(knowledge.states(at)) <= STATES_KEPT
    kept = one.states(at)
    assert kept == other.states(at)
    assert len(set(kept)) == len(kept) > STATES_KEPT // 2
    assert list(kept[: STATES_KEPT // 2]) == [(i, 0) for i in range(STATES_KEPT // 2)]
    assert any(state[0] > 4 * STATES_KEPT for state in kept)  # late ones too
    assert not one.near_misses(at)


def test_near_misses_are_kept_up_to_a_number() -> None:
    problem = some_problem()
    at = problem.cut_points[0]
    knowledge = Knowledge(problem)
    for i in range(2 * STATES_KEPT):
        knowledge.suppose(at, (i, 0))
    assert knowledge.near_misses(at) == [(i, 0) for i in range(STATES_KEPT)]
    assert not knowledge.states(at)


def test_what_is_no_state_is_ignored() -> None:
    problem = some_problem()
    at = problem.cut_points[0]
    knowledge = Knowledge(problem)
    elsewhere = (problem.blocks.initial, *problem.targets, 9999)
    for location in elsewhere:
        knowledge.observe(location, (0, 0))
        knowledge.suppose(location, (0, 0))
        assert knowledge.facts_at(location) == ()
        assert not knowledge.unreachable(location)
    wrong = [(), (1,), (1, 2, 3), (-1, 0), (0, 8), (1 << 70, 0)]
    knowledge.observe_all({at: [*wrong, (7, 0)], **{key: [(0, 0)] for key in elsewhere}})
    assert knowledge.states(at) == [(7, 0)]


def test_a_place_is_unreachable_once_that_is_a_fact() -> None:
    problem = some_problem()
    at = problem.cut_points[0]
    knowledge = Knowledge(problem)
    assert not knowledge.unreachable(at)
    knowledge.facts[at][FALSE] = "test"
    assert knowledge.unreachable(at)
    assert knowledge.facts_at(at) == (FALSE,)


# -- EitherSolver --------------------------------------------------------------------------------------------


class Recorder:
    """Answers as told, and keeps what it was asked."""

    def __init__(self, name: str, answer: Answer) -> None:
        self.name = name
        self.answer = answer
        self.scopes: list[tuple[Term, ...]] = []
        self.asked: list[tuple[tuple[Term, ...], float]] = []

    def push(self, conjuncts: Sequence[Term]) -> None:
        self.scopes.append(tuple(conjuncts))

    def pop(self) -> None:
        self.scopes.pop()

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        assert not core
        self.asked.append(((*sum(self.scopes, ()), *conjuncts), seconds))
        return self.answer


A, B, C = (eq(X, constant(i, 8)) for i in range(3))


def test_the_second_is_asked_only_where_the_first_gives_up() -> None:
    first, second = Recorder("one", Unsat()), Recorder("two", Sat({X: 3}))
    either = EitherSolver(first, second)
    assert either.name == "one or two"
    either.push([A])
    assert either.check([B], seconds=2.0) == Unsat()
    assert not second.asked
    assert not second.scopes
    first.answer = Undecided("no")
    assert either.check([B], seconds=2.0) == Sat({X: 3})
    assert first.asked[-1] == second.asked[-1] == ((A, B), 1.0)
    second.answer = Undecided("nor I")
    assert either.check([B], seconds=2.0) == Undecided("nor I")


def test_both_know_what_is_pushed(size: Callable[[int], int]) -> None:
    """Whatever is pushed and popped in between, both are asked the same."""
    for seed in range(size(50)):
        rng = random.Random(seed)
        first, second = Recorder("one", Undecided("no")), Recorder("two", Unsat())
        either = EitherSolver(first, second)
        pushed: list[list[Term]] = []
        for _ in range(40):
            action = rng.random()
            if action < 0.4:
                pushed.append(rng.choices((A, B, C, TRUE), k=rng.randint(0, 2)))
                either.push(pushed[-1])
            elif action < 0.7 and pushed:
                pushed.pop()
                either.pop()
            else:
                first.answer = rng.choice((Undecided("no"), Unsat()))
                either.check([C], seconds=1.0)
                expected = (*(term for scope in pushed for term in scope), C)
                assert first.asked[-1][0] == expected
                if isinstance(first.answer, Undecided):
                    assert second.asked[-1][0] == expected
        while pushed:
            pushed.pop()
            either.pop()
        assert not first.scopes
        assert not second.scopes
