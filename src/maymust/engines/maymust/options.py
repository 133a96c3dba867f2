"""The options of the may-must engine. The published algorithms are settings of these."""

from __future__ import annotations

from maymust.engines.options import option
from maymust.frozen import frozen


@frozen
class MayMustOptions:
    """Each field documents itself; `maymust engines` prints them."""

    straight_line: bool = option(True, "merge straight-line code into one edge")
    directed_share: float = option(
        0.0,
        "of the time, for tests of one path after the other, where callees are asked for long",
        least=0,
    )
    abstraction: bool = option(
        True, "refine an abstraction by what tests cannot do; without it, every path is tested"
    )
    calls: str = option(
        "inline", "what is done about calls: they are inlined, or the callee is asked", ("inline", "ask")
    )
    must_summaries: bool = option(
        False, "use the paths of tests through callees again, where these are asked"
    )
    not_may_summaries: bool = option(False, "use proofs about callees again, where these are asked")
    touched_inputs: bool = option(True, "ask a callee about no more than what it reads or changes")
    modification_analysis: bool = option(
        True, "carry over what a callee cannot change, and do not ask it about that"
    )
    cached_tests: bool = option(
        True, "try tests that have answered a question to a callee where it is asked again"
    )
    search: str = option(
        "backward", "direction of the search for an abstract error path", ("backward", "forward")
    )
    edge_filter: str = option(
        "cheap",
        "how impossible edges between regions are found before a test is tried; cheap asks the prover only"
        " about those behind a call that is to be asked about",
        ("none", "cheap", "prover"),
    )
    drop_branch_conditions: bool = option(
        True, "generalise a predicate by leaving out the branch condition where all known states allow it"
    )
    control_dependence: bool = option(
        False,
        "generalise a predicate by leaving out conditions that do not decide whether an error is reached",
    )
    initial_splits: str = option(
        "none",
        "how regions are split before the search: not at all, at branches by the conditions that decide"
        " whether an error is reached, or everywhere by the conditions right before errors",
        ("none", "branches", "everywhere"),
    )
    predicates: str = option(
        "wp",
        "where predicates come from: weakest preconditions, interpolants, or (both) interpolants where"
        " weakest preconditions seem to unroll a loop",
        ("wp", "interpolants", "both"),
    )
    aliasing: str = option(
        "tests",
        "whether a predicate's reads are of what was stored: as in the test at the frontier (WP_α), one"
        " disjunct for each combination (full), or left open, for the prover to decide (terms)",
        ("tests", "full", "terms"),
    )
    check_emptiness: bool = option(True, "drop an edge whose region holds no state that could cross it")
    promising_states: int = option(
        200, "states among which one is sought that may cross the frontier; 0: the newest is taken", least=0
    )
    step_limits: bool = option(
        True, "stop tests after so many steps behind the frontier, and in calls, as the next options say"
    )
    steps_after_frontier: int = option(2000, "steps that a test may run on behind its frontier", least=0)
    steps_of_resumed_tests: int = option(
        20_000,
        "steps that tests may take in all when they are run on where their steps were used up",
        least=0,
    )
    steps_in_calls: int = option(
        5_000, "steps of a call that a test may take; more, where nothing else is left to do", least=1
    )
    states_per_region: int = option(400, "states that a region keeps at least, the newest ones", least=1)
    fresh_inputs: str = option("zero", "inputs that the prover leaves open", ("zero", "random"))
    tidy_inputs: bool = option(True, "prefer small input values to those of the prover's model")
    seconds_per_query: float = option(3.0, "time limit of one prover call", least=0.001)
    seed: int = option(1, "seed of random inputs")
