"""Bounded verification of a program of the IR: a verdict for each of its properties, within a bound.

All properties are asked about at once: is there an execution that violates one of them, or that meets
something which is not modelled? What is found is replayed on the IR, in full width, before it is told, and
judged, where there is a contract; the rest is asked about again, until there is no such execution any more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from maymust.certificates.judgement import NotDecided, NotViolated, SeenViolated
from maymust.diagnostics import InputError
from maymust.engines.forge.bound import Bound, check
from maymust.engines.forge.check_procedure import (
    BoundedVerdict,
    ForgeOptions,
    HoldsWithin,
    Stop,
    UndecidedWithin,
    ViolatedWithin,
    check_procedure,
)
from maymust.engines.forge.from_ir import outcomes
from maymust.engines.forge.from_ir.by_contract import (
    called_by_contract,
    inputs_of,
    names_text,
    up_to_call,
    up_to_entry,
    what_is_not_modelled,
)
from maymust.engines.forge.from_ir.contract import ENSURES, STARTS, Calls, Specification
from maymust.engines.forge.from_ir.covered_lines import missed_lines
from maymust.engines.forge.from_ir.small_tests import smaller_run
from maymust.engines.forge.from_ir.testing import outside_of, test_of
from maymust.engines.forge.from_ir.translation import Translated, translated
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir.execution import Choice, Execution
from maymust.fir.tree import Program as FirProgram
from maymust.frozen import frozen
from maymust.interp.replay import Ended, Run, Stuck, Violated, replay
from maymust.ir.program import Edge, Program, Property
from maymust.relational import Statistics

_NO_DOMAINS = FirProgram({}, {}, {}, {})
_STEPS = 100_000
_SECOND_LOOK = 20.0  # seconds, for what contracts allow and bodies do not do from the same inputs


@frozen
class FailsWithin:
    """The run violates the property; it is a run of the program as it is, in full width."""

    bound: Bound
    statistics: Statistics
    run: Run


ProgramVerdict: TypeAlias = HoldsWithin | FailsWithin | UndecidedWithin
Decided = Callable[[Property, ProgramVerdict], None]


def properties_of(translation: Translated) -> list[Property]:
    """The properties, what a contract ensures, and what those of callees require; but for what can only be
    violated in functions that are not followed."""
    program, calls = translation.source, translation.calls
    starts = {each.id for each in translation.starts}
    ensured = [
        Property(each.id, STARTS if each.id in starts else ENSURES, each.text, each.span)
        for each in (*translation.clauses, *translation.starts)
    ]
    if calls is None:
        return [*program.properties, *ensured]
    own = [each for each in program.properties if each.id not in calls.missed]
    return [*own, *ensured, *(each for required in calls.required.values() for each in required)]


def check_bounded(
    program: Program,
    bound: Bound,
    options: ForgeOptions,
    specification: Specification | None = None,
    stop: Stop | None = None,
    ensured: Sequence[Property] = (),
    calls: Calls | None = None,
) -> list[tuple[Property, ProgramVerdict]]:
    """A verdict for each property, and for each clause that the contract ensures.

    Raises an `InputError` if the bound makes no sense. `ensured` is what the contract is known to ensure,
    even if it cannot be translated. Contracts stand for `calls`, if there are any.
    """
    check(replace(bound, scopes={}), _NO_DOMAINS)
    bodies: Translated | None = None
    try:
        contract = specification.contract if specification else None
        translation = translated(program, bound.width, contract, calls, follow=calls is None)
        if calls is not None:
            bodies = translated(program, bound.width, contract, calls)
    except Unsupported as limit:
        return [(each, UndecidedWithin(bound, str(limit))) for each in (*program.properties, *ensured)]
    check(bound, translation.program)
    return _Questions(translation, bound, options, stop, bodies, specification).answers()


class _Questions:
    """The search for all properties of a program. Where there is a contract, counterexamples are made
    smaller in the logic, which knows what it requires; else as tests, which is faster.

    Where contracts stand for calls, `bodies` is the program in which they do not: what is found is looked for
    once more there, from the same inputs."""

    def __init__(
        self,
        translation: Translated,
        bound: Bound,
        options: ForgeOptions,
        stop: Stop | None,
        bodies: Translated | None,
        specification: Specification | None,
    ) -> None:
        self._specification, self._bodies = specification, bodies
        self._translation, self._bound, self._options, self._stop = translation, bound, options, stop
        self._inner = replace(bound, scopes={**bound.scopes, outcomes.DOMAIN: 0})
        self._deadline = None if options.seconds is None else time.monotonic() + options.seconds
        self._properties = properties_of(translation)
        self._open = {outcomes.name_of(each.id): each for each in self._properties}
        self._verdicts: dict[str, ProgramVerdict] = {}
        self._gaps = outcomes.gaps(translation.source)
        self._reached: dict[str, str] = {}  # of these, with why nothing that they hide holds

    def answers(self) -> list[tuple[Property, ProgramVerdict]]:
        hiding = [gap for gap in self._gaps if any(self._may_hide(gap, each) for each in self._properties)]
        asked = [*self._open, *hiding]
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
        return self._searched(self._translation, about)

    def _searched(
        self,
        translation: Translated,
        about: list[str],
        given: Mapping[int, Choice] | None = None,
        most: float | None = None,
    ) -> BoundedVerdict:
        """The same of a translation, from what is given, in so many seconds at most."""
        allowed = [each for each in translation.endings if each not in about]
        program, graphs = translation.allowing(allowed)
        left = None if self._deadline is None else max(0.05, self._deadline - time.monotonic())
        seconds = min((each for each in (left, most) if each is not None), default=None)
        shrinking = self._options.shrinking_seconds if self._specification else 0.0
        options = replace(self._options, seconds=seconds, shrinking_seconds=shrinking)
        try:
            found = check_procedure(
                program, translation.start, self._inner, options, self._stop, graphs, given
            )
        except InputError as refused:
            return UndecidedWithin(self._bound, refused.diagnostics[0].message)
        is_late = self._deadline is not None and time.monotonic() >= self._deadline
        if isinstance(found, UndecidedWithin) and is_late:
            return UndecidedWithin(self._bound, f"not decided within {self._options.seconds:g} s")
        return found

    def _rest(self, verdict: HoldsWithin | UndecidedWithin) -> None:
        """What is still open has this verdict, if nothing that is not modelled is in the way."""
        for each in self._open.values():
            reasons = [why for gap, why in self._reached.items() if self._may_hide(gap, each)]
            if isinstance(verdict, HoldsWithin) and not reasons:
                self._verdicts[each.id] = replace(verdict, bound=self._bound, notes=self._notes(verdict))
            else:
                reason = verdict.reason if isinstance(verdict, UndecidedWithin) else reasons[0]
                self._verdicts[each.id] = UndecidedWithin(self._bound, reason)

    def _may_hide(self, gap: str, wanted: Property) -> bool:
        """Whether something that is not modelled may hide a property. What contracts say may come behind
        anything."""
        return wanted not in self._translation.source.properties or self._gaps[gap].may_hide(wanted.id)

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
        if outcome in self._gaps:
            self._reached[outcome] = self._what_is_not_modelled(verdict)
            return
        violated = self._open.pop(outcome)
        translation = self._translation
        if self._bodies is not None:
            translation, again = self._bodies, self._with_bodies(outcome, verdict.execution)
            if isinstance(again, UndecidedWithin):
                self._verdicts[violated.id] = again
                return
            verdict = again
        run = _confirmed(violated, translation, verdict.execution)
        refused = self._refused(violated, run, translation, verdict.execution)
        if refused or run is None:
            self._verdicts[violated.id] = UndecidedWithin(self._bound, refused)
            return
        if not self._specification:
            run = smaller_run(translation.source, run, _STEPS)
        self._verdicts[violated.id] = FailsWithin(self._bound, verdict.statistics, run)

    def _refused(
        self, violated: Property, run: Run | None, translation: Translated, execution: Execution
    ) -> str:
        """Why a run is not seen to violate the property in full width; nothing if it is."""
        only_here = f"fails only at bit width {self._bound.width}"
        if run is None:
            return f"{only_here}: the same inputs do not fail in full width"
        if self._specification is None:
            return ""
        match self._specification.judged(violated, run, outside_of(translation, execution)):
            case NotViolated(reason):
                return f"{only_here}: in full width, {reason}"
            case NotDecided(reason):
                return f"fails at bit width {self._bound.width}, but that is not seen in full width: {reason}"
            case SeenViolated():
                return ""

    def _with_bodies(self, outcome: str, execution: Execution) -> ViolatedWithin | UndecidedWithin:
        """An execution with this outcome in which calls are followed: from the same inputs, else from any."""
        assert self._bodies is not None
        found = self._searched(self._bodies, [outcome], inputs_of(self._translation, execution))
        if not isinstance(found, HoldsWithin):
            return found
        called = names_text(called_by_contract(self._translation, execution))
        bodies, do = ("bodies", "do") if " and " in called else ("body", "does")
        by_contract = f"a call of {called} may do this by contract, but the {bodies}"
        found = self._searched(self._bodies, [outcome], most=_SECOND_LOOK)
        match found:
            case ViolatedWithin():
                return found
            case HoldsWithin():
                reason = f"{by_contract} {do} not, within the bound: more should be ensured"
            case UndecidedWithin():
                reason = f"{by_contract} did not from the same inputs, within the bound"
        return UndecidedWithin(self._bound, reason)

    def _what_is_not_modelled(self, verdict: ViolatedWithin) -> str:
        if self._bodies is not None:
            return _not_modelled(*what_is_not_modelled(self._translation, verdict.execution))
        run = replay(self._translation.source, test_of(self._translation, verdict.execution), _STEPS)
        if not isinstance(run.end, Stuck):
            return "something that is not modelled is reached"
        return _not_modelled(run.steps[-1].edge, run.end.construct)


def _confirmed(violated: Property, translation: Translated, execution: Execution) -> Run | None:
    """The same in full width, if the property is violated there, too."""
    run = replay(translation.source, test_of(translation, execution), _STEPS)
    match violated.kind:
        case "ensures":
            return run if isinstance(run.end, Ended) else None
        case "starts":
            return up_to_entry(run, translation.source.entry)
        case "requires" if translation.calls is not None:
            return up_to_call(translation.calls, violated, run, execution)
        case _:
            return run if run.end == Violated(violated.id) else None


def _not_modelled(edge: Edge, construct: str) -> str:
    return f"not modelled, but reached at {edge.span.file}:{edge.span.line}: {construct}"
