"""Lists what a run reads and allocates, in the order in which its test has to give it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from maymust.certificates.c.faults import is_model
from maymust.frontends.c.source import Allocation, Answer, Source
from maymust.frozen import frozen
from maymust.interp.replay import InputValue, Run, TraceStep
from maymust.ir.memory import Memory
from maymust.ir.program import Assign, Call, Edge, Havoc, Program
from maymust.terms import ArrayValue


@frozen
class Allocated:
    """An object is allocated: where, the object's number, its size and how much of that it takes over from
    one that is moved, if these are known. If a model of the C library does it, `call` is the step that calls
    that."""

    site: Allocation
    number: int
    size: int | None
    kept: int | None
    line: int
    call: TraceStep | None


@frozen
class Answered:
    """What a function without a body tells the program, but not as an input."""

    answer: Answer
    value: int
    line: int


def events(
    source: Source, program: Program, run: Run
) -> Iterator[tuple[Edge, InputValue] | Allocated | Answered]:
    """The inputs of a run, and between them what it allocates and is told, if all of its steps are known."""
    if not (source.allocations or source.answers) or len(run.steps) < run.step_count:
        yield from run.inputs
        return
    inputs = iter(run.inputs)
    calls: list[TraceStep] = []
    for at, step in enumerate(run.steps):
        match step.edge.statement:
            case Havoc():
                yield next(inputs)
            case Call():
                calls = [*[call for call in calls if call.depth < step.depth], step]
            case Assign():
                site = source.allocations.get((step.procedure, step.edge.source))
                if site is not None:
                    called = next((call for call in reversed(calls) if call.depth < step.depth), None)
                    yield _allocated(
                        program.memory, run, at, site, called if is_model(step.edge.span) else None
                    )
                answer = source.answers.get((step.procedure, step.edge.source))
                if answer is not None:
                    ((_, told),) = step.changes
                    assert isinstance(told, int)
                    yield Answered(answer, told, step.edge.span.line)


def _allocated(memory: Memory, run: Run, at: int, site: Allocation, call: TraceStep | None) -> Allocated:
    step = run.steps[at]
    ((_, counted),) = step.changes
    assert isinstance(counted, int)
    size, sizes = site.size, None
    if site.sizes is not None:
        ((target, value),) = run.steps[at + 1].changes
        assert target.name == site.sizes and isinstance(value, ArrayValue)
        size, sizes = value.select(counted - 1), value
    kept: int | None = 0
    if site.moved:
        moved = _moved(memory, run, at, site)
        kept = 0 if moved is None else sizes.select(moved) if sizes is not None else site.size
        kept = None if kept is None or size is None else min(kept, size)
    return Allocated(site, counted - 1, size, kept, step.edge.span.line, call)


def _moved(memory: Memory, run: Run, at: int, site: Allocation) -> int | None:
    """The object that a call has moved and so freed; None if it was null. The call makes the new object
    first, then frees the old one, all in steps of its own place."""
    alive = memory.areas[site.area].alive
    call = run.steps[at]
    before: ArrayValue | None = None
    for step in run.steps[at + 1 :]:
        if (step.procedure, step.depth, step.edge.span) != (call.procedure, call.depth, call.edge.span):
            break
        for target, value in step.changes:
            if target.name == alive and isinstance(value, ArrayValue):
                if before is not None:
                    places = [index for index, _ in (*before.items(), *value.items())]
                    return next((i for i in places if before.select(i) and not value.select(i)), None)
                before = value
    return None


def call_bytes(text: bytes, program: Program, edge: Edge) -> tuple[int, int] | None:
    """The bytes of the main file that hold a call; None if it is elsewhere, or a macro has a part in it."""
    span, called = edge.span, edge.statement
    if span.file != program.file or not isinstance(called, Call):
        return None
    lines = text.splitlines(keepends=True)
    start, end = (
        sum(map(len, lines[: line - 1])) + column - 1
        for line, column in ((span.line, span.column), (span.end_line, span.end_column))
    )
    name = re.escape(program.function(called.callee).encode())
    return (start, end) if re.fullmatch(name + rb"\s*\(.*\)", text[start:end], re.DOTALL) else None
