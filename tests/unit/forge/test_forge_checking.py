"""Bounded verification: bounds, strategies, replay, smaller counterexamples, hints."""

from __future__ import annotations

import pytest

from helpers.fir import thesis_program
from maymust import relational
from maymust.diagnostics import InputError
from maymust.engines.forge import trace
from maymust.engines.forge.bound import Bound, atoms_of
from maymust.engines.forge.check_procedure import (
    BoundedVerdict,
    ForgeOptions,
    HoldsWithin,
    UndecidedWithin,
    ViolatedWithin,
    check_procedure,
    posed,
    prepare,
)
from maymust.engines.forge.hints import leading_to, raised
from maymust.engines.forge.logic_problem import pose
from maymust.engines.forge.state import Strategy
from maymust.errors import InternalError
from maymust.fir import read
from maymust.fir.values import of_atoms

COUNTER = """
domain Node
global next: Node→Node, global n: Integer
local a: Node, local b: Node, local i: Integer, local k: Node
"""


def checked(text: str, name: str = "p", bound: Bound | None = None, **options: object) -> BoundedVerdict:
    program, _ = read(COUNTER + text)
    return check_procedure(program, name, bound or Bound(), ForgeOptions(**options))  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------------- bounds
@pytest.mark.parametrize(
    ("bound", "message"),
    [
        (Bound(scope=-1), "cannot be negative"),
        (Bound(scopes={"Node": -1}), "cannot be negative"),
        (Bound(unrollings=-1), "cannot be negative"),
        (Bound(scopes={"Nod": 2}), "there is no domain Nod"),
        (Bound(width=0), "between 1 and 12"),
        (Bound(width=40), "between 1 and 12"),
        (Bound(scope=100_000), "atoms are too many"),
        (Bound(scope=2000), "too large"),
        (Bound(width=2), "3 does not fit into 2 bits"),
    ],
)
def test_bounds_that_make_no_sense(bound: Bound, message: str) -> None:
    with pytest.raises(InputError, match=message):
        checked(
            "proc p () : () modifies next ensures n = n { next := ^next n := n if n = 3 { } }", bound=bound
        )


def test_a_procedure_must_be_there_and_have_a_specification() -> None:
    with pytest.raises(InputError, match="there is no procedure q"):
        checked("proc p () : () { }", "q")
    with pytest.raises(InputError, match="p has no specification"):
        checked("proc p () : () { }")


def test_an_empty_domain_is_a_bound_like_others() -> None:
    text = "proc p () : (a) ensures one a { a := new Node }"
    verdict = checked(text, bound=Bound(scope=0))
    assert isinstance(verdict, HoldsWithin)
    assert "vacuous" in verdict.notes[0]
    assert isinstance(checked(text, bound=Bound(scope=1)), HoldsWithin)


def test_every_part_of_a_bound_is_raised() -> None:
    program = thesis_program("fig_4_1_d_put_cache")
    larger = dict(raised(Bound(scope=2, scopes={"Key": 5}), program))
    assert [str(each) for each in larger.values()] == [
        "scope 2, Key=6, bit width 4, 3 unrollings",
        "scope 2, Key=5, Value=3, bit width 4, 3 unrollings",
        "scope 2, Key=5, bit width 5, 3 unrollings",
        "scope 2, Key=5, bit width 4, 4 unrollings",
    ]
    assert str(Bound(scope=7).grown()) == "scope 8, bit width 5, 4 unrollings"


def test_atoms_of_different_domains_have_different_names() -> None:
    program, _ = read("domain A, domain A1, literal A2: A1")
    found = atoms_of(program, Bound(scope=12))
    names = [name for names in found.values() for name in names]
    assert len({*names, "A2"}) == 25
    assert found["A1"][0] == "A11"


def test_counts_that_wrap_around_are_told() -> None:
    text = "proc p () : () ensures #next = #next { }"
    verdict = checked(text)
    assert isinstance(verdict, HoldsWithin)
    assert verdict.notes == ("#next may be up to 9, and wraps around above 7: 5 bits would do",)
    wide = checked(text, bound=Bound(width=5))
    assert isinstance(wide, HoldsWithin)
    assert not wide.notes


