"""`python -m benchmarks kodkod [CLASSPATH [SOLVER]]`: our model finder on problems of Kodkod's examples, and
Kodkod.

The class path has Kodkod's classes, those of its examples, and Sat4j; a solver is the path of one that reads
DIMACS. Without a class path, ours runs alone. Both run all problems twice in one process; the second round is
counted, which spares Java its start. Times are those of translation and solving: wall clock, and CPU of the
process.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.kodkod import puzzles, systems, theories
from benchmarks.kodkod.problem import PROBLEMS
from maymust.relational import Satisfiable, solve, solve_all

__all__ = ["puzzles", "race", "systems", "theories"]

ROUNDS = 2
COLUMNS = "problem               answer   variables         clauses          seconds         CPU seconds"
LEGEND = "                               ours   Kodkod     ours   Kodkod    ours  Kodkod    ours  Kodkod"


@dataclass(frozen=True)
class Result:
    """What came out, how large the problem was, and what it took."""

    answer: str
    variables: int
    clauses: int
    wall: float
    cpu: float


def race(arguments: list[str]) -> None:
    """Prints a line for each problem, and the sums."""
    ours = {name: _ours(name) for _ in range(ROUNDS) for name in PROBLEMS}
    theirs = _kodkod(*arguments) if arguments else {}
    print(f"\n## problems of Kodkod's examples\n{COLUMNS}\n{LEGEND}")
    wrong = []
    for name, result in ours.items():
        other = theirs.get(name)
        print(_line(name, result, other))
        if other and other.answer != result.answer:
            wrong.append(name)
    both = [(ours[name], other) for name, other in theirs.items()] or [(one, None) for one in ours.values()]
    print(_line("sum", _sum([one for one, _ in both]), _sum([other for _, other in both if other])))
    if theirs:
        worst = max(
            max(one.variables / other.variables, one.clauses / other.clauses) for one, other in both if other
        )
        print(f"most variables or clauses, relative to Kodkod: {worst:.2f}")
    if wrong:
        sys.exit(f"answers differ: {', '.join(wrong)}")


def _line(name: str, ours: Result, other: Result | None) -> str:
    def pair(attribute: str, form: str) -> str:
        there = format(getattr(other, attribute), form) if other else ""
        return f"{getattr(ours, attribute):{form}}{there:>8} "

    numbers = pair("variables", "8") + pair("clauses", "8") + pair("wall", "7.2f") + pair("cpu", "7.2f")
    return f"{name:<21} {ours.answer:<6} {numbers}"


def _sum(results: list[Result]) -> Result | None:
    if not results:
        return None
    variables, clauses = sum(one.variables for one in results), sum(one.clauses for one in results)
    return Result("", variables, clauses, sum(one.wall for one in results), sum(one.cpu for one in results))


def _ours(name: str) -> Result:
    """Solves a problem of ours; instances are evaluated, outside of the time."""
    problem = PROBLEMS[name]()
    wall, cpu = time.perf_counter(), time.process_time()
    if problem.count:
        found = list(solve_all(problem.formulas, problem.bounds, problem.options))
        answer, statistics = str(len(found)), found[0].statistics
    else:
        solution = solve(problem.formulas, problem.bounds, problem.options)
        answer = "sat" if isinstance(solution, Satisfiable) else "unsat"
        statistics = solution.statistics
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if not problem.count and isinstance(solution, Satisfiable):
        assert all(solution.evaluate(formula) for formula in problem.formulas), name
    assert statistics is not None
    return Result(answer, statistics.variables, statistics.clauses, wall, cpu)


def _kodkod(classpath: str, solver: str = "sat4j") -> dict[str, Result]:
    """The results of Kodkod; solvers that are programs of their own cannot enumerate."""
    names = [name for name in PROBLEMS if solver == "sat4j" or not PROBLEMS[name]().count]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(__file__).with_name("Race.java")
        subprocess.run(["javac", "-d", folder, "-cp", classpath, source], check=True)
        command = ["java", "-cp", f"{folder}:{classpath}", "Race", solver, str(ROUNDS), *names]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    found = {}
    for line in lines:
        name, *fields = line.split()
        if name in PROBLEMS:
            answer, _, variables, clauses, wall, cpu = fields
            found[name] = Result(answer, int(variables), int(clauses), int(wall) / 1e6, int(cpu) / 1e6)
    return found
