"""The view model: plain data that holds everything there is to show. It is also the JSON schema.

Documented for users in `docs/JSON.md`; a change of a field's name or meaning raises SCHEMA.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from maymust.certificates.proof import ProofData

SCHEMA = 1
_MOST_ELEMENTS = 8  # of an array that are printed

VerdictName = Literal["HOLDS", "FAILS", "UNKNOWN"]


class Place(msgspec.Struct, frozen=True):
    """A place in a file; line and column count from 1, 0 where there is none."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


class DiagnosticView(msgspec.Struct, frozen=True):
    """A message about the input."""

    severity: Literal["error", "warning"]
    message: str
    place: Place | None
    hint: str


class ArrayView(msgspec.Struct, frozen=True):
    """A value that is an array: `default`, but for the `elements` at these indices."""

    default: int
    elements: dict[int, int]

    def __str__(self) -> str:
        shown = [f"[{index}] = {element}" for index, element in list(self.elements.items())[:_MOST_ELEMENTS]]
        if len(self.elements) > _MOST_ELEMENTS:
            shown.append(f"… {len(self.elements) - _MOST_ELEMENTS} more")
        return f"{{{', '.join(shown)}, else {self.default}}}" if shown else f"{{all {self.default}}}"


class InputView(msgspec.Struct, frozen=True):
    """A value that the failing test reads; inputs are listed in the order of reading."""

    name: str
    kind: str
    value: int | ArrayView
    place: Place


class ChangeView(msgspec.Struct, frozen=True):
    """A variable that a step has set, or (`a[3]`) an element of one; `procedure` is whose it is, empty for a
    global one."""

    procedure: str
    name: str
    value: int | ArrayView


class StepView(msgspec.Struct, frozen=True):
    """A step of a trace: a source line and what changed there. `depth` counts active calls; `calls` names
    the function that the step enters, whose parameters are then the changes."""

    place: Place
    procedure: str
    depth: int
    text: str
    calls: str
    changes: list[ChangeView]


class Confirmation(msgspec.Struct, frozen=True):
    """What happened when the test was compiled and run natively."""

    outcome: Literal["confirmed", "not confirmed", "not possible"]
    detail: str


class LinesView(msgspec.Struct, frozen=True):
    """Lines of a file, from the first to the last."""

    file: str
    first: int
    last: int


class InvariantView(msgspec.Struct, frozen=True):
    """What holds whenever an execution passes a place. `calls` are the calls that led there from the entry,
    where it matters which."""

    place: Place
    conjuncts: tuple[str, ...]
    calls: tuple[Place, ...] = ()


class VacuousView(msgspec.Struct, frozen=True):
    """No execution reaches the assertion, by the same kinds of proof as an assertion holds."""

    invariants: list[InvariantView]
    depth: int
    exhaustive: bool


class RuleViolationView(msgspec.Struct, frozen=True):
    """How a rule is violated: the call that it was in, and its function; where the rule says so, and its
    message."""

    place: Place
    function: str
    rule_place: Place
    message: str


class PropertyView(msgspec.Struct, frozen=True):
    """The verdict on one property, with its evidence."""

    id: str
    kind: str
    description: str
    place: Place
    verdict: VerdictName
    reason: str = ""
    inputs: list[InputView] = []
    trace: list[StepView] = []
    trace_left_out: int = 0
    obligations: int = 0
    proof: ProofData | None = None
    invariants: list[InvariantView] = []
    vacuous: VacuousView | None = None
    rule_violation: RuleViolationView | None = None
    test: str | None = None
    test_lines: LinesView | None = None
    not_fed: list[str] = []
    confirmation: Confirmation | None = None
    statistics: dict[str, Any] = {}
    seconds: float = 0.0
    check_seconds: float = 0.0
    from_store: bool = False


class FileView(msgspec.Struct):
    """One input file. `status` is `rejected` where it could not be analysed at all, `crashed` where maymust
    itself failed on it, and `skipped` where there was no time for it; `diagnostics` then say why."""

    file: str
    status: Literal["checked", "rejected", "crashed", "skipped"]
    entry: str = ""
    data_model: str = ""
    engine: str = ""
    diagnostics: list[DiagnosticView] = []
    properties: list[PropertyView] = []
    seconds: float = 0.0
    prover_calls: int = 0
    checker_calls: int = 0


class Total(msgspec.Struct, frozen=True):
    """The sums over all files."""

    holds: int
    fails: int
    unknown: int
    rejected_files: int
    crashed_files: int
    skipped_files: int


class Report(msgspec.Struct, frozen=True):
    """A whole run of `maymust check`."""

    schema: int
    maymust: str
    files: list[FileView]
    total: Total
    exit_code: int


def total_of(files: list[FileView]) -> Total:
    """The sums."""
    verdicts = [p.verdict for f in files for p in f.properties]
    statuses = [f.status for f in files]
    return Total(
        holds=verdicts.count("HOLDS"),
        fails=verdicts.count("FAILS"),
        unknown=verdicts.count("UNKNOWN"),
        rejected_files=statuses.count("rejected"),
        crashed_files=statuses.count("crashed"),
        skipped_files=statuses.count("skipped"),
    )


def exit_code_of(total: Total) -> int:
    """0 all hold, 1 some fail, 2 the input is wrong, 3 some are unknown and none fail, 4 internal error."""
    if total.crashed_files:
        return 4
    if total.rejected_files:
        return 2
    if total.fails:
        return 1
    return 3 if total.unknown or total.skipped_files else 0