def test_no_time_is_no_verdict() -> None:
    assert isinstance(checked("proc p () : () ensures true { }", seconds=0.0), UndecidedWithin)


# ---------------------------------------------------------------------------------------------------- loops
LOOP = """
proc p (i) : ()
  requires one i ∧ one n modifies n ensures n = n_old + i ∨ i < 0
{ while i > 0 { n := n + 1  i := i - 1 } }
"""


@pytest.mark.parametrize("unrollings", range(4))
def test_only_what_is_unrolled_is_searched(unrollings: int) -> None:
    defect = LOOP.replace("n := n + 1", "n := n + (i = 3 ? 0 : 1)")
    assert isinstance(checked(LOOP, bound=Bound(unrollings=unrollings)), HoldsWithin)
    expected = ViolatedWithin if unrollings >= 3 else HoldsWithin
    assert isinstance(checked(defect, bound=Bound(unrollings=unrollings)), expected)


def test_recursion_is_followed_as_far() -> None:
    text = """
    proc p (i) : () requires one i modifies n ensures i ≠ 2 { if i > 0 { p(i - 1) } else { n := i } }
    """
    assert isinstance(checked(text, bound=Bound(unrollings=1)), HoldsWithin)
    verdict = checked(text, bound=Bound(unrollings=2))
    assert isinstance(verdict, ViolatedWithin)
    assert max(step.depth for step in verdict.execution.steps) == 2


CONTAINS = """
domain List
global next: List→List, global value: List→Integer
local list: List, local val: Integer, local result: Boolean, local each: List
proc contains (list, val) : (result)
  requires lone list ∧ one val ∧ ∀ each | lone each.next ∧ one each.value
  ensures result = (MEANING)
{
  while list ≠ ∅ { if list.value ≠ val { list := list.next } else { result := true exit } }
  result := false
}
"""


def test_shared_statements() -> None:
    """`contains` unrolled shares statements between its ways (Fig. 2-5)."""
    right, _ = read(CONTAINS.replace("MEANING", "val ⊆ (list.*next).value"))
    assert isinstance(check_procedure(right, "contains", Bound()), HoldsWithin)
    wrong, _ = read(CONTAINS.replace("MEANING", "val ⊆ list.value"))
    verdict = check_procedure(wrong, "contains", Bound())
    assert isinstance(verdict, ViolatedWithin)
    executed = [step.statement for step in verdict.execution.steps]
    assert executed[:5] == [1, 2, 3, 1, 2]
    assert executed[-1] == 4


def test_shared_statements_are_executed_once() -> None:
    """Early exits: with a copy for each way, forty of them would be 2⁴⁰."""
    body = "\n".join(
        f"if n > {number % 7} {{ if i = {number % 5} {{ exit }} }} n := n - 1" for number in range(40)
    )
    text = f"proc p (i) : () requires one i modifies n ensures true {{ {body} }}"
    program, _ = read(COUNTER + text)
    options = ForgeOptions()
    problem = posed(prepare(program, "p", Bound(), options), Bound(), options)
    assert len(problem.path) < 1000


# ------------------------------------------------------------------------------------------- counterexamples
def test_counterexamples_are_small() -> None:
    text = "proc p () : () ensures lone next { }"
    verdict = checked(text, bound=Bound(scope=4))
    assert isinstance(verdict, ViolatedWithin)
    assert len(verdict.execution.initial.variables["next"]) == 2
    assert verdict.execution.initial.variables["n"] == of_atoms()
    assert len(verdict.execution.initial.extents["Node"]) <= 2


def test_a_wrong_counterexample_is_a_defect_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "choices", lambda *_: [])
    text = "proc p () : (a) ensures false { a := new Node }"
    with pytest.raises(InternalError, match="no atom is given"):
        checked(text)
    monkeypatch.setattr(trace, "satisfied", lambda *_: True)
    with pytest.raises(InternalError, match="satisfies the specification"):
        checked("proc p () : () ensures false { }")


