"""Recalls the summaries of earlier runs for procedures that are asked about (`engines.recollection`).

A contract becomes a ¬may summary. Before it is first used, the independent checker has to accept it with all
that it uses. Where it does not, because something was edited, each is looked at by itself, those that are
used first: as it was, then relaxed, with what it says of loops alone and without what is no longer so. What
it says between loops tells how it was proved, which need not be the only way. One that is not accepted is
forgotten. A test of a procedure is run again, and followed: what it does now is a must summary.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.certificates.contracts import Contract, renumbered
from maymust.engines.maymust.calls.summaries import NotMaySummary, Summaries
from maymust.engines.recollection import KnownCall, KnownContract
from maymust.errors import InternalError
from maymust.interp.calls import Ended, OutOfSteps
from maymust.interp.values import fitting, zero
from maymust.passes.blocks import loop_heads
from maymust.terms import BOOL, conjunction

if TYPE_CHECKING:
    from maymust.engines.recollection import Recollection
    from maymust.interp.calls import CallRunner
    from maymust.ir.modules import Module, Modules
    from maymust.ir.transitions import End
    from maymust.terms import Sort, Term, Value

_STEPS = 20_000  # of a remembered test
_MOST = 2000  # contracts that are taken over


class EarlierSummaries:
    """Takes over what is remembered, procedure by procedure. `contracts` are those of the run, where such of
    earlier runs get numbers, too."""

    def __init__(
        self,
        recollection: Recollection,
        modules: Modules,
        runner: CallRunner,
        summaries: Summaries,
        contracts: list[Contract],
    ) -> None:
        self._recollection = recollection
        self._modules = modules
        self._runner = runner
        self._summaries = summaries
        self._contracts = contracts
        self._asked: set[tuple[str, End]] = set()
        self._called: set[str] = set()
        self._numbers: dict[str, int | None] = {}  # by key; None where it cannot be used
        self._keys: dict[int, str] = {}
        self._known: dict[int, KnownContract] = {}
        self._unchecked: set[int] = set()
        self._refused: set[int] = set()

    # -- contracts -------------------------------------------------------------------------------------------

    def recall_contracts(self, name: str, end: End) -> None:
        """Makes summaries of what is remembered of a procedure, once."""
        if (name, end) in self._asked:
            return
        self._asked.add((name, end))
        for key in self._recollection.contracts(name, end):
            known = self._recollection.contract(key)
            if known is None or known.end is not end or known.contract.procedure != name:
                continue
            number = self._take_over(key)
            if number is not None and all(literal.sort is BOOL for literal in known.target):
                contract = self._contracts[number]
                made = NotMaySummary(
                    number, contract.ghosts, conjunction(contract.requires), frozenset(known.target)
                )
                self._summaries.add_known(name, end, made)

    def is_accepted(self, name: str, end: End, summary: NotMaySummary, deadline: float) -> bool:
        """Whether a summary can be used: it is one of this run, or the checker accepts it."""
        needed = self._needed(summary.contract)
        if needed and not self._accepts_together(needed, deadline):
            for number in needed:
                self._settle(number, deadline, tried=len(needed) == 1)
        if summary.contract in self._refused:
            self._summaries.remove_proof(name, end, summary)
            return False
        return True

    def keep_contract(self, number: int, end: End, target: tuple[Term, ...]) -> None:
        """Keeps a contract that was just found."""
        known = self._relative(self._contracts[number], end, target)
        if known is not None:
            self._keep(number, known)

    def _keep(self, number: int, known: KnownContract) -> None:
        key = self._recollection.keep_contract(known)
        self._keys[number] = key
        self._numbers[key] = number

    def _relative(self, contract: Contract, end: End, target: tuple[Term, ...]) -> KnownContract | None:
        """A contract of this run as it is kept; None if it uses what is not."""
        used = list(dict.fromkeys(use.contract for uses in contract.uses.values() for use in uses))
        if not all(n in self._keys for n in used):
            return None
        new = {n: position for position, n in enumerate(used)}
        relative = replace(contract, uses=renumbered(contract.uses, new))
        return KnownContract(relative, end, target, tuple([self._keys[n] for n in used]))

    def _accepts_together(self, needed: list[int], deadline: float) -> bool:
        if any(self._rests_on_refused(self._contracts[number]) for number in needed):
            return False
        accepted = self._recollection.accepts(self._contracts, {n: self._keys[n] for n in needed}, deadline)
        if accepted:
            self._unchecked -= set(needed)
        return accepted

    def _settle(self, number: int, deadline: float, *, tried: bool) -> None:
        """Has a contract checked, if those that it uses hold: as it is, unless that was `tried`; then
        relaxed."""
        self._unchecked.discard(number)
        contract = self._contracts[number]
        if not tried and self._accepts_together([number], deadline):
            return
        known = self._known[number]
        relaxed = self._relaxed(contract)
        changed = None if relaxed == contract else self._relative(relaxed, known.end, known.target)
        if changed is not None:
            self._contracts[number] = relaxed
            if self._recollection.accepts(
                self._contracts, {number: self._recollection.key(changed)}, deadline
            ):
                self._keep(number, changed)
                return
        self._refused.add(number)

    def _rests_on_refused(self, contract: Contract) -> bool:
        return any(use.contract in self._refused for uses in contract.uses.values() for use in uses)

    def _relaxed(self, contract: Contract) -> Contract:
        """The same contract for a reason that says less; a call that nothing is known of may do anything."""
        system = self._modules[contract.procedure].system
        heads = {system.nodes[location] for location in loop_heads(system)}
        return replace(
            contract,
            invariants={node: said for node, said in contract.invariants.items() if node in heads},
            uses={
                node: tuple([use for use in uses if use.contract not in self._refused])
                for node, uses in contract.uses.items()
            },
        )

    def forget(self, first: int) -> None:
        """The contracts from a number on are gone; what is remembered may be recalled again."""
        self._keys = {number: key for number, key in self._keys.items() if number < first}
        self._numbers = {key: n for key, n in self._numbers.items() if n is None or n < first}
        self._known = {number: known for number, known in self._known.items() if number < first}
        self._unchecked = {number for number in self._unchecked if number < first}
        self._refused = {number for number in self._refused if number < first}
        self._asked.clear()

    def _take_over(self, key: str) -> int | None:
        """The number of a remembered contract here, with those that it uses; None where one is missing, or
        says what a contract cannot say."""
        stack, open_ = [key], dict[str, KnownContract]()
        while stack:
            at = stack[-1]
            if at in self._numbers:
                stack.pop()
                continue
            known = open_.get(at) or self._recollection.contract(at)
            if known is None or not self._fits(known.contract) or len(self._contracts) >= _MOST:
                self._numbers[at] = None
                continue
            missing = [used for used in known.used if used not in self._numbers]
            if missing:
                cyclic = at in open_
                open_[at] = known
                stack += [] if cyclic else missing
                if cyclic:
                    self._numbers[at] = None
                continue
            self._numbers[at] = self._add(at, known)
        return self._numbers[key]

    def _add(self, key: str, known: KnownContract) -> int | None:
        numbers = [self._numbers[used] for used in known.used]
        new = {position: number for position, number in enumerate(numbers) if number is not None}
        if len(new) < len(numbers):
            return None
        number = len(self._contracts)
        self._contracts.append(replace(known.contract, uses=renumbered(known.contract.uses, new)))
        self._keys[number] = key
        self._known[number] = known
        self._unchecked.add(number)
        return number

    def _fits(self, contract: Contract) -> bool:
        """Whether it speaks of what there is, so that a state can be asked. The checker looks closer."""
        module = self._modules.by_name.get(contract.procedure)
        if module is None:
            return False
        known = {*self._modules.globals, *module.parameters, *contract.ghosts}
        return all(part.sort is BOOL and part.free <= known for part in contract.requires)

    def _needed(self, number: int) -> list[int]:
        """Those of a contract and all that it uses that are not checked yet, those that are used
        first: they were taken over first, and have smaller numbers."""
        found: dict[int, None] = {}
        work = [number]
        while work:
            at = work.pop()
            if at in self._unchecked and at not in found:
                found[at] = None
                work += [use.contract for uses in self._contracts[at].uses.values() for use in uses]
        return sorted(found)

    # -- tests -----------------------------------------------------------------------------------------------

    def recall_calls(self, name: str) -> None:
        """Makes summaries of the tests of a procedure, once."""
        if name in self._called:
            return
        self._called.add(name)
        module = self._modules[name]
        for call in self._recollection.calls(name):
            self._follow(module, call)

    def _follow(self, module: Module, call: KnownCall) -> None:
        if len(call.arguments) != len(module.parameters):
            return
        arguments = tuple(
            [fitting(value, v.sort) for value, v in zip(call.arguments, module.parameters, strict=True)]
        )
        globals_ = {
            str(v.name): fitting(call.globals.get(str(v.name), zero(v.sort)), v.sort)
            for v in self._modules.globals
        }
        read: list[Value] = []

        def next_input(_node: str, sort: Sort) -> Value:
            given = call.read[len(read)] if len(read) < len(call.read) else zero(sort)
            read.append(fitting(given, sort))
            return read[-1]

        try:
            given = list(globals_.values())
            for event in self._runner.run(module.name, given, list(arguments), next_input, _STEPS):
                if isinstance(event, Ended) and event.end is not None:
                    known = KnownCall(globals_, arguments, tuple(read))
                    self._summaries.add_call(module, event.end, known)
        except (OutOfSteps, InternalError):
            return
