"""Concrete executions: loops, calls, recursion, choices; and that transformed graphs execute alike."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from helpers.fir import thesis_program
from maymust.diagnostics import InputError
from maymust.fir import read
from maymust.fir.execution import Choice, Execution, Executor, Refused, satisfied
from maymust.fir.graph import graphs_of
from maymust.fir.inlining import calls_by_specification, inline_calls
from maymust.fir.tree import Program
from maymust.fir.unrolling import unroll
from maymust.fir.values import FALSE, TRUE, Relation, State, of_atoms

LIST = State(
    {
        "next": frozenset({("List1", "List2"), ("List2", "List3")}),
        "value": frozenset({("List1", 1), ("List2", 2), ("List3", 3)}),
        "list": of_atoms("List1"),
    },
    {"List": of_atoms("List1", "List2", "List3")},
)
FACTORIAL = """
local n: Integer, local result: Integer
proc factorial (n) : (result)
  requires n ≥ 0
  ensures result ≥ 1
{
  if n = 0 {
    result := 1
  } else {
    result := factorial(n - 1)
    result := n × result
  }
}
"""


def run(
    program: Program, name: str, state: State, *choices: Choice, width: int = 8, unrollings: int | None = None
) -> Execution | Refused:
    graphs = graphs_of(program)
    graph = graphs[name]
    if unrollings is not None:
        graph = unroll(inline_calls(graphs, name, unrollings), unrollings)
    return Executor(program, graphs, width).run(graph, state, choices)


def ended(outcome: Execution | Refused) -> Execution:
    assert isinstance(outcome, Execution), outcome
    return outcome


@pytest.mark.parametrize(("wanted", "found"), [(1, TRUE), (3, TRUE), (5, FALSE)])
@pytest.mark.parametrize("unrollings", [None, 3, 4])
def test_loops(wanted: int, found: Relation, unrollings: int | None) -> None:
    program = thesis_program("fig_2_4_contains")
    state = LIST.with_values({"val": of_atoms(wanted)})
    execution = ended(run(program, "contains", state, unrollings=unrollings))
    assert execution.final.variables["result"] == found


def test_what_goes_beyond_the_unrollings_is_no_execution() -> None:
    state = LIST.with_values({"val": of_atoms(5)})
    outcome = run(thesis_program("fig_2_4_contains"), "contains", state, unrollings=2)
    assert isinstance(outcome, Refused)
    assert (outcome.reason, outcome.statement) == ("the specification does not hold", 1)


def test_an_endless_loop_is_given_up() -> None:
    program = thesis_program("fig_4_1_c_cube")
    outcome = run(program, "cube", State({"n": of_atoms(2)}, {}))
    assert isinstance(outcome, Refused)
    assert "it has not ended" in outcome.reason


@pytest.mark.parametrize("unrollings", [None, 5, 9])
def test_recursion(unrollings: int | None) -> None:
    program, _ = read(FACTORIAL)
    execution = ended(run(program, "factorial", State({"n": of_atoms(5)}, {}), unrollings=unrollings))
    assert execution.final.variables["result"] == of_atoms(120)
    if unrollings is None:
        assert max(step.depth for step in execution.steps) == 5


def test_recursion_beyond_the_limit_is_no_execution() -> None:
    program, _ = read(FACTORIAL)
    assert isinstance(run(program, "factorial", State({"n": of_atoms(5)}, {}), unrollings=4), Refused)


def test_deep_recursion_is_no_deep_recursion_of_ours() -> None:
    program, _ = read(FACTORIAL)
    execution = ended(run(program, "factorial", State({"n": of_atoms(3000)}, {}), width=16))
    assert max(step.depth for step in execution.steps) == 3000


@pytest.mark.parametrize("unrollings", [None, 0])
def test_every_activation_has_its_own_locals(unrollings: int | None) -> None:
    state = State({"a": of_atoms("D1"), "b": of_atoms("D2")}, {"D": of_atoms("D1", "D2")})
    final = ended(run(thesis_program("section_2_1_2_swap"), "twice", state, unrollings=unrollings)).final
    assert (final.variables["a"], final.variables["b"]) == (of_atoms("D1"), of_atoms("D2"))


# ---------------------------------------------------------------------------------------------------- choices
REGISTERED = State(
    {
        "id": frozenset({("User1", 3), ("User2", -4)}),
        "email": frozenset({("User1", "String1"), ("User2", "String2")}),
        "newEmail": of_atoms("String3"),
    },
    {"User": of_atoms("User1", "User2"), "String": of_atoms("String1", "String2", "String3")},
)
NEW_USER: Choice = (of_atoms("User3"),)
WRONG_USER: Choice = (of_atoms("User1"),)
TWO_USERS: Choice = (of_atoms("User3", "User4"),)


def test_the_counterexample_of_the_thesis_is_one() -> None:
    program = thesis_program("fig_3_4_register")
    execution = ended(run(program, "register", REGISTERED, NEW_USER, (of_atoms(3),), width=3))
    assert execution.final.variables["id"] >= {("User3", -4)}
    assert [step.statement for step in execution.steps] == [1, 3, 4, 5, 6]
    assert [step.taken for step in execution.steps] == [False, None, None, None, None]
    assert execution.steps[1].changes["User"] == of_atoms("User1", "User2", "User3")
    specification = program.procedures["register"].specification
    assert specification
    assert not satisfied(program, execution, specification, 3)
    wide = ended(run(program, "register", REGISTERED, NEW_USER, (of_atoms(3),), width=4))
    assert satisfied(program, wide, specification, 4)


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ([], "no atom is given"),
        ([WRONG_USER], "the atom is no new one"),
        ([(of_atoms("String1"),)], "the atom is no new one"),
        ([(of_atoms("Error"),)], "the atom is no new one"),
        ([TWO_USERS], "no atom is given"),
        ([NEW_USER], "no values are given"),
        ([NEW_USER, (of_atoms(2),)], "the specification does not hold"),
        ([NEW_USER, (of_atoms("User1"),)], "not within its type"),
        ([NEW_USER, (of_atoms("Error"),)], "not within its type"),
        ([NEW_USER, (of_atoms(3),), (of_atoms(3),)], "it ends before all choices are made"),
    ],
)
def test_choices_are_not_believed(choices: list[Choice], reason: str) -> None:
    outcome = run(thesis_program("fig_3_4_register"), "register", REGISTERED, *choices, width=3)
    assert isinstance(outcome, Refused)
    assert reason in outcome.reason


def test_other_globals_must_not_change() -> None:
    program, _ = read("global x: Integer proc p () : () meets spec(true) { x := 1 }")
    execution = ended(run(program, "p", State({"x": of_atoms(0)}, {})))
    specification = program.procedures["p"].specification
    assert specification
    assert not satisfied(program, execution, specification, 4)


# ------------------------------------------------------------------------------------ calls by specification
def test_a_call_is_what_its_specification_says() -> None:
    program = thesis_program("section_2_1_2_swap")
    graphs = graphs_of(program)
    graph = calls_by_specification(graphs["twice"], graphs, {"swap"})
    state = State({"a": of_atoms("D1"), "b": of_atoms("D2")}, {"D": of_atoms("D1", "D2")})
    right: list[Choice] = [(of_atoms("D2"), of_atoms("D1")), (of_atoms("D1"), of_atoms("D2"))]
    assert isinstance(Executor(program, graphs, 4).run(graph, state, right), Execution)
    assert isinstance(Executor(program, graphs, 4).run(graph, state, right[::-1]), Refused)


def test_what_is_required_is_the_callers_business() -> None:
    text = """
    global x: Integer, global y: Integer
    proc caller () : () { callee() }
    proc callee () : () requires x > 0 modifies x ensures x > x_old { x := x + 1 }
    """
    program, _ = read(text)
    graphs = graphs_of(program)
    graph = calls_by_specification(graphs["caller"], graphs, {"callee"})

    def outcome(x: int, *choices: Choice) -> Execution | Refused:
        return Executor(program, graphs, 4).run(
            graph, State({"x": of_atoms(x), "y": of_atoms(0)}, {}), choices
        )

    assert isinstance(outcome(1, (of_atoms(2),)), Execution)
    assert isinstance(outcome(1, (of_atoms(1),)), Refused)
    assert isinstance(outcome(1, (of_atoms(2), of_atoms(3))), Refused)
    anything = ended(outcome(0, (of_atoms(-5), of_atoms(3))))
    assert anything.final.variables == {"x": of_atoms(-5), "y": of_atoms(3)}


def test_calls_that_no_specification_can_stand_for() -> None:
    program = thesis_program("section_2_2_2_area")
    graphs = graphs_of(program)
    with pytest.raises(InputError, match="abs has no specification"):
        calls_by_specification(graphs["area"], graphs, {"abs"})
    text = """
    domain D local d: D
    proc caller () : () { d := inner() }
    proc inner () : (d) { d := make() }
    proc make () : (d) ensures one d { d := new D }
    """
    graphs = graphs_of(read(text.replace(": (d) { d := make", ": (d) ensures true { d := make"))[0])
    with pytest.raises(InputError, match=r"inner may allocate \(D\), which its specification does not say"):
        calls_by_specification(graphs["caller"], graphs, {"inner"})
    chosen = text.replace("d := new D", "d, D := spec(one d ∧ D = D_old ∪ d)")
    graphs = graphs_of(read(chosen.replace("d := inner()", "d := make()"))[0])
    with pytest.raises(InputError, match=r"make may allocate \(D\), which its specification does not say"):
        calls_by_specification(graphs["caller"], graphs, {"make"})


ALLOCATING = """
domain D local d: D
proc caller () : (d) modifies D ensures one d ∧ ¬(d ⊆ D_old) ∧ D = D_old ∪ d { d := make() }
proc make () : (d) modifies D ensures one d ∧ ¬(d ⊆ D_old) ∧ D = D_old ∪ d { d := new D }
"""


def test_a_specification_may_allocate() -> None:
    program, _ = read(ALLOCATING)
    graphs = graphs_of(program)
    graph = calls_by_specification(graphs["caller"], graphs, {"make"})
    executor = Executor(program, graphs, 4)

    def outcome(*chosen: Relation) -> Execution | Refused:
        return executor.run(graph, State({}, {"D": of_atoms("D1")}), [chosen])

    right = ended(outcome(of_atoms("D2"), of_atoms("D1", "D2")))
    assert right.final.extents["D"] == of_atoms("D1", "D2")
    specification = program.procedures["caller"].specification
    assert specification
    assert satisfied(program, right, specification, 4)
    for values, reason in (
        ((of_atoms("D2"), of_atoms("D2")), "may get new atoms, and lose none"),
        ((of_atoms("D1"), of_atoms("D1")), "the specification does not hold"),
        ((of_atoms("D3"), of_atoms("D1", "D2")), "not within its type"),
    ):
        wrong = outcome(*values)
        assert isinstance(wrong, Refused)
        assert reason in wrong.reason


# ------------------------------------------------------------------------------- transformed graphs are alike
def random_body(source: random.Random, depth: int, in_loop: bool = False) -> str:
    """Statements over x, y and z, with loops that mostly end, calls and all jumps."""
    lines = []
    for _ in range(source.randint(1, 3)):
        kind = source.randrange(9 if depth else 3)
        name, other = source.sample(["x", "y", "z"], 2)
        if kind < 3:
            lines.append(f"{name} := {other} {source.choice('+-')} {source.randint(0, 2)}")
        elif kind < 5:
            inner = random_body(source, depth - 1, True)
            lines.append(f"while {name} < {source.randint(0, 3)} {{ {name} := {name} + 1 {inner} }}")
        elif kind < 7:
            then, otherwise = (random_body(source, depth - 1, in_loop) for _ in range(2))
            lines.append(f"if {name} < {other} {{ {then} }} else {{ {otherwise} }}")
        elif kind == 7:
            lines.append(f"{name} := q({other})")
        else:
            jump = source.choice(["exit", "break", "continue"] if in_loop else ["exit"])
            lines.append(f"if {name} = {other} {{ {jump} }}")
    return "\n".join(lines)


def test_transformed_graphs_execute_alike(size: Callable[[int], int]) -> None:
    ways = {"both end": 0, "beyond the limit": 0}
    for seed in range(size(150)):
        source = random.Random(seed)
        text = f"""
        local x: Integer, local y: Integer, local z: Integer, global calls: Integer
        proc p (x, y, z) : (x) {{ {random_body(source, 3)} }}
        proc q (y) : (z) {{ calls := calls + 1 z := y x := 0 {random_body(source, 1)} }}
        """
        program, _ = read(text)
        graphs = graphs_of(program)
        given = {name: of_atoms(source.randint(-3, 3)) for name in ("x", "y", "z")}
        state = State({**given, "calls": of_atoms(0)}, {})
        executor = Executor(program, graphs, 4, most_steps=2000)
        plain = executor.run(graphs["p"], state, [])
        transformed = executor.run(unroll(inline_calls(graphs, "p", 3), 3), state, [])
        if isinstance(transformed, Execution):
            assert isinstance(plain, Execution), text
            for name in ("x", "calls"):
                assert plain.final.variables[name] == transformed.final.variables[name], text
            kept = {step.statement for step in plain.steps}
            assert {step.statement for step in transformed.steps} <= kept
            ways["both end"] += 1
        else:
            ways["beyond the limit"] += 1
    assert min(ways.values()) > 10, ways