def test_what_is_not_required_may_happen() -> None:
    assert isinstance(checked("proc p (a) : () ensures lone a { }"), ViolatedWithin)
    assert isinstance(checked("proc p (a) : () requires lone a ensures lone a { }"), HoldsWithin)


def test_other_globals_may_not_change() -> None:
    assert isinstance(checked("proc p () : () ensures true { n := ∅ }"), ViolatedWithin)
    assert isinstance(checked("proc p () : () modifies n ensures true { n := ∅ }"), HoldsWithin)


@pytest.mark.parametrize("by_specification", [frozenset(), frozenset({"make"})])
def test_specifications_may_allocate(by_specification: frozenset[str]) -> None:
    text = """
    proc p () : (a, b) modifies Node ensures one a ∧ one b ∧ a ≠ b ∧ Node = Node_old ∪ a ∪ b
    { a := make() b := make() }
    proc make () : (a) modifies Node ensures one a ∧ ¬(a ⊆ Node_old) ∧ Node = Node_old ∪ a { a := new Node }
    """
    assert isinstance(checked(text, by_specification=by_specification), HoldsWithin)
    wrong = text.replace("a ≠ b", "a = b")
    verdict = checked(wrong, by_specification=by_specification)
    assert isinstance(verdict, ViolatedWithin)
    weak = text.replace("one a ∧ ¬(a ⊆ Node_old) ∧ Node", "Node")
    expected = ViolatedWithin if by_specification else HoldsWithin
    assert isinstance(checked(weak, by_specification=by_specification), expected)


def test_variables_may_have_literals() -> None:
    """Else a call by specification would lose the executions in which a literal is given back."""
    text = """
    domain D literal Nobody: D
    local d: D, local e: D
    proc caller () : (d) ensures d ≠ Nobody { d := find() }
    proc find () : (d) ensures one d { d := Nobody }
    proc input (d) : () requires one d ensures d ⊆ D { }
    proc every () : () ensures ∀ d | d ≠ Nobody { }
    """
    program, _ = read(text)
    for options in (ForgeOptions(), ForgeOptions(by_specification=frozenset({"find"}))):
        assert isinstance(check_procedure(program, "caller", Bound(), options), ViolatedWithin)
    assert isinstance(check_procedure(program, "input", Bound()), ViolatedWithin)
    assert isinstance(check_procedure(program, "every", Bound()), HoldsWithin)


def test_closures_know_new_atoms() -> None:
    """In a specification `Node` is what it was at the start, but `*` is about all atoms that there are."""
    text = "proc p () : (a) ensures a.*next = a ∧ ¬(a ⊆ Node) { a := new Node }"
    assert isinstance(checked(text), HoldsWithin)


def test_empty_types_have_any_arity() -> None:
    text = "proc p () : () modifies next ensures next = next_old { next := next ∪ e }"
    program, warnings = read(COUNTER + "local e: ∅ " + text.replace("{", "{ e := ∅ ", 1))
    assert "always empty" in warnings[0].message
    assert isinstance(check_procedure(program, "p", Bound()), HoldsWithin)


def test_deep_expressions_go_through_all_phases() -> None:
    deep = "(" * 90 + "next" + " ∪ a→a)" * 90
    assert isinstance(
        checked(f"proc p (a) : () requires some a modifies next ensures some next {{ next := {deep} }}"),
        HoldsWithin,
    )


# ----------------------------------------------------------------------------------------------------- hints
def hints(file: str, name: str, bound: Bound) -> dict[int, tuple[str, str]]:
    verdict = check_procedure(thesis_program(file), name, bound, ForgeOptions(coverage=True))
    assert isinstance(verdict, HoldsWithin)
    return {hint.statement: (hint.cause, hint.text) for hint in verdict.hints}


