"""Contracts: what else is required of a function's start, and ensured at its end, as FIR expressions.

The door for specifications in other languages (ACSL, say): a function from `names.Names`, which knows how the
program's variables are called in FIR, to an `EntryContract`; and somebody who judges counterexamples in full
width, for they are found in FIR's few bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maymust.certificates.judgement import Judgement
from maymust.engines.forge.from_ir.names import Names
from maymust.engines.forge.from_ir.sites import Followed, Site, Written
from maymust.fir.tree import Expression
from maymust.frozen import frozen
from maymust.interp.replay import Run
from maymust.ir.program import Property
from maymust.ir.source import Span

ENSURES = "ensures"  # the kind of the properties that contracts are
STARTS = "starts"  # of what they say of the start
REQUIRES = "requires"  # of what contracts of callees require
CONTRACTS = (ENSURES, STARTS, REQUIRES)


@frozen
class Clause:
    """A condition, how it is written in the source, and where. `id` names it among those that are ensured.

    If it `ends` executions in which it is false, those behind it are judged only where it is true.
    """

    id: str
    condition: Expression
    text: str
    span: Span
    ends: bool = True


@frozen
class EntryContract:
    """Of the entry function.

    `requires` is assumed where the function is called, and `starts` is checked there. `ensures` is checked
    where it has returned, like an assertion: there `OldUse(v)` is the value that the global or memory `v` had
    at the call.
    """

    requires: tuple[Clause, ...] = ()
    ensures: tuple[Clause, ...] = ()
    starts: tuple[Clause, ...] = ()


ContractOf = Callable[[Names], EntryContract]
Outside = Mapping[int, frozenset[int]]  # objects from outside, by their area
Judging = Callable[[Property, Run, Outside], Judgement]


@frozen
class Specification:
    """A contract, and how a counterexample is judged: whether the run, with these objects from outside,
    violates the property, and is one that the contract is about."""

    contract: ContractOf
    judged: Judging


@frozen
class CalleeContract:
    """What a call of a function is by its contract.

    Each of `requires` is checked at the call, and `fits` is assumed. Then the globals and memories of
    `changed`, and what is returned, get any values for which all of `assumed` is true, where `OldUse(v)` is
    the value at the call. With `allocates`, there may be new objects.
    """

    requires: tuple[Expression, ...]
    fits: tuple[Expression, ...]
    changed: tuple[str, ...]
    assumed: tuple[Expression, ...]
    allocates: bool


@frozen
class Calls:
    """The calls that contracts stand for.

    `required` has, for each site and each condition that the contract of its callee requires, a property.
    `missed` are the properties that only functions which are not followed can violate. `numbers` are
    the callees that return one, of which only contracts tell what it is. `contract_of` gives the contract of
    a procedure; it may raise `Unsupported`.
    """

    followed: Followed
    missed: frozenset[str]
    required: Mapping[Site, tuple[Property, ...]]
    numbers: frozenset[str]
    contract_of: Callable[[Names, Written], CalleeContract]
