"""Reads executions in which contracts stand for calls: which calls, from which inputs, up to where."""

from __future__ import annotations

from dataclasses import replace

from maymust.engines.forge.from_ir.contract import Calls
from maymust.engines.forge.from_ir.sites import Site
from maymust.engines.forge.from_ir.translation import Translated
from maymust.errors import InternalError
from maymust.fir.execution import Choice, Execution
from maymust.fir.tree import Call, Spec
from maymust.interp.replay import Ended, Run
from maymust.ir.program import Call as IrCall
from maymust.ir.program import Edge, Property, Unmodelled


def inputs_of(translation: Translated, execution: Execution) -> dict[int, Choice]:
    """What is chosen before the entry is called, by the numbers of the statements."""
    found: dict[int, Choice] = {}
    for step in execution.steps:
        match translation.graphs[step.procedure].nodes[step.statement].action:
            case Call():
                break
            case Spec(targets=targets) if targets:
                found[step.statement] = tuple(step.changes[name] for name in targets)
    return found


def called_by_contract(translation: Translated, execution: Execution) -> list[str]:
    """The functions that are called in the execution, of those that contracts stand for."""
    calls = translation.calls
    stubs = {site.stub: site.function for site in calls.followed.sites} if calls else {}
    return list(dict.fromkeys(stubs[each.procedure] for each in execution.steps if each.procedure in stubs))


def names_text(names: list[str]) -> str:
    """`f`, `g` and `h`."""
    first, last = names[:-1], names[-1:]
    return " and ".join([", ".join(first), *last] if first else last)


def what_is_not_modelled(translation: Translated, execution: Execution) -> tuple[Edge, str]:
    """Where the execution met something that is not modelled, and what."""
    for step in reversed(execution.steps):
        edge = translation.edges.get(step.statement)
        if edge is not None and isinstance(edge.statement, Unmodelled):
            return edge, edge.statement.construct
    raise InternalError("the execution meets nothing that is not modelled")


def up_to_call(calls: Calls, violated: Property, run: Run, execution: Execution) -> Run | None:
    """The run up to the call that violates what is required there, as the execution has it, if it comes so
    far."""
    (site,) = (each for each, required in calls.required.items() if violated in required)
    wanted = _times(site, execution)
    for position, step in enumerate(run.steps):
        if (step.procedure, step.edge.source) == (site.procedure, site.location):
            wanted -= 1
            if not wanted:
                steps = run.steps[: position + 1]
                return replace(run, end=Ended(), steps=steps, step_count=len(steps))
    return None


def up_to_entry(run: Run, entry: str) -> Run | None:
    """The run up to where the entry is called, if it comes so far."""
    for position, step in enumerate(run.steps):
        if isinstance(step.edge.statement, IrCall) and step.edge.statement.callee == entry:
            steps = run.steps[: position + 1]
            return replace(run, end=Ended(), steps=steps, step_count=len(steps))
    return None


def _times(site: Site, execution: Execution) -> int:
    """How often the call is made in the execution."""
    numbers = [each.statement for each in execution.steps if each.procedure == site.stub]
    return numbers.count(numbers[0]) if numbers else 0
