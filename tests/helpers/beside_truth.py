"""Verdicts on random programs beside what brute force says of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from helpers.brute_force import Truth, enumerate_natively, for_maymust
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program, Unmodelled
from maymust.verdicts import Fails, Holds, PropertyResult

if TYPE_CHECKING:
    from helpers.random_programs import Template
    from maymust.frontends.c.translation import Translation
    from maymust.store.database import Store


@dataclass(frozen=True)
class Compared:
    """A verdict that agrees with the truth: fails, holds, unknown, or stuck where nobody could know more."""

    translation: Translation
    result: PropertyResult
    verdict: str
    where: str


def verdicts_beside_truth(
    seed: str, templates: Sequence[Template], options: CheckOptions, store: Store | None = None
) -> Iterator[Compared]:
    """Checks the programs that brute force can enumerate, one after the other with one store; an assertion
    fails where a verdict is wrong."""
    for number, (template, truth) in enumerate(zip(templates, enumerate_natively(templates), strict=True)):
        if truth is None:  # too many runs
            continue
        text = for_maymust(template)
        where = f"program {number} of `{seed}`, entry {template.entry}:\n{text}"
        try:
            translation = translate("random.c", text, COptions(entry=template.entry))
            results = list(check_program(translation.program, options, store=store))
        except Exception as error:
            raise AssertionError(f"{error!r} in {where}") from error
        assert truth.failing <= {result.property.span.line for result in results}, where
        for result in results:
            yield Compared(translation, result, _compare(translation.program, result, truth, where), where)


def _compare(program: Program, result: PropertyResult, truth: Truth, where: str) -> str:
    fails = result.property.span.line in truth.failing
    where = f"{type(result.verdict).__name__} for {result.property} in {where}"
    match result.verdict:
        case Fails():
            assert fails, where
            return "fails"
        case Holds():
            assert not fails, where
            assert not truth.stuck or _may_be_stuck_behind(program, result.property.id), where
            return "holds"
    return "unknown" if fails or not truth.stuck else "stuck"


def _may_be_stuck_behind(program: Program, property_id: str) -> bool:
    """Whether there is something that is not modelled, behind which the property cannot come."""
    edges = [edge for procedure in program.procedures.values() for edge in procedure.edges]
    unmodelled = [edge.statement for edge in edges if isinstance(edge.statement, Unmodelled)]
    return not all(statement.may_hide(property_id) for statement in unmodelled)
