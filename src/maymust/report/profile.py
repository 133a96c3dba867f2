"""What an engine did, in numbers: the lines of `--profile`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from maymust.report.table import table

_COUNTS = (
    "iterations",
    "tests",
    "states",
    "regions",
    "refinements",
    "edges_removed",
    "prover_calls",
    "callee_queries",
    "must_summaries",
    "not_may_summaries",
)
_SHARES = ("calls", "tests", "candidates", "proved", "needed")


def profile_lines(numbers: Mapping[str, Any]) -> Iterator[str]:
    """The counts that are not 0, and where the time went: by party where there are several, the longest
    first, else by activity. Nothing where the work was stopped from outside."""
    if "queries" not in numbers:
        return
    shares = numbers.get("shares")
    shown = [(name, numbers[name]) for name in _COUNTS if numbers[name] or name in ("iterations", "tests")]
    yield ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in shown)
    if any(numbers["queries"].values()):
        asked = numbers["queries"].items()
        yield "queries: " + ", ".join(f"{name} {count}" for name, count in asked if count)
    if shares:
        yield from _parties(shares, numbers["seconds"].get("rest", 0.0))
    else:
        yield "seconds: " + ", ".join(f"{name} {spent:.3f}" for name, spent in numbers["seconds"].items())


def _parties(shares: Mapping[str, Mapping[str, Any]], rest: float) -> Iterator[str]:
    rows = [["party", "seconds", *_SHARES, "note"]]
    for name, share in sorted(shares.items(), key=lambda item: -item[1]["seconds"]):
        counts = [str(share[count] or "-") for count in _SHARES]
        rows.append([name, f"{share['seconds']:.3f}", *counts, share["note"]])
    rows.append(["rest", f"{rest:.3f}"])
    yield from table(rows, right=range(1, 2 + len(_SHARES)))
