"""`python -m benchmarks store`: what the store saves, on a program of a hundred functions (`layers`). With
numbers of leaves, each of these is edited in every way; else the first, in some."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.layers import layered_program
from maymust.checking import CheckOptions, check_program
from maymust.deciding import Tally
from maymust.frontends.c import COptions, translate
from maymust.store.database import Store

if TYPE_CHECKING:
    from benchmarks.layers import Edit

_SECONDS = {"auto": 600.0, "smash": 30.0}  # smash alone has no verdict on some of the loops
_EDITS: tuple[Edit, ...] = (
    "moved", "tightened", "widened", "broken", "branched", "looped", "nested", "counted", "delegated",
)  # fmt: skip


@dataclass(frozen=True)
class _Run:
    verdicts: str
    recalled: int
    tally: Tally
    seconds: float


def store(*leaves: str) -> None:
    """Runs with a new store, again, and after an edit of one leaf, with the store of the first run and
    without one."""
    functions = layered_program().count("(int x) {") + 1
    print(f"\n## the store, {functions} functions")
    head = f"{'engine':<8}{'run':<24}{'verdicts':<17}{'recalled':>8}{'prover':>8}{'checker':>9}{'s':>7}"
    print(f"{head}{'of first':>10}  same verdicts")
    for engine in ("auto", "smash"):
        with tempfile.TemporaryDirectory() as folder:
            first = _run("none", 0, engine, Path(folder, "first"))
            _print(engine, "first", first, first, None)
            _print(engine, "second", _run("none", 0, engine, Path(folder, "first")), first, first)
            content = Path(folder, "first").read_bytes()
            for leaf in map(int, leaves or ("0",)):
                for edit in _EDITS:
                    copy = Path(folder, f"{edit}{leaf}")
                    copy.write_bytes(content)
                    without = _run(edit, leaf, engine, None)
                    _print(engine, f"{leaf} {edit}, no store", without, first, None)
                    _print(engine, f"{leaf} {edit}", _run(edit, leaf, engine, copy), first, without)


def _run(edit: Edit, leaf: int, engine: str, path: Path | None) -> _Run:
    program = translate("layers.c", layered_program(edit, leaf), COptions()).program
    kept, tally = None if path is None else Store(path, print), Tally()
    started = time.monotonic()
    options = CheckOptions(engine, seconds=_SECONDS[engine])
    results = list(check_program(program, options, store=kept, tally=tally))
    if kept is not None:
        kept.close()
    verdicts = "".join(type(r.verdict).__name__[0] for r in results)
    return _Run(verdicts, sum(r.recalled for r in results), tally, time.monotonic() - started)


def _print(engine: str, name: str, run: _Run, first: _Run, without: _Run | None) -> None:
    calls, checker = run.tally.prover_calls, run.tally.checker_calls
    share = 100 * calls / first.tally.prover_calls
    same = "" if without is None else _same(run.verdicts, without.verdicts)
    print(
        f"{engine:<8}{name:<24}{run.verdicts:<17}{run.recalled:>8}{calls:>8}{checker:>9}{run.seconds:>7.1f}"
        f"{share:>8.1f} %  {same}",
        flush=True,
    )


def _same(verdicts: str, without: str) -> str:
    """Whether the verdicts are those of a run without a store; it may know less."""
    if verdicts == without:
        return "yes"
    told = all(a == b or b == "U" for a, b in zip(verdicts, without, strict=True))
    return "yes, and more" if told else "NO"
