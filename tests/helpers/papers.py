"""Runs of the papers' programs."""

from __future__ import annotations

import time
from pathlib import Path

from maymust.checking import CheckOptions, check_program
from maymust.engines.base import Budget, EngineResult, Progress
from maymust.engines.options import with_settings
from maymust.engines.registry import ENGINES
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.passes.pipeline import Prepared
from maymust.verdicts import Verdict

PROGRAMS = Path(__file__).parent.parent / "papers" / "programs"
AS_IN_THESIS = {
    "straight_line": "off",
    "edge_filter": "none",
    "search": "forward",
    "promising_states": "0",
    "steps_after_frontier": "10000",  # the thesis has no such limit
}


def program(name: str, entry: str | None = None) -> Program:
    return translate(str(PROGRAMS / f"{name}.c"), None, COptions(entry=entry)).program


def verdict(name: str, *, entry: str | None = None, engine: str = "dash", **settings: str) -> list[Verdict]:
    """The checked verdicts on every property of a program."""
    options = CheckOptions(engine=engine, settings=settings, seconds=60)
    return [result.verdict for result in check_program(program(name, entry), options)]


def events(name: str, *, entry: str | None = None, engine: str = "dash", max_iterations: int | None = None,
           **settings: str) -> tuple[EngineResult, list[object]]:  # fmt: skip
    """The engine's claim on the first property, and what it did."""
    listed = ENGINES[engine]
    seen: list[object] = []
    translated = program(name, entry)
    budget = Budget(time.monotonic() + 60, max_iterations)
    built = listed.build(with_settings(listed.options(), settings))
    result = built.run(Prepared(translated), translated.properties[0].id, budget, seen.append)
    return result, [event for event in seen if not isinstance(event, Progress)]


def claim(
    name: str,
    *,
    entry: str | None = None,
    engine: str = "dash",
    max_iterations: int | None = None,
    **settings: str,
) -> EngineResult:
    """The engine's claim on the first property."""
    return events(name, entry=entry, engine=engine, max_iterations=max_iterations, **settings)[0]
