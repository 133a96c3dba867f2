"""Runs of the engine over many programs, and sums of what they took."""

from __future__ import annotations

import resource
import time
from collections import Counter
from dataclasses import dataclass, field

from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.verdicts import Fails, Holds


@dataclass
class Sums:
    """What a suite took in all."""

    programs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    iterations: int = 0
    prover_calls: int = 0
    test_queries: int = 0
    seconds: Counter[str] = field(default_factory=Counter)
    engine_seconds: float = 0.0
    check_seconds: float = 0.0
    front_end_seconds: float = 0.0

    def table(self) -> str:
        """The sums as text."""
        iterations = max(1, self.iterations)
        engine = max(1e-9, self.engine_seconds)
        shares = ", ".join(
            f"{name} {100 * spent / engine:.0f} %" for name, spent in self.seconds.most_common()
        )
        total = self.engine_seconds + self.check_seconds + self.front_end_seconds
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return "\n".join(
            [
                f"programs                    {self.programs}: {dict(self.verdicts)}",
                f"wrong                       {self.wrong or 0}",
                f"iterations                  {self.iterations}",
                f"iterations per second       {iterations / engine:.0f}",
                f"milliseconds an iteration   {1000 * engine / iterations:.2f}",
                f"  with front end and check  {1000 * total / iterations:.2f}",
                f"milliseconds a program      {1000 * total / max(1, self.programs):.1f}",
                f"prover calls an iteration   {self.prover_calls / iterations:.2f}",
                f"test queries an iteration   {self.test_queries / iterations:.2f}",
                f"engine's time               {engine:.2f} s: {shares}",
                f"front end, check            {self.front_end_seconds:.2f} s, {self.check_seconds:.2f} s",
                f"peak memory of the process  {memory:.0f} MB",
            ]
        )


def run_program(
    sums: Sums, name: str, text: str, how: COptions, expected: str | None, options: CheckOptions
) -> None:
    """Checks one program and adds to the sums. `expected` is `true`, `false` or None."""
    started = time.monotonic()
    program = translate(name, text, how).program
    sums.front_end_seconds += time.monotonic() - started
    sums.programs += 1
    found = []
    for result in check_program(program, options):
        numbers = result.statistics
        sums.iterations += numbers.iterations
        sums.prover_calls += numbers.prover_calls
        sums.test_queries += numbers.queries.get("test generation", 0)
        sums.seconds.update(numbers.seconds)
        sums.check_seconds += result.check_seconds
        sums.engine_seconds += result.seconds - result.check_seconds
        found.append(result.verdict)
    if any(isinstance(v, Fails) for v in found):
        verdict = "false"
    else:
        verdict = "true" if all(isinstance(v, Holds) for v in found) else "unknown"
    sums.verdicts[verdict] += 1
    if expected is not None and verdict not in ("unknown", expected):
        sums.wrong.append(name)
