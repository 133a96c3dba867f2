"""Which conditions decide whether a target is reached."""

from __future__ import annotations

from maymust.engines.maymust.may.dependence import deciding_conditions
from maymust.ir.transitions import CallEnd, End, Transition, TransitionSystem
from maymust.terms import BOOL, Term, negation, variable

A, B, C = (variable(name, BOOL) for name in "abc")
NOT_A, NOT_B, NOT_C = map(negation, (A, B, C))
ERROR = 99
Edges = list[tuple[int, int, tuple[Term, ...]]]


def deciding(edges: Edges) -> list[tuple[int, int, tuple[Term, ...]]]:
    """The edges, from 0 to the error, with the conditions that decide; without those that have none."""
    transitions = tuple([Transition(n, s, t, guard, {}, ()) for n, (s, t, guard) in enumerate(edges)])
    places = {0, ERROR} | {at for s, t, _ in edges for at in (s, t)}
    nodes = {at: f"@{at}" for at in sorted(places)}
    system = TransitionSystem(0, {ERROR: "P1"}, {}, transitions, (A, B, C), nodes)
    decided = deciding_conditions(system)
    return [(t.source, t.target, decided[t]) for t in transitions if decided[t]]


def test_branches_that_meet_again() -> None:
    edges: Edges = [
        (0, 1, (A,)),
        (0, 2, (NOT_A,)),
        (1, 3, ()),
        (2, 3, ()),
        (3, ERROR, (B,)),
        (3, 4, (NOT_B,)),
    ]
    assert deciding(edges) == [(3, ERROR, (B,)), (3, 4, (NOT_B,))]


def test_a_branch_that_leaves_early() -> None:
    """Whether the deciding branch is reached is decided, too; an edge that is not there ends the program."""
    edges: Edges = [(0, 1, (A,)), (1, ERROR, (B,))]
    assert deciding(edges) == [(0, 1, (A,)), (1, ERROR, (B,))]


def test_loops_are_taken_to_end() -> None:
    edges: Edges = [(0, 1, ()), (1, 1, (A,)), (1, 2, (NOT_A,)), (2, ERROR, (B,))]
    assert deciding(edges) == [(2, ERROR, (B,))]


def test_a_loop_in_which_the_error_is() -> None:
    edges: Edges = [(0, 1, ()), (1, 2, (A,)), (2, ERROR, (B,)), (2, 1, (NOT_B,))]
    assert deciding(edges) == [(1, 2, (A,)), (2, ERROR, (B,)), (2, 1, (NOT_B,))]


def test_a_loop_that_is_never_left() -> None:
    edges: Edges = [(0, 1, (A,)), (1, 1, ()), (0, ERROR, (NOT_A,))]
    assert deciding(edges) == [(0, 1, (A,)), (0, ERROR, (NOT_A,))]


def test_several_conditions_on_an_edge() -> None:
    """A loop's condition before that of the error, as it is where straight-line code is one edge."""
    edges: Edges = [(0, 1, ()), (1, 1, (A,)), (1, ERROR, (NOT_A, B)), (1, 3, (NOT_A, NOT_B))]
    assert deciding(edges) == [(1, ERROR, (B,)), (1, 3, (NOT_B,))]


def test_conditions_that_are_no_tree_all_decide() -> None:
    edges: Edges = [(0, 1, (A, B)), (0, 2, (C, NOT_B)), (1, ERROR, ()), (2, 3, ())]
    assert deciding(edges) == [(0, 1, (A, B)), (0, 2, (C, NOT_B))]


def test_whether_a_call_returns_decides() -> None:
    """What leads to a call decides, if the property may be violated in it."""

    def end(number: int, target: int, how: End) -> Transition:
        return Transition(number, 1, target, (), {}, (), CallEnd("f", (), (), how))

    transitions = (
        Transition(0, 0, 1, (A,), {}, ()),
        Transition(1, 0, 2, (NOT_A,), {}, ()),
        end(2, 2, End.RETURN),
        end(3, ERROR, End.ERROR),
    )
    system = TransitionSystem(0, {ERROR: "P1"}, {}, transitions, (A,), {n: f"@{n}" for n in (0, 1, 2, ERROR)})
    decided = deciding_conditions(system)
    assert [decided[t] for t in transitions] == [(A,), (NOT_A,), (), ()]