def test_hints_tell_the_four_causes_of_fig_4_1_apart() -> None:
    assert hints("fig_4_1_a_swap", "swap", Bound()) == {
        2: ("specification", "the specification does not say what y' should be")
    }
    over = ("statement", "no execution gets past line 11: nothing satisfies what it demands")
    assert hints("fig_4_1_b_register_user", "registerUser", Bound(width=3)) == {0: over, 1: over}
    loop = ("loop", "no execution ends: the loop or recursion at line 9 may be endless")
    assert hints("fig_4_1_c_cube", "cube", Bound(width=3)) == {0: loop, 2: loop, 4: loop}
    assert hints("fig_4_1_d_put_cache", "putCache", Bound(width=5)) == {
        3: ("bound", "the bound is too small: it is reached with scope Key=4")
    }


def test_hints_name_the_part_of_the_bound() -> None:
    assert hints("section_4_4_length", "length", Bound(2, {}, 3, 2)) == {
        1: ("specification", "the specification does not say what log should be"),
        4: ("bound", "the bound is too small: it is needed with scope Node=3"),
        6: ("bound", "the bound is too small: it is needed with scope Node=3"),
    }
    fewer = hints("section_4_4_length", "length", Bound(3, {}, 3, 0))
    assert fewer[5] == ("bound", "the bound is too small: it is not there without 1 unrolling")


@pytest.mark.parametrize(
    ("text", "bound", "statement", "expected"),
    [
        (
            "proc p (i) : () requires one i modifies n ensures n = n { if i = i + 1 { n := 5 } }",
            Bound(),
            2,
            ("code", "never reached, within the bound or one that is larger by one: dead code?"),
        ),
        (
            "proc p (i) : () modifies n ensures n = n { spec(i > 2) if i < 2 { n := 5 } }",
            Bound(),
            3,
            ("statement", "never reached: line 5 allows no execution that gets here"),
        ),
        (
            "proc p (i) : () requires one i modifies n ensures n = n { while i > 0 { i := i - 1 } }",
            Bound(unrollings=0),
            2,
            ("bound", "the bound is too small: it is not there without 1 unrolling"),
        ),
        (
            "proc p (i) : () modifies n ensures n = n"
            " { if i < 0 { i := 0 while i < 5 { i := i + 1 } n := 5 } }",
            Bound(unrollings=1),
            5,
            ("bound", "never reached: the loop or recursion at line 5 is not followed that far"),
        ),
    ],
)
def test_hints_of_statements_that_are_not_reached(
    text: str, bound: Bound, statement: int, expected: tuple[str, str]
) -> None:
    verdict = checked(text, bound=bound, coverage=True)
    assert isinstance(verdict, HoldsWithin)
    assert {hint.statement: (hint.cause, hint.text) for hint in verdict.hints}[statement] == expected


def test_graphs_that_lead_to_a_statement() -> None:
    """In a scope without users none can be allocated, so nothing gets past statement 3 of `register`."""
    program = thesis_program("fig_4_2_register")
    for users in (0, 1):
        bound = Bound(scopes={"User": users})
        prepared = prepare(program, "register", bound, ForgeOptions())
        reached = set()
        for number in (1, 2, 3, 4, 5):
            graph = leading_to(prepared.transformed, number)
            problem = pose(program, graph, None, bound, Strategy())
            path, bounds = [each.formula for each in problem.path], problem.bounds
            if isinstance(relational.solve(path, bounds), relational.Satisfiable):
                reached.add(number)
        assert reached == ({1, 2, 3, 4, 5} if users else {1, 2, 3})


def test_the_model_finder_is_asked_for_minimal_cores() -> None:
    program = thesis_program("fig_4_2_register")
    options = ForgeOptions(coverage=True)
    bound = Bound(width=3)
    problem = posed(prepare(program, "register", bound, options), bound, options)
    solution = relational.solve(problem.formulas(), problem.bounds, relational.Options(width=3), core=True)
    assert isinstance(solution, relational.Unsatisfiable)
    assert solution.core is not None
    for left_out in solution.core:
        rest = [formula for formula in solution.core if formula is not left_out]
        again = relational.solve(rest, problem.bounds, relational.Options(width=3))
        assert isinstance(again, relational.Satisfiable)
