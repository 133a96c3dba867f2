"""Calls that stay calls: the joint system of all procedures, its runs, facts about it, and their proofs."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import replace

import pytest

from maymust.certificates.check_proof import Accepted, CheckResult
from maymust.checking import CheckOptions, check_program
from maymust.deciding import certify, proof_of
from maymust.engines.auto.calls.joint_proofs import FactProofs, facts_by_procedure
from maymust.engines.auto.calls.joint_runs import JointRunner
from maymust.engines.auto.houdini import Houdini
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.options import PROVERS
from maymust.engines.auto.problem import Problem, pose_modules
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.engines.base import Budget, HoldsClaim
from maymust.engines.maymust.engine import asking_search
from maymust.engines.maymust.must.called import follow, run_call
from maymust.engines.maymust.options import MayMustOptions
from maymust.engines.slices import Slice
from maymust.frontends.c import COptions, translate
from maymust.interp.calls import MOST_FRAMES, CallRunner, OutOfSteps
from maymust.interp.machine import Machine
from maymust.ir.program import Program
from maymust.passes.modules import make_modules
from maymust.solvers import new_solver
from maymust.terms import Term, constant, eq, less
from maymust.verdicts import Fails, Holds, Verdict

PREAMBLE = "void assert(int); int input(void);\n"
SUM = """
int total;
int sum(int n) { if (n <= 0) return 0; total++; return n + sum(n - 1); }
int main(void) { int s = sum(3); assert(s == 6 && total == 3); return 0; }
"""
FIB = "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"
COUNT = "int down(int n) {{ if (n <= 0) return 0; n = n - 1; return down(n) + {}; }}"


def parsed(text: str) -> Program:
    return translate("given.c", PREAMBLE + text, COptions()).program


def posed(program: Program) -> Problem:
    return pose_modules(make_modules(program, program.properties[0].id))


def only(*parties: str) -> dict[str, str]:
    off = ",".join(f"{name}=off" for name in (*SUPPLIERS, *PROVERS) if name not in parties)
    return {"calls": "ask", "deterministic": "on", "parties": off}


def verdict(text: str, settings: dict[str, str], engine: str = "auto") -> tuple[Verdict, str]:
    (result,) = check_program(parsed(text), CheckOptions(engine, settings, 60, 200))
    return result.verdict, result.statistics.decided_by


# -- the system ----------------------------------------------------------------------------------------------


def test_a_call_begins_and_has_returned() -> None:
    problem = posed(parsed(SUM))
    nodes = problem.blocks.nodes
    crossed = {(nodes[t.source], nodes[t.target]): t for t in problem.blocks.transitions}
    (call,) = [at for at in nodes if nodes[at].startswith("sum@") and (nodes[at], "!sum") in crossed]
    begins = crossed[nodes[call], "!sum"]
    assert str(begins.updates[variable(problem, "sum::n")]) == "(add sum::n 4294967295:32)"
    assert problem.joint is not None
    returned = problem.joint.returns[call]
    assert nodes[returned.end] == nodes[problem.joint.parts["sum"].end or 0]
    said = {str(v): str(value) for v, value in returned.values.items()}
    assert said["sum::n"] == "(add sum::n 4294967295:32)"  # a parameter that is never set
    assert said["ghost!sum!total"] == "total"  # what a global was
    behind = crossed[nodes[call], nodes[returned.target]]
    assert {str(v) for v in behind.updates} >= {"total"}


def variable(problem: Problem, name: str) -> Term:
    return next(v for v in problem.system.variables if v.name == name)


# -- runs ----------------------------------------------------------------------------------------------------


def seen_in(problem: Problem, given: list[int]) -> dict[str, list[dict[str, object]]]:
    assert problem.joint is not None
    found: dict[str, list[dict[str, object]]] = {}
    rest = iter(given)

    def observe(location: int, state: tuple[object, ...]) -> None:
        live = {str(v): state[problem.layout.slots[v]] for v in problem.live[location]}
        found.setdefault(problem.blocks.nodes[location], []).append(live)

    run = JointRunner(problem, problem.joint).run(lambda *_: next(rest, 0), 10_000, observe)
    assert run.end is None
    return found


def test_runs_show_what_calls_begin_and_end_with() -> None:
    seen = seen_in(posed(parsed(SUM)), [])
    assert [(s["sum::n"], s["total"]) for s in seen["!sum"]] == [(3, 0), (2, 1), (1, 2), (0, 3)]
    ends = next(states for node, states in seen.items() if "sum!0" in states[0])
    assert [(s["sum::n"], s["sum!0"], s["ghost!sum!total"], s["total"]) for s in ends] == [
        (0, 0, 3, 3), (1, 1, 2, 3), (2, 3, 1, 3), (3, 6, 0, 3),
    ]  # fmt: skip


def test_calls_that_begin_alike_are_gone_through_once() -> None:
    seen = seen_in(posed(parsed(FIB + "int main(void) { assert(fib(40) > 0); return 0; }")), [])
    assert Counter(s["fib::n"] for s in seen["!fib"]) == dict.fromkeys(range(41), 1)


def test_what_takes_too_long_to_be_run_again_is_no_test() -> None:
    """Most tests that come to the error call `twice` far too often; one that does not is found."""
    text = "void twice(int n) { if (n > 0) { twice(n - 1); twice(n - 1); } }"
    text += "int main(void) { int n = input(); twice(n); assert(n < 3); return 0; }"
    problem = posed(parsed(text))
    assert problem.joint is not None
    runner = JointRunner(problem, problem.joint)
    assert runner.run(lambda *_: 60, 10_000, lambda *_: None).end is None
    assert runner.run(lambda *_: 3, 10_000, lambda *_: None).end is not None
    assert isinstance(verdict(text, {"calls": "ask"})[0], Fails)


def test_what_is_repeated_counts_where_a_path_is_followed() -> None:
    """`twice` is run at once, for its calls begin alike; to follow them all would take for ever."""
    text = "int g; void twice(int n) { if (n > 0) { twice(n - 1); twice(n - 1); } }"
    text += "int main(void) { twice(60); if (input() == 7) g = 1; assert(g == 0); return 0; }"
    program = parsed(text)
    runner = CallRunner(make_modules(program, program.properties[0].id))
    main = runner.modules["main"].system
    machine = Machine(main, runner)
    (call,) = [t.source for t in main.transitions if t.call and t.call.callee == "twice"]
    with pytest.raises(OutOfSteps):
        run_call(machine, call, machine.initial_values(), lambda *_: 0, 10_000, Budget(math.inf))


def test_nothing_is_followed_before_something_is_read() -> None:
    """`fib(20)` is run at once, and counts only where the test has read something."""
    program = parsed(FIB + "int main(void) { assert(fib(20) == 6765 + input()); return 0; }")
    runner = CallRunner(make_modules(program, program.properties[0].id))
    machine = Machine(runner.modules["main"].system, runner)
    (call,) = {t.source for t in machine.system.transitions if t.call and t.call.callee == "fib"}

    def run(*, has_read: bool) -> None:
        values = machine.initial_values()
        step = run_call(machine, call, values, lambda *_: 0, 10_000, Budget(math.inf), has_read=has_read)
        assert step is not None
        assert step.delta == (6765,)

    run(has_read=False)
    with pytest.raises(OutOfSteps):
        run(has_read=True)


def test_known_calls_with_nothing_symbolic_are_not_followed() -> None:
    text = "int seen;" + FIB
    text += "int both(int n) { seen = input(); int known = fib(20); return known + fib(n) + seen; }"
    program = parsed(text + "int main(void) { assert(both(3) != 0 && seen != 7); return 0; }")
    runner = CallRunner(make_modules(program, program.properties[0].id))
    both = runner.modules["both"]
    (n,) = both.parameters
    for _ in runner.run("fib", [0], [20], lambda *_: 0, 1_000, runner.known):
        pass
    followed = follow(runner, "both", [0], [3], {n: n}, [5], most=100)
    (result,) = both.results
    threes = "(add both::n (add both::n both::n))"  # fib(3) is 3n - 7, on its path
    assert str(followed.value(result)) == f"(add (add in!0 {threes}) 6758:32)"
    assert [str(followed.value(v)) for v in runner.modules.globals] == ["in!0"]
    assert followed.symbolic.length == 5
    with pytest.raises(OutOfSteps):
        follow(runner, "both", [0], [20], {n: n}, [5], most=1_000)


def test_a_global_that_is_symbolic_is_followed() -> None:
    text = "int g; int get(void) { return g; } int user(void) { g = input(); return get(); }"
    program = parsed(text + "int main(void) { assert(user() != 7); return 0; }")
    runner = CallRunner(make_modules(program, program.properties[0].id))
    for _ in runner.run("user", [0], [], lambda *_: 0, 100, runner.known):
        pass
    assert any(begin[0] == "get" for begin in runner.known)
    (result,) = runner.modules["user"].results
    assert str(follow(runner, "user", [0], [], {}, [0]).value(result)) == "in!0"


def test_known_calls_are_no_way_around_the_depth_of_calls() -> None:
    text = "int down(int n) { return n == 0 ? 0 : down(n - 1); }"
    program = parsed(text + "int main(void) { assert(down(9) == 0); return 0; }")
    runner = CallRunner(make_modules(program, program.properties[0].id))

    def deepest(n: int, most: int) -> None:
        for _ in runner.run("down", [], [n], lambda *_: 0, 1_000, runner.known, most):
            pass

    deepest(9, 10)
    deepest(10, 11)  # which repeats the calls of the one before
    with pytest.raises(OutOfSteps):
        deepest(11, 11)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FIB + "int main(void) { assert(fib(23) != 28657); return 0; }", Fails),
        (
            "int g; void set(int c) { if (c) g = 1; } void two(void) { set(0); g = 5; set(0); }"
            "int main(void) { two(); assert(g == 5); return 0; }",
            Holds,
        ),
        (
            "int g; int get(void) { return g; }"
            "int both(void) { g = 1; int a = get(); g = 2; return a + get(); }"
            "int main(void) { assert(both() == 3); return 0; }",
            Holds,
        ),
        (
            "int id(int n) { return n; } int top(void) { int a = id(3); int v = input();"
            "for (int i = 0; i < 2; i++) { a = id(v); v = 3; } return a; }"
            "int main(void) { assert(top() != 10); return 0; }",
            Holds,
        ),
    ],
    ids=["thousands", "a global in between", "a global that is read", "symbolic in between"],
)
def test_equal_calls_in_tests(text: str, expected: type) -> None:
    assert isinstance(verdict(text, {}, "smash")[0], expected)


def test_calls_that_read_are_gone_through_each_time() -> None:
    text = "int get(int n) { int x = input(); return x + n; }"
    text += "int main(void) { int a = get(1), b = get(1); assert(a != b); return 0; }"
    seen = seen_in(posed(parsed(text)), [5, 9])
    assert len(seen["!get"]) == 2


# -- facts and proofs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("party", ["spacer", "smash"])
def test_what_every_call_returns(party: str) -> None:
    text = COUNT.format("1") + "int main(void) { assert(down(input()) >= {}); return 0; }"
    even = "int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); }"
    even += "int odd(int n) { return n == 0 ? 0 : even(n - 1); }"
    even += "int main(void) { int r = even(input()); assert(r == 0 || r == 1); return 0; }"
    found, by = verdict(even, only(party))
    assert isinstance(found, Holds)
    assert by == party
    assert isinstance(verdict(text.replace("{}", "1"), only(party, "random"))[0], Fails)


def test_what_states_show_is_proved_of_all_calls() -> None:
    text = "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"
    text += "int main(void) { assert(fib(12) == 144); return 0; }"
    found, _ = verdict(text, only("random", "unary", "implications"))
    assert isinstance(found, Holds)
    wrong = verdict(text.replace("== 144", "== 145"), only("random", "unary", "implications"))[0]
    assert isinstance(wrong, Fails)


def test_facts_help_to_ask_callees() -> None:
    """What `step` keeps of `level` is found by looking at states; the rest is found by asking."""
    text = """
    int level;
    void step(int n) { if (n > 0) { level = level + 2; step(n - 1); level = level - 2; } }
    int main(void) { level = 4; step(input()); if (input() == 7) level = level + 1;
                     assert(level == 4 || level == 5); return 0; }
    """
    assert isinstance(verdict(text, {"calls": "ask"})[0], Holds)
    assert isinstance(verdict(text.replace("level == 5", "level == 6"), {"calls": "ask"})[0], Fails)


def test_a_proof_by_facts_names_every_procedure_and_is_accepted() -> None:
    program = parsed(COUNT.format("0") + "int main(void) { assert(down(input()) == 0); return 0; }")
    problem = posed(program)
    assert problem.joint is not None
    houdini = Houdini(problem, Knowledge(problem), new_solver("z3"))
    limit = Slice.of(20, time.monotonic() + 20, deterministic=False)
    guessed = {at: zeros(problem.live[at]) for at in problem.cut_points}
    assert houdini.prove(guessed, "test", limit).kept
    assert not houdini.open_targets(limit)
    claim = FactProofs(problem.joint, problem.blocks, houdini.facts_against_targets(limit)).claim()
    assert {contract.procedure for contract in claim.contracts} == {"main", "down"}
    assert isinstance(checked(program, claim), Accepted)
    weaker = [replace(c, ensures=()) if c.procedure == "down" else c for c in claim.contracts]
    assert not isinstance(checked(program, replace(claim, contracts=tuple(weaker))), Accepted)


def test_a_candidate_of_two_classes_is_proved_once() -> None:
    problem = posed(parsed(COUNT.format("0") + "int main(void) { assert(down(input()) == 0); return 0; }"))
    knowledge = Knowledge(problem)
    limit = Slice.of(20, time.monotonic() + 20, deterministic=False)
    guessed = {at: zeros(problem.live[at]) for at in problem.cut_points}
    proved = Houdini(problem, knowledge, new_solver("z3")).prove(guessed, "test", limit, together=False)
    assert proved.kept == sum(map(len, knowledge.facts.values())) > 0


def zeros(variables: tuple[Term, ...]) -> list[Term]:
    """That what calls return is zero."""
    return [eq(v, constant(0, 32)) for v in variables if "%" in str(v.name) or v.name == "down!0"]


def checked(program: Program, claim: HoldsClaim) -> CheckResult:
    return certify(program, proof_of(program.properties[0], claim), time.monotonic() + 60)


@pytest.mark.parametrize("known", ["main::k < main::n", "visit::n > 0", ""])
def test_a_search_that_knows_something_somewhere(known: str) -> None:
    """Its proof rests on what it knows, and speaks of all the rest by itself."""
    program = parsed("""
    int held;
    void visit(int n) { held = 1; held = 0; if (n > 0) visit(n - 1); }
    int main(void) {
        int n = input() & 3, k;
        for (k = 0; k < n; k++) visit(k);
        assert(!held);
        return 0;
    }
    """)
    problem = posed(program)
    joint = problem.joint
    assert joint is not None
    facts = {at: before_calls(problem, at, known) for at in joint.calls}
    assert any(facts.values()) == bool(known)
    houdini = Houdini(problem, Knowledge(problem), new_solver("z3"))
    proved = houdini.prove(facts, "test", Slice.of(20, time.monotonic() + 20, deterministic=False))
    assert proved.kept == proved.considered
    options = MayMustOptions(calls="ask", must_summaries=True, not_may_summaries=True)
    search = asking_search(joint.modules, options, Budget(time.monotonic() + 60), lambda _: None)
    search.learn_in_calls(facts_by_procedure(joint, facts))
    claim = search.finish().claim
    assert isinstance(claim, HoldsClaim)
    assert isinstance(checked(program, FactProofs(joint, problem.blocks, facts).supported(claim)), Accepted)


def before_calls(problem: Problem, at: int, known: str) -> tuple[Term, ...]:
    live = {str(v.name): v for v in problem.live[at]}
    if known.startswith("main") and "main::k" in live:
        return (less(live["main::k"], live["main::n"], signed=True),)
    if known.startswith("visit") and "visit::n" in live:
        return (less(constant(0, 32), live["visit::n"], signed=True),)
    return ()


def test_a_procedure_that_never_returns() -> None:
    text = "void stop(int c) { assert(c != c); } void also(void) { stop(1); }"
    text += "int main(void) { int n = input(); also(); while (n > 0) n = n - 1; assert(n == 7); return 0; }"
    first, second = check_program(parsed(text), CheckOptions("auto", {"calls": "ask"}, 60, 200))
    assert isinstance(first.verdict, Fails)
    assert isinstance(second.verdict, Holds)


def test_a_procedure_that_is_never_called() -> None:
    text = "int twice(int n) { if (n <= 0) return 0; return twice(n - 1) + 2; }"
    text += "int main(void) { int n = input(); assert(n != n); n = twice(3); assert(n == 7); return 0; }"
    first, second = check_program(parsed(text), CheckOptions("auto", {"calls": "ask"}, 60, 200))
    assert isinstance(first.verdict, Fails)
    assert isinstance(second.verdict, Holds)


# -- inputs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["smash", "auto"])
def test_what_is_not_read_is_no_part_of_a_test(engine: str) -> None:
    """In the first round nothing is read, though another way would have read there."""
    text = """
    void f(int n) {
        for (int i = 0; i < 2; i++) { int y; if (i == n) y = input(); else y = 1; assert(y != 5); }
    }
    int main(void) { f(1); f(input()); return 0; }
    """
    settings = {} if engine == "smash" else {"calls": "ask"}
    assert isinstance(verdict(text, settings, engine)[0], Fails)


def test_a_path_may_be_deeper_than_tests_go() -> None:
    """It is put together from calls of which each was run by itself."""
    program = parsed(COUNT.format("1") + "int main(void) { assert(down(input()) != 7); return 0; }")
    runner = CallRunner(make_modules(program, program.properties[0].id))
    (down,) = [module for name, module in runner.modules.by_name.items() if name == "down"]
    depth = MOST_FRAMES + 5
    path = follow(runner, "down", [], [depth], {down.parameters[0]: down.parameters[0]}, ())
    assert path.frame.values[path.frame.machine.layout.slots[down.results[0]]] == depth
