"""Contracts: what else is required of a function's start, and ensured at its end, as FIR expressions.

The door for specifications in other languages (ACSL, say): a function from `names.Names`, which knows how the
program's variables are called in FIR, to a `Contract`; and somebody who judges counterexamples in full width,
for they are found in FIR's few bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maymust.certificates.clauses.judging import Judgement
from maymust.engines.forge.from_ir.names import Names
from maymust.fir.tree import Expression
from maymust.frozen import frozen
from maymust.interp.replay import Run
from maymust.ir.program import Property
from maymust.ir.source import Span


@frozen
class Clause:
    """A condition, how it is written in the source, and where. `id` names it among those that are ensured."""

    id: str
    condition: Expression
    text: str
    span: Span


@frozen
class Contract:
    """Of the entry function.

    `requires` is assumed where the function is called. `ensures` is checked where it has returned, like an
    assertion: there `OldUse(v)` is the value that the global or memory `v` had at the call.
    """

    requires: tuple[Clause, ...] = ()
    ensures: tuple[Clause, ...] = ()


ContractOf = Callable[[Names], Contract]
Outside = Mapping[
    int, frozenset[int]
]  # objects from outside, by the place of their layout in `Source.layouts`
Judging = Callable[[Property, Run, Outside], Judgement]


@frozen
class Specification:
    """A contract, and how a counterexample is judged: whether the run, with these objects from outside,
    violates the property, and is one that the contract is about."""

    contract: ContractOf
    judged: Judging
