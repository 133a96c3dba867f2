"""The engines by name, each a lazy factory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.engines.base import Engine


@frozen
class EngineEntry:
    """A line of the registry. `options` makes the engine's default options, `build` the engine."""

    name: str
    summary: str
    options: Callable[[], Any]
    build: Callable[[Any], Engine]


def _may_must_options(**changes: Any) -> Callable[[], Any]:
    def make() -> Any:
        from maymust.engines.maymust.options import MayMustOptions

        return replace(MayMustOptions(), **changes)

    return make


def _may_must(options: Any) -> Engine:
    from maymust.engines.maymust.engine import MayMustEngine

    return MayMustEngine(options)


def _auto_options() -> Any:
    from maymust.engines.auto.options import AutoOptions

    return AutoOptions()


def _auto(options: Any) -> Engine:
    from maymust.engines.auto.engine import AutoEngine

    return AutoEngine(options)


ENGINES: dict[str, EngineEntry] = {
    entry.name: entry
    for entry in (
        EngineEntry(
            "auto",
            "suppliers propose tests and invariants, Houdini, k-induction and the may-must loop prove them",
            _auto_options,
            _auto,
        ),
        EngineEntry(
            "dash",
            "tests and a region graph refine each other; one test-generation query an iteration"
            " (Proofs from Tests)",
            _may_must_options(),
            _may_must,
        ),
        EngineEntry(
            "dart",
            "tests alone: one for every path, as the prover finds inputs for it (Directed Automated Random"
            " Testing)",
            _may_must_options(abstraction=False),
            _may_must,
        ),
        EngineEntry(
            "smart",
            "the same for each procedure: the paths through a callee are found once for all its callers"
            " (Compositional Dynamic Test Generation)",
            _may_must_options(abstraction=False, calls="ask", must_summaries=True),
            _may_must,
        ),
        EngineEntry(
            "slam",
            "the abstraction alone, with summaries of proofs: the prover is asked for every edge of it, and a"
            " test goes no further than the error path that is looked at",
            _may_must_options(
                calls="ask",
                not_may_summaries=True,
                cached_tests=False,
                search="forward",
                edge_filter="prover",
                steps_after_frontier=0,
                steps_of_resumed_tests=0,
                promising_states=0,
            ),
            _may_must,
        ),
        EngineEntry(
            "synergy",
            "DASH's predecessor: every edge of the abstraction is checked by the prover, predicates are not"
            " generalised",
            _may_must_options(edge_filter="prover", drop_branch_conditions=False),
            _may_must,
        ),
        EngineEntry(
            "smash",
            "DASH for each procedure, with summaries of what its tests and proofs have shown"
            " (Compositional May-Must Program Analysis)",
            _may_must_options(
                calls="ask",
                must_summaries=True,
                not_may_summaries=True,
                directed_share=0.25,
                search="forward",
            ),
            _may_must,
        ),
    )
}
DEFAULT_ENGINE = "auto"
