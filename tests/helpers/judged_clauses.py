"""Clauses of contracts, judged on executions that tests choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from maymust.certificates.c.clauses.judging import Judge
from maymust.certificates.judgement import Judgement, NotDecided, NotViolated, SeenViolated
from maymust.frontends.c import COptions
from maymust.interp.replay import InputValue, Run, replay
from maymust.ir.program import Edge, Havoc, Program
from maymust.specifications.acsl.specified import SpecifiedProgram, specified_program
from maymust.terms import ArraySort, Value, array_value

FIRST = 1 << 31  # the number of the first object from outside
MOST_STEPS = 25_000  # more than the judge looks at
LETTERS = {SeenViolated: "V", NotViolated: "H", NotDecided: "?"}
Given = Mapping[str, int | Mapping[int, int]]


def program_with(folder: Path, text: str, *, malloc_may_fail: bool = False) -> SpecifiedProgram:
    """The program of a C text, with the contract of its function `f`."""
    path = folder / "f.c"
    path.write_text(text)
    how = COptions(entry="f", assume_separate=True, malloc_may_fail=malloc_may_fail)
    return specified_program(str(path), how)


def run_of(program: Program, given: Given, most_steps: int = MOST_STEPS) -> Run:
    """The run with these inputs, by the variables that they are for, or as C calls them; all others are zero.

    Requires that those which are not of the start do not decide whether others are read.
    """
    run = replay(program, [], most_steps)
    for _ in range(2):
        test = [_given(program, edge, read, given) for edge, read in run.inputs]
        run = replay(program, test, most_steps)
    return run


def _given(program: Program, edge: Edge, read: InputValue, given: Given) -> InputValue:
    assert isinstance(edge.statement, Havoc)
    target = edge.statement.target
    name = (target.name or "").removeprefix(f"{program.start}::")
    value = given.get(edge.statement.name if "%" in name else name)
    return read if value is None else InputValue(read.node, _value(value, target.sort))


def _value(value: int | Mapping[int, int], sort: object) -> Value:
    if isinstance(value, int):
        return value % (1 << 64)
    assert isinstance(sort, ArraySort)
    entries = {index: element % (1 << sort.element) for index, element in value.items()}
    return array_value(sort.index, 0, entries.items())


def judgements(
    specified: SpecifiedProgram,
    given: Given,
    outside: Mapping[int, frozenset[int]] | None = None,
    tried: range = range(-8, 8),
) -> list[Judgement]:
    """What each clause is judged to be, the frame last, each as if there were no other."""
    contract, scope = specified.contract, specified.scope
    assert contract is not None and scope is not None
    program, source = specified.translation.program, specified.translation.source
    run = run_of(program, given)
    clauses = [*contract.ensures, *([] if contract.frame is None else [contract.frame])]
    judge = Judge(program, source, scope, replace(contract, ensures=()))
    return [judge.judged(each, run, outside or {}, tried) for each in clauses]


def letters(
    specified: SpecifiedProgram,
    given: Given,
    outside: Mapping[int, frozenset[int]] | None = None,
) -> str:
    """The same, a letter each: Violated, Holds, or `?`."""
    return "".join(LETTERS[type(each)] for each in judgements(specified, given, outside))
