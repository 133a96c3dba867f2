"""Intervals and explicit values: sound by brute force, and done in time."""

from __future__ import annotations

import math
import random
import time
from pathlib import Path

import pytest

from helpers.programs import Shape, TooLarge, brute_force, random_program
from helpers.terms import TermMaker, valuations, variables
from maymust.engines.auto.houdini import Houdini
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import Problem, pose
from maymust.engines.auto.suppliers.base import Proposal, Supplier
from maymust.engines.auto.suppliers.explicit.states import Bounds, Exploration
from maymust.engines.auto.suppliers.explicit.values import ExplicitValues, union
from maymust.engines.auto.suppliers.intervals.supplier import Intervals
from maymust.engines.auto.trials import Trials
from maymust.engines.slices import Slice
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import InputValue
from maymust.ir.transitions import Transition, TransitionSystem
from maymust.passes.pipeline import prepare
from maymust.passes.slicing import live_variables
from maymust.passes.split_choices import MOST_CASES, split_choices
from maymust.solvers import new_solver
from maymust.solvers.base import Unsat
from maymust.terms import FALSE, Term, constant, eq, ite, less_equal, negation, substitute
from maymust.terms.evaluate import evaluate

# -- programs ----------------------------------------------------------------------------------------------

DECLARATIONS = "int __VERIFIER_nondet_int(void); void assert(int); void __VERIFIER_assume(int);\n"


def posed(text: str) -> Problem:
    return pose(prepare(translate("test.c", DECLARATIONS + text, COptions()).program), "P1")


def generous() -> Slice:
    """So much work, whatever the clock says."""
    return Slice(time.monotonic() + 600, calls=3000)


def asked(supplier: Supplier, problem: Problem) -> Proposal:
    return supplier.propose(problem, Knowledge(problem), generous())


def both(problem: Problem) -> list[tuple[str, Proposal]]:
    return [(supplier.name, asked(supplier, problem)) for supplier in (Intervals(), ExplicitValues())]


@pytest.mark.parametrize(
    ("guard", "low", "high"),
    [
        ("x < 10 && x > 2", 3, 9),
        ("x + 5 < 10 && x > -5 && x < 100", -4, 4),
        ("x == 3 || x == 5", 3, 5),
        ("!(x < 0 || x > 7) && x != 7", 0, 6),
        ("(unsigned)x < 6u", 0, 5),
        ("(long long)x + 2 <= 2 && x >= -1", -1, 0),
    ],
)
def test_guards_refine(guard: str, low: int, high: int) -> None:
    text = f"int main(void) {{ int x; if ({guard}) while (1) assert(x != 100 && x != -100); return 0; }}"
    problem = posed(text)
    (at,) = problem.cut_points
    (x,) = problem.live[at]
    found = asked(Intervals(), problem).candidates[at]
    assert less_equal(constant(low, 32), x, signed=True) in found
    assert less_equal(x, constant(high, 32), signed=True) in found


def random_states(rng: random.Random, problem: Problem, tests: int) -> Knowledge:
    knowledge = Knowledge(problem)
    trials = Trials(problem, knowledge)
    inputs = {i.node: i.variable.width for t in problem.system.transitions for i in t.inputs}
    for _ in range(tests):
        values = {node: (0, 1, 2**width - 1, rng.randrange(2**width)) for node, width in inputs.items()}
        trials.run([InputValue(n, rng.choice(found)) for n, found in values.items() for _ in range(8)], 300)
    return knowledge


def agrees(problem: Problem, knowledge: Knowledge, proposal: Proposal) -> int:
    """Whether the candidates hold in the states seen; how many checks that were."""
    checked = 0
    for at, found in proposal.candidates.items():
        for state in knowledge.states(at):
            for candidate in found:
                assert problem.layout.function(candidate)(state), (candidate, state)
                checked += 1
    return checked


def test_candidates_hold_on_what_tests_reach_in_random_programs() -> None:
    rng = random.Random(6)
    checked = {"intervals": 0, "explicit": 0}
    excluded = {"intervals": 0, "explicit": 0}
    for _ in range(150):
        made = random_program(rng, Shape(width=rng.choice((2, 3))))
        problem = pose(prepare(made), "P1")
        knowledge = random_states(rng, problem, 20)
        for name, proposal in both(problem):
            checked[name] += agrees(problem, knowledge, proposal)
            if proposal.note.endswith("the error is excluded"):
                excluded[name] += 1
                try:
                    assert brute_force(made, "P1") == "holds"
                except TooLarge:
                    continue
    assert min(checked.values()) > 300
    assert min(excluded.values()) > 20


