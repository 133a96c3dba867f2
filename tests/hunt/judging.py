"""Maymust's verdicts on programs, beside the truth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from maymust.checking import CheckOptions, check_program
from maymust.diagnostics import InputError
from maymust.errors import InternalError
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.verdicts import Fails, Holds, Unknown

from .contexts import BEFORE_ASSERTION
from .kinds import KNOWN, unasked
from .pattern import FINE, Outcome
from .recipes import Asked
from .recipes import Program as Made

SECONDS = 3.0  # for a program; nearly all take a tenth of it
_SETTINGS = {"auto": {"deterministic": "on", "parties": "native=off,spacer=off"}}
_CRASHES = (InternalError, InputError, AssertionError, LookupError, RecursionError)
_ASKED_AS = {"unreach": "assert"}  # the kinds of error calls
Judgement = Literal["holds", "fails", "open", "unknown", "wrong HOLDS", "wrong FAILS", "crash"]
WRONG: tuple[Judgement, ...] = ("wrong HOLDS", "wrong FAILS", "crash")


@dataclass(frozen=True)
class Said:
    """What maymust says of a whole program: the kinds that fail, and why others are unknown."""

    failing: frozenset[str]
    reasons: tuple[str, ...]
    crash: str = ""

    def __str__(self) -> str:
        if self.crash:
            return f"crash: {self.crash}"
        if self.failing:
            return f"FAILS ({', '.join(sorted(self.failing))})"
        return f"UNKNOWN ({self.reasons[0]})" if self.reasons else "HOLDS"


@dataclass(frozen=True)
class Judged:
    """A program, what maymust says of it, and whether that is right. `open` is an UNKNOWN that needs no
    excuse: nobody could know, or the documentation says so."""

    program: Made
    said: Said
    judgement: Judgement


def ask(text: str, asked: Asked, seconds: float = SECONDS) -> Said:
    """Asks maymust, in this process."""
    try:
        return _said(_translated(text, asked), asked, seconds)
    except _CRASHES as error:
        return _crashed(error)


def ask_without_shortcuts(text: str, asked: Asked, seconds: float = SECONDS) -> Said | None:
    """Asks with no check left out (docs/SHORTCUTS.md); None where that is the same program."""
    try:
        program = _translated(text, asked, shortcuts=False)
        return None if program == _translated(text, asked) else _said(program, asked, seconds)
    except _CRASHES as error:
        return _crashed(error)


def _translated(text: str, asked: Asked, *, shortcuts: bool = True) -> Program:
    options = COptions(
        data_model=asked.model,
        malloc_may_fail=asked.may_fail,
        properties=asked.kinds,
        entry="main",
        shortcuts=shortcuts,
    )
    return translate("hunt.c", text, options).program


def _crashed(error: Exception) -> Said:
    return Said(frozenset(), (), f"{type(error).__name__}: {error}")


def _said(program: Program, asked: Asked, seconds: float) -> Said:
    settings = _SETTINGS.get(asked.engine, {})
    results = list(check_program(program, CheckOptions(asked.engine, settings, seconds)))
    failing = frozenset(
        _ASKED_AS.get(r.property.kind, r.property.kind) for r in results if isinstance(r.verdict, Fails)
    )
    reasons = [r.verdict.reason for r in results if isinstance(r.verdict, Unknown)]
    assert all(isinstance(r.verdict, Fails | Holds | Unknown) for r in results)
    return Said(failing, tuple(reasons))


def judge(program: Made, seconds: float = SECONDS) -> Judged:
    """Asks, and compares with what the program's executions come to."""
    said = ask(program.text, program.recipe.asked, seconds)
    return Judged(program, said, compare(said, program))


def compare(said: Said, program: Made) -> Judgement:
    """Whether what maymust says is right."""
    asked = program.recipe.asked.kinds
    violations = [outcome for outcome in program.outcomes if outcome != FINE]
    if said.crash:
        return "crash"
    if said.failing:
        known = frozenset().union(*(outcome.kinds for outcome in violations))
        known |= {"pointer"} if "bounds" in known else frozenset()  # what is out of bounds is computed before
        return "fails" if said.failing <= known else "wrong FAILS"
    if said.reasons:
        excused = any(
            outcome.open or (not _must_fail(outcome, asked) and _is_open(outcome)) for outcome in violations
        )
        return "open" if excused else "unknown"
    goes_on = program.recipe.pattern.goes_on
    hides = program.recipe.context == BEFORE_ASSERTION and "assert" in asked and not goes_on
    wrong = any(
        not outcome.free and (_must_fail(outcome, asked) or (hides and _is_open(outcome)))
        for outcome in violations
    )
    return "wrong HOLDS" if wrong else "holds"


def _must_fail(outcome: Outcome, asked: frozenset[str]) -> bool:
    """Whether it is asked for, whatever it is called."""
    return bool(outcome.kinds & asked) and outcome.kinds & KNOWN <= asked


def _is_open(outcome: Outcome) -> bool:
    """Whether nothing is known of what follows, where it is not asked for: so nothing can be proved of what
    comes behind it."""
    return all(unasked(kind) == "open" for kind in outcome.kinds)


def shortened(reason: str) -> str:
    """A reason without names and places, to count equal ones."""
    return re.sub(r"`[^`]*`", "`…`", re.sub(r"\bhunt\.c:\d+(:\d+)?|line \d+", "…", reason))[:110]
