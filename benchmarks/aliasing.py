"""Fig. 5 of the article on DASH for growing numbers of pointers: WP_α beside weakest preconditions with all
alias cases, and with reads that are left to the prover."""

from __future__ import annotations

import math
import multiprocessing
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.families import aliases, aliases_by_lines
from maymust.engines.base import Budget, HoldsClaim
from maymust.engines.maymust.events import Refined
from maymust.engines.options import with_settings
from maymust.engines.registry import ENGINES
from maymust.frontends.c import COptions, translate
from maymust.ir.text import program_from_text
from maymust.passes.pipeline import Prepared
from maymust.terms import BOOL, conjunction, postorder
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from maymust.ir.program import Program

SIZES = (2, 4, 8, 16, 24, 32, 40)
SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run took. `atoms` are those of the largest predicate, `size` its nodes as a tree."""

    iterations: int
    seconds: float
    atoms: int
    size: int


def aliasing() -> None:
    """Prints the table, and the exponents of n that fit it."""
    print("\n## aliasing\nmode       n  iterations       s  atoms             size")
    for mode in ("tests", "terms", "full"):
        found: dict[int, Outcome] = {}
        for n in SIZES:
            outcome = _within_time(n, mode)
            if outcome is None:
                print(f"{mode:<8}{n:>4}  no verdict within {SECONDS:.0f} s")
                break
            found[n] = outcome
            numbers = f"{outcome.iterations:>10}{outcome.seconds:>9.2f}{outcome.atoms:>7}{outcome.size:>17}"
            print(f"{mode:<8}{n:>4}{numbers}")
        if len(found) > 3:
            exponents = (exponent({n: getattr(o, name) for n, o in found.items() if n >= 4})
                         for name in ("iterations", "seconds", "atoms"))  # fmt: skip
            print("{:<8} exponents: iterations {:.2f}, seconds {:.2f}, atoms {:.2f}".format(mode, *exponents))
    print("\nthe C program, straight-line code as one edge\n   n  iterations       s")
    for n in SIZES:
        made = translate(f"foo{n}.c", aliases(n), COptions()).program
        outcome = _run(made, {})
        print(f"{n:>4}{outcome.iterations:>10}{outcome.seconds:>9.2f}")


def exponent(measured: dict[int, float]) -> float:
    """The slope of the line that fits the logarithms best."""
    points = [(math.log(n), math.log(value)) for n, value in measured.items()]
    x, y = (sum(column) / len(points) for column in zip(*points, strict=True))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def _within_time(n: int, mode: str) -> Outcome | None:
    """In a process of its own: a predicate that explodes looks at no clock."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=_report, args=(sender, n, mode))
    process.start()
    outcome: Outcome | None = None
    if receiver.poll(SECONDS + 10):  # the engine ends by itself, if it can
        outcome = receiver.recv()
    process.kill()
    process.join()
    return outcome


def _report(sender: Connection, n: int, mode: str) -> None:
    made = program_from_text(aliases_by_lines(n))
    try:
        sender.send(_run(made, {"straight_line": "off", "aliasing": mode}))
    except AssertionError:
        sender.send(None)


def _run(program: Program, settings: dict[str, str]) -> Outcome:
    entry, seen = ENGINES["dash"], list[object]()
    given = Prepared(program)
    assert given.flat is not None  # made before the clock starts
    started = time.monotonic()
    built = entry.build(with_settings(entry.options(), settings))
    result = built.run(given, program.properties[0].id, Budget(started + SECONDS), seen.append)
    spent = time.monotonic() - started
    assert isinstance(result.claim, HoldsClaim)
    predicates = [conjunction(event.predicate) for event in seen if isinstance(event, Refined)]
    joined = (ops.AND, ops.OR, ops.NOT)
    atoms = [sum(p.sort is BOOL and p.op not in joined for p in postorder((rho,))) for rho in predicates]
    size = max((rho.size for rho in predicates), default=0)
    return Outcome(result.statistics.iterations, spent, max(atoms, default=0), size)