SOURCES = sorted((Path(__file__).parent.parent / "programs").glob("**/*.c"))


def test_candidates_hold_on_what_tests_reach_in_our_programs() -> None:
    rng = random.Random(7)
    checked = 0
    for source in SOURCES[::3]:
        program = translate(str(source), None, COptions(entry=entry_of(source))).program
        for wanted in program.properties[:1]:
            problem = pose(prepare(program), wanted.id)
            knowledge = random_states(rng, problem, 5)
            checked += sum(agrees(problem, knowledge, proposal) for _, proposal in both(problem))
    assert checked > 300


def entry_of(source: Path) -> str | None:
    lines = source.with_suffix(".yml").read_text().splitlines()
    return next((line.split(":")[1].strip() for line in lines if line.strip().startswith("entry:")), None)


def test_all_candidates_are_inductive() -> None:
    """Both analyses are sound on the system, so all that they propose together holds on the blocks too."""
    rng = random.Random(8)
    solver = new_solver("z3")
    proved = 0
    for _ in range(40):
        problem = pose(prepare(random_program(rng, Shape(width=2))), "P1")
        for name, proposal in both(problem):
            for block in problem.blocks.transitions:
                assumed = proposal.candidates.get(block.source, ())
                for candidate in proposal.candidates.get(block.target, ()):
                    wrong = negation(substitute(candidate, block.updates))
                    answer = solver.check([*assumed, *block.guard, wrong], seconds=60)
                    assert isinstance(answer, Unsat), (name, block, candidate)
                    proved += candidate is not FALSE
    assert proved > 100


STATE_MACHINE = """
int main(void) {
    int state = 10, seen = 0, other = __VERIFIER_nondet_int(), wish;
    while (1) {
        wish = __VERIFIER_nondet_int();
        if (state == 10) { state = wish ? 20 : 30; }
        else if (state == 20) { if (wish > 5) { seen = 1; state = 40; } }
        else if (state == 30) { if (other) state = 10; else state = 40; }
        else if (state == 40) { assert(seen == 1 || other == 0); state = 10; seen = 0; }
        else assert(0);
    }
}
"""


@pytest.mark.parametrize("property_id", ["P1", "P2"])
def test_explicit_values_decide_a_state_machine(property_id: str) -> None:
    system = prepare(translate("test.c", DECLARATIONS + STATE_MACHINE, COptions()).program)
    problem = pose(system, property_id)
    proposal = asked(ExplicitValues(), problem)
    assert proposal.note.endswith("states: the error is excluded")
    houdini = Houdini(problem, Knowledge(problem), new_solver("z3"))
    houdini.prove(proposal.candidates, "explicit", Slice(math.inf))
    assert houdini.open_targets(Slice(math.inf)) == []


def test_only_what_is_needed_is_tracked() -> None:
    text = """int main(void) {
        int mode = 0, a = 0, b = 0, c = 0;
        while (__VERIFIER_nondet_int()) {
            if (__VERIFIER_nondet_int()) a = !a; else if (a) b = b ? 0 : 3; else c = b ? 5 : 7;
            if (c == 9) mode = 4;
            if (mode == 0) mode = 1; else if (mode == 1) mode = 0;
        }
        assert(mode != 3 || a + b + c == 0);
    }"""
    problem = posed(text)
    proposal = asked(ExplicitValues(), problem)
    assert proposal.note.endswith("states: the error is excluded")
    (found,) = proposal.candidates.values()
    assert {v.name.split("::")[-1] for v in found[0].free if v.name} <= {"mode", "c"}


def test_choices_are_split_into_cases_that_exclude_each_other() -> None:
    rng = random.Random(10)
    names = variables(2, 3)
    most = 0
    for _ in range(100):
        maker = TermMaker(rng, names, widths=(2,))
        condition, other = maker.term(0, 2), maker.term(0, 2)
        value = ite(condition, maker.term(2, 2), ite(other, maker.term(2, 2), names[0]))
        updates = {names[0]: value, names[1]: ite(other, names[2], maker.term(2, 3))}
        whole = Transition(0, 0, 1, (), updates, ())
        system = TransitionSystem(0, {}, {}, (whole,), tuple(names), {0: "a", 1: "b"})
        parts = split_choices(system).transitions
        most = max(most, len(parts))
        assert len(parts) <= MOST_CASES
        for state in valuations(names):
            (crossed,) = [t for t in parts if all(evaluate(c, state) for c in t.guard)]
            assert all(evaluate(x, state) == evaluate(updates[v], state) for v, x in crossed.updates.items())
    assert most > 4


