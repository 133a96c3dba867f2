"""Bounded verification of a program of the IR: a verdict for each of its properties, within a bound.

All properties are asked about at once: is there an execution that violates one of them, or that meets
something which is not modelled? What is found is replayed on the IR, in full width, before it is told, and
judged, where there is a contract; the rest is asked about again, until there is no such execution any more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from maymust.certificates.clauses.judging import NotDecided, NotViolated
from maymust.certificates.clauses.judging import Violated as SeenViolated
from maymust.diagnostics import InputError
from maymust.engines.forge.bound import Bound, check
from maymust.engines.forge.checking import (
    BoundedVerdict,
    ForgeOptions,
    HoldsWithin,
    Stop,
    Undecided,
    check_procedure,
)
from maymust.engines.forge.checking import Violated as ViolatedWithin
from maymust.engines.forge.from_ir import outcomes
from maymust.engines.forge.from_ir.contract import Specification
from maymust.engines.forge.from_ir.covered_lines import missed_lines
from maymust.engines.forge.from_ir.small_tests import smaller_run
from maymust.engines.forge.from_ir.testing import outside_of, test_of
from maymust.engines.forge.from_ir.translation import Translated, translated
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir.tree import Program as FirProgram
from maymust.frozen import frozen
from maymust.interp.replay import Ended, Run, Stuck, Violated, replay
from maymust.ir.program import Program, Property
from maymust.relational import Statistics

ENSURES = "ensures"  # the kind of the properties that contracts are
_NO_DOMAINS = FirProgram({}, {}, {}, {})
_STEPS = 100_000


@frozen
class FailsWithin:
    """The run violates the property; it is a run of the program as it is, in full width."""

    bound: Bound
    statistics: Statistics
    run: Run


ProgramVerdict: TypeAlias = HoldsWithin | FailsWithin | Undecided
Decided = Callable[[Property, ProgramVerdict], None]


def properties_of(program: Program, translation: Translated | None) -> list[Property]:
    """The properties, and what a contract ensures."""
    clauses = translation.clauses if translation else ()
    ensured = [Property(each.id, ENSURES, each.text, each.span) for each in clauses]
    return [*program.properties, *ensured]


def check_bounded(
    program: Program,
    bound: Bound,
    options: ForgeOptions,
    specification: Specification | None = None,
    stop: Stop | None = None,
    ensured: Sequence[Property] = (),
) -> list[tuple[Property, ProgramVerdict]]:
    """A verdict for each property, and for each clause that the contract ensures.

    Raises an `InputError` if the bound makes no sense. `ensured` is what the contract is known to ensure,
    even if it cannot be translated.
    """
    check(replace(bound, scopes={}), _NO_DOMAINS)
    try:
        translation = translated(program, bound.width, specification.contract if specification else None)
    except Unsupported as limit:
        return [(each, Undecided(bound, str(limit))) for each in (*program.properties, *ensured)]
    check(bound, translation.program)
    return _Questions(translation, bound, options, stop, specification).answers()


class _Questions:
    """The search for all properties of a program. Where there is a contract, counterexamples are made
    smaller in the logic, which knows what it requires; else as tests, which is faster."""

    def __init__(
        self,
        translation: Translated,
        bound: Bound,
        options: ForgeOptions,
        stop: Stop | None,
        specification: Specification | None,
    ) -> None:
        self._specification = specification
        self._translation, self._bound, self._options, self._stop = translation, bound, options, stop
        self._inner = replace(bound, scopes={**bound.scopes, outcomes.DOMAIN: 0})
        self._deadline = None if options.seconds is None else time.monotonic() + options.seconds
        self._properties = properties_of(translation.source, translation)
        self._open = {outcomes.name_of(each.id): each for each in self._properties}
        self._verdicts: dict[str, ProgramVerdict] = {}
        self._unmodelled = ""

    def answers(self) -> list[tuple[Property, ProgramVerdict]]:
        asked = [*self._open, outcomes.UNMODELLED]
        while self._open:
            verdict = self._asked(asked)
            if not isinstance(verdict, ViolatedWithin):
                self._rest(verdict)
                break
            ((outcome,),) = verdict.execution.final.variables[outcomes.OUTCOME]
            assert isinstance(outcome, str)
            asked.remove(outcome)
            self._violated(outcome, verdict)
        return [(each, self._verdicts[each.id]) for each in self._properties]

    def _asked(self, about: list[str]) -> BoundedVerdict:
        """Whether an execution has one of these outcomes."""
        allowed = [each for each in self._all_outcomes() if each not in about]
        program, graphs = self._translation.allowing(allowed)
        seconds = None if self._deadline is None else max(0.05, self._deadline - time.monotonic())
        shrinking = self._options.shrinking_seconds if self._specification else 0.0
        options = replace(self._options, seconds=seconds, shrinking_seconds=shrinking)
        try:
            found = check_procedure(
                program, self._translation.start, self._inner, options, self._stop, graphs
            )
        except InputError as refused:
            return Undecided(self._bound, refused.diagnostics[0].message)
        is_late = self._deadline is not None and time.monotonic() >= self._deadline
        if isinstance(found, Undecided) and is_late:
            return Undecided(self._bound, f"not decided within {self._options.seconds:g} s")
        return found

    def _all_outcomes(self) -> list[str]:
        named = [outcomes.name_of(each.id) for each in self._properties]
        return [outcomes.FINE, outcomes.UNMODELLED, *named]

    def _rest(self, verdict: HoldsWithin | Undecided) -> None:
        """What is still open has this verdict, if nothing that is not modelled is in the way."""
        for each in self._open.values():
            if isinstance(verdict, HoldsWithin) and not self._unmodelled:
                self._verdicts[each.id] = replace(verdict, bound=self._bound, notes=self._notes(verdict))
            else:
                reason = verdict.reason if isinstance(verdict, Undecided) else self._unmodelled
                self._verdicts[each.id] = Undecided(self._bound, reason)

    def _notes(self, verdict: HoldsWithin) -> tuple[str, ...]:
        """Those of the verdict, and the source lines that it did not need."""
        if verdict.coverage is None:
            return verdict.notes
        missed = missed_lines(verdict.coverage, self._translation.edges, self._translation.source.file)
        if not missed:
            return (*verdict.notes, "all lines were needed")
        lines = "line" if len(missed) == 1 else "lines"
        return (*verdict.notes, f"not needed: {lines} {', '.join(map(str, missed))}")

    def _violated(self, outcome: str, verdict: ViolatedWithin) -> None:
        run = replay(self._translation.source, test_of(self._translation, verdict.execution), _STEPS)
        if outcome == outcomes.UNMODELLED:
            self._unmodelled = _what_is_not_modelled(run)
            return
        violated = self._open.pop(outcome)
        refused = self._refused(run, violated, verdict)
        if refused:
            self._verdicts[violated.id] = Undecided(self._bound, refused)
            return
        if not self._specification:
            run = smaller_run(self._translation.source, run, _STEPS)
        self._verdicts[violated.id] = FailsWithin(self._bound, verdict.statistics, run)

    def _refused(self, run: Run, violated: Property, verdict: ViolatedWithin) -> str:
        """Why a run is not seen to violate the property in full width; nothing if it is."""
        only_here = f"fails only at bit width {self._bound.width}"
        wanted = Ended() if violated.kind == ENSURES else Violated(violated.id)
        if run.end != wanted:
            return f"{only_here}: the same inputs do not fail in full width"
        if self._specification is None:
            return ""
        outside = outside_of(self._translation, verdict.execution)
        match self._specification.judged(violated, run, outside):
            case NotViolated(reason):
                return f"{only_here}: in full width, {reason}"
            case NotDecided(reason):
                return f"fails at bit width {self._bound.width}, but that is not seen in full width: {reason}"
            case SeenViolated():
                return ""


def _what_is_not_modelled(run: Run) -> str:
    if not isinstance(run.end, Stuck):
        return "something that is not modelled is reached"
    span = run.steps[-1].edge.span
    return f"not modelled, but reached at {span.file}:{span.line}: {run.end.construct}"
