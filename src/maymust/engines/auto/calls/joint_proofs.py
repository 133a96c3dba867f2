"""Makes contracts of facts about all procedures (`passes.join_modules`), and adds them to other contracts.

What is proved at a procedure's entry is required of its calls, what is proved at its end is ensured, and the
rest annotates its nodes. A proof that was found with the facts rests on them: its own contracts require and
annotate the same, and wherever they stand for a call, the contract of the facts does, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.certificates.contracts import EVERYTHING, Contract, Use
from maymust.engines.base import HoldsClaim
from maymust.terms import FALSE, Term, eq, substitute

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.certificates.contracts import Excluded
    from maymust.ir.transitions import CallEnd, TransitionSystem
    from maymust.passes.join_modules import Joint, Part


def facts_by_procedure(
    joint: Joint, facts: Mapping[int, tuple[Term, ...]]
) -> dict[str, dict[int, tuple[Term, ...]]]:
    """The facts of each procedure, by its own locations, for searches there: without those that speak of
    ghosts. What is known at an entry is known where it leads to, if nothing else leads there."""
    found: dict[str, dict[int, tuple[Term, ...]]] = {}
    for name, part in joint.parts.items():
        system, ghosts = part.module.system, frozenset(part.ghosts.values())
        places = {location: part.at(location) for location in system.nodes}
        if all(t.target != system.initial for t in system.transitions):
            places[system.initial] = part.entry
        known = {
            location: tuple([fact for fact in facts[at] if fact.free.isdisjoint(ghosts)])
            for location, at in places.items()
            if at in facts and location != part.module.exit
        }
        found[name] = {location: said for location, said in known.items() if said}
    return found


class FactProofs:
    """`facts` are by cut point of the blocks of a joint system, and inductive there."""

    def __init__(self, joint: Joint, blocks: TransitionSystem, facts: Mapping[int, tuple[Term, ...]]) -> None:
        self._joint = joint
        self._blocks = blocks
        self._facts = facts
        called = [name for name in joint.parts if name != joint.modules.start]
        self._numbers = {name: number for number, name in enumerate(called)}
        self._ghosts = {name: self._used_ghosts(part) for name, part in joint.parts.items()}

    def claim(self) -> HoldsClaim:
        """The claim that the facts make by themselves. Requires that they exclude every target."""
        return self._with_facts(HoldsClaim({}), EVERYTHING)

    def supported(self, claim: HoldsClaim) -> HoldsClaim:
        """A claim that was found with the facts, as one that needs nothing else."""
        return self._with_facts(claim, frozenset())

    def _with_facts(self, claim: HoldsClaim, excludes: frozenset[Excluded]) -> HoldsClaim:
        """The contracts of facts are numbered behind those of the claim."""
        known = len(claim.contracts)
        start = self._joint.parts[self._joint.modules.start]
        contracts = [self._enriched(contract, known) for contract in claim.contracts]
        contracts += [self._contract(name, known, excludes) for name in self._numbers]
        return HoldsClaim(
            self._annotation(start, claim.invariants),
            uses=self._uses(start, claim.uses, known),
            contracts=tuple(contracts),
        )

    def _contract(self, name: str, first: int, excludes: frozenset[Excluded]) -> Contract:
        """What the facts say of a procedure."""
        part = self._joint.parts[name]
        at_end = self._known_at(part.end)
        fixed = {v: ghost for v, ghost in self._ghosts[name].items() if part.began[v] is v}
        empty = Contract(name, (), (), tuple([substitute(fact, fixed) for fact in at_end]), excludes)
        return self._enriched(empty, first)

    def _enriched(self, contract: Contract, first: int) -> Contract:
        part = self._joint.parts[contract.procedure]
        ghosts = self._ghosts[contract.procedure]
        began = [eq(ghost, v) for v, ghost in ghosts.items()]
        return replace(
            contract,
            ghosts=(*contract.ghosts, *ghosts.values()),
            requires=(*contract.requires, *began, *self._known_at(part.entry)),
            invariants=self._annotation(part, contract.invariants),
            uses=self._uses(part, contract.uses, first),
        )

    def _known_at(self, location: int | None) -> tuple[Term, ...]:
        """What is known at an entry or an end, where nothing may get to."""
        if location is None or location not in self._blocks.nodes:
            return (FALSE,)
        return self._facts.get(location, ())

    def _annotation(self, part: Part, known: Mapping[str, tuple[Term, ...]]) -> dict[str, tuple[Term, ...]]:
        """Facts are silent between cut points, and so is the annotation then."""
        ghosts = self._ghosts[part.module.name]
        fixed = [eq(ghost, v) for v, ghost in ghosts.items() if part.began[v] is v]
        ends = (*part.module.system.errors, *part.module.system.blocked, part.module.exit)
        return {
            node: (*known.get(node, ()), *fixed, *self._facts.get(part.at(location), ()))
            for location, node in part.module.system.nodes.items()
            if part.at(location) in self._blocks.nodes and location not in ends
        }

    def _uses(
        self, part: Part, known: Mapping[str, tuple[Use, ...]], first: int
    ) -> dict[str, tuple[Use, ...]]:
        found: dict[str, tuple[Use, ...]] = dict.fromkeys(part.module.calls, ())
        for transition in part.module.system.transitions:
            if transition.call is not None:
                node = part.module.system.nodes[transition.source]
                values = self._values(transition.call)
                given = [Use(use.contract, (*use.ghosts, *values)) for use in known.get(node, ())]
                found[node] = (*given, Use(first + self._numbers[transition.call.callee], values))
        return found

    def _values(self, call: CallEnd) -> tuple[Term, ...]:
        """What the ghosts of a callee are, in the caller's terms."""
        given = dict(zip(self._joint.modules[call.callee].parameters, call.arguments, strict=True))
        return tuple([given.get(v, v) for v in self._ghosts[call.callee]])

    def _used_ghosts(self, part: Part) -> dict[Term, Term]:
        """The ghosts that facts speak of. A parameter that is never set has one if its value counts at the
        end: there a contract cannot speak of it."""
        inside = [part.entry, *map(part.at, part.module.system.nodes)]
        anywhere = self._spoken_of(inside)
        at_end = self._spoken_of([] if part.end is None else [part.end])
        return {
            v: part.ghost(v)
            for v, began in part.began.items()
            if (began in at_end if began is v else began in anywhere)
        }

    def _spoken_of(self, locations: Iterable[int]) -> frozenset[Term]:
        return frozenset().union(*[fact.free for at in locations for fact in self._facts.get(at, ())])