def test_the_union_of_states() -> None:
    rng = random.Random(9)
    names = variables(2, 3)
    for _ in range(100):
        states = {
            tuple(rng.choice((0, 1, 3, None, (eq(v, constant(2, 2)),))) for v in names)
            for _ in range(rng.randint(0, 6))
        }
        predicate = union(names, sorted(states, key=str))
        for valuation in valuations(names):
            wanted = any(all(holds(v, x, valuation) for v, x in zip(names, s, strict=True)) for s in states)
            assert bool(evaluate(predicate, valuation)) == wanted


def holds(variable: Term, value: object, valuation: dict[Term, int]) -> bool:
    if isinstance(value, tuple):
        return all(evaluate(literal, valuation) for literal in value)
    return value is None or valuation[variable] == value


# -- limits ------------------------------------------------------------------------------------------------

COUNTER = """int main(void) {
    unsigned i = 0, flag = 0;
    while (i != 4294967295u) { i++; flag = 1 - flag; }
    assert(flag < 2);
}"""


def test_a_long_counter_ends_soon() -> None:
    problem = posed(COUNTER)
    bounds = Bounds(values=40, states=300)
    exploration = Exploration(
        problem.system, live_variables(problem.system), problem.system.variables, bounds
    )
    exploration.run(generous(), stop_at_ends=False)
    assert exploration.complete
    assert all(len(states) <= bounds.states for states in exploration.states.values())
    for name, proposal in both(problem):
        assert proposal.candidates, name


def test_the_number_of_states_is_bounded() -> None:
    flags = [f"f{i}" for i in range(14)]
    flips = "".join(f"if (__VERIFIER_nondet_int()) {f} = 1 - {f};" for f in flags)
    text = (
        f"int main(void) {{ int {', '.join(f'{f} = 0' for f in flags)};"
        f" while (__VERIFIER_nondet_int()) {{ {flips} }} assert({' + '.join(flags)} < 14); }}"
    )
    problem = posed(text)
    bounds = Bounds(values=40, states=50)
    exploration = Exploration(
        problem.system, live_variables(problem.system), problem.system.variables, bounds
    )
    exploration.run(generous(), stop_at_ends=False)
    assert exploration.complete
    assert all(len(states) <= bounds.states for states in exploration.states.values())


def test_a_slice_that_is_over_gives_nothing_and_the_next_goes_on() -> None:
    for supplier in (Intervals(), ExplicitValues()):
        problem = posed(STATE_MACHINE)
        first = supplier.propose(problem, Knowledge(problem), Slice(time.monotonic() + 600, calls=0))
        assert not first.candidates
        assert "unfinished" in first.note
        assert asked(supplier, problem).candidates
        assert asked(supplier, problem) == Proposal()


def test_unreachable_cut_points_are_false() -> None:
    text = """int main(void) {
        int x = 5;
        while (__VERIFIER_nondet_int()) x = 5;
        if (x == 6) while (1) assert(__VERIFIER_nondet_int());
    }"""
    problem = posed(text)
    for name, proposal in both(problem):
        assert [FALSE] in [list(found) for found in proposal.candidates.values()], name


NASTY = {
    "wraps": ("unsigned char i = 0; while (1) { i += 7; assert(i != 300); }", None),
    "grows": ("int i = 1; while (1) { if (i < 1000000) i = i * 2 + 1; assert(i > 0); }", None),
    "nested": (
        "int i = 0, j; while (i < 100) { j = i; while (j < 200) { j += 3; } i++; assert(i <= 100); }",
        "the error is excluded",
    ),
    "counts down": ("int i = 1000; while (i > 0) i--; assert(i == 0);", "the error is excluded"),
    "by threes": (
        "unsigned i = 0; while (i < 3000) i += 3; assert(i == 3000);",
        "the error is excluded",
    ),
    "two chase each other": (
        "int a = 0, b = 0; while (1) { if (a < b) a += 3; else b += 2; if (b > 50) b = -7; assert(a < 99); }",
        None,
    ),
}


@pytest.mark.parametrize("name", NASTY)
def test_widening_ends_on_loops(name: str) -> None:
    body, note = NASTY[name]
    proposal = asked(Intervals(), posed(f"int main(void) {{ {body} return 0; }}"))
    assert proposal.note != "unfinished"
    assert note is None or proposal.note == note
