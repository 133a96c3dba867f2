"""The hunt by hand: `python -m tests.hunt --count 500 --seed 3`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

from .generating import programs
from .judging import SECONDS, Judged, judge
from .minimising import minimised
from .pattern import Outcome, Pattern
from .patterns import PATTERNS
from .recipes import Program
from .shortcuts import compared, counted
from .summary import described, engines, table, unknown_share, unknowns, wrong


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.hunt", description=__doc__)
    parser.add_argument("--count", type=int, default=len(PATTERNS), help="how many programs")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", default="", help="patterns with an outcome of these kinds only, by commas")
    parser.add_argument("--patterns", default="", help="patterns whose name has this text in it")
    parser.add_argument("--engine", default="", help="this engine only")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each program")
    parser.add_argument("--out", type=Path, help="a folder for the programs with wrong verdicts")
    parser.add_argument(
        "--oracle", action="store_true", help="compare the patterns' truth with native runs instead"
    )
    parser.add_argument(
        "--shortcuts", action="store_true", help="compare verdicts with and without shortcuts instead"
    )
    return parser.parse_args()


def _chosen(given: argparse.Namespace) -> list[Pattern]:
    kinds = frozenset(filter(None, given.kinds.split(",")))
    return [
        pattern
        for pattern in PATTERNS
        if given.patterns in pattern.name
        and (not kinds or any(Outcome.of(text).kinds & kinds for text in pattern.outcomes.values()))
    ]


def _hunt(made: Sequence[Program], given: argparse.Namespace) -> int:
    started = time.monotonic()
    with Pool(given.jobs) as pool:
        tasks = [pool.apply_async(judge, (program, given.seconds)) for program in made]
        found: list[Judged] = [task.get() for task in tasks]
        seconds = time.monotonic() - started
        groups = wrong(found)
        small = pool.map(minimised, [judged[0] for judged in groups.values()], chunksize=1)
    for number, (judged, group) in enumerate(zip(small, groups.values(), strict=True)):
        text = f"{described(judged)}({len(group)} of these)\n"
        print(text)
        if given.out:
            given.out.mkdir(parents=True, exist_ok=True)
            Path(given.out, f"{number:03}.c").write_text(
                f"/*\n{text.split(chr(10) + '#')[0]}\n*/\n{judged.program.text}"
            )
    print(unknowns(found))
    print(table(found))
    print(engines(found))
    print(f"{unknown_share(found):.1%} unknown; {seconds:.0f} s, {seconds / max(1, len(found)):.2f} s each")
    return 1 if groups else 0


def _without_shortcuts(made: Sequence[Program], given: argparse.Namespace) -> int:
    with Pool(given.jobs) as pool:
        tasks = [pool.apply_async(compared, (program, given.seconds)) for program in made]
        found = [task.get() for task in tasks]
    different = [told for comparison, told in found if comparison == "different"]
    print("\n".join([*different, counted(found)]))
    return 1 if different else 0


def main() -> int:
    given = _arguments()
    made = list(programs(given.seed, given.count, _chosen(given), given.engine))
    if given.oracle:
        from .oracle import disagreements

        lines = list(disagreements(made))
        print("\n".join(lines) or "the native runs agree")
        return 1 if lines else 0
    return _without_shortcuts(made, given) if given.shortcuts else _hunt(made, given)


if __name__ == "__main__":
    os.environ["MAYMUST_STORE"] = "off"
    sys.exit(main())
