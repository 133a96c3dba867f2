"""The options of the may-must engine. The published algorithms are settings of these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def _option(
    default: Any, help_text: str, choices: tuple[str, ...] | None = None, least: float | None = None
) -> Any:
    return field(default=default, metadata={"help": help_text, "choices": choices, "least": least})


@dataclass(frozen=True, slots=True)
class MayMustOptions:
    """Each field documents itself; `maymust engines` prints them."""

    straight_line: bool = _option(True, "merge straight-line code into one edge")
    search: str = _option(
        "backward", "direction of the search for an abstract error path", ("backward", "forward")
    )
    edge_filter: str = _option(
        "cheap",
        "how impossible edges between regions are found before a test is tried",
        ("none", "cheap", "prover"),
    )
    drop_branch_conditions: bool = _option(
        True, "generalise a predicate by leaving out the branch condition where all known states allow it"
    )
    predicates: str = _option(
        "wp",
        "where predicates come from: weakest preconditions, interpolants, or (both) interpolants where"
        " weakest preconditions seem to unroll a loop",
        ("wp", "interpolants", "both"),
    )
    check_emptiness: bool = _option(True, "drop an edge whose region holds no state that could cross it")
    promising_states: int = _option(
        200, "states among which one is sought that may cross the frontier; 0: the newest is taken", least=0
    )
    steps_after_frontier: int = _option(2000, "steps that a test may run on behind its frontier", least=0)
    steps_of_resumed_tests: int = _option(
        20_000,
        "steps that tests may take in all when they are run on where their steps were used up",
        least=0,
    )
    states_per_region: int = _option(400, "states that a region keeps at least, the newest ones", least=1)
    fresh_inputs: str = _option("zero", "inputs that the prover leaves open", ("zero", "random"))
    tidy_inputs: bool = _option(True, "prefer small input values to those of the prover's model")
    seconds_per_query: float = _option(3.0, "time limit of one prover call", least=0.001)
    seed: int = _option(1, "seed of random inputs")
