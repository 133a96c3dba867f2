"""Random proofs of cut points: exactly what enumeration confirms is accepted."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from helpers.programs import BruteForce, ConcreteState, Shape, TooLarge, random_program
from helpers.proofs import check
from helpers.terms import TermMaker
from maymust.certificates.check_proof import Accepted, Refused
from maymust.engines.base import Budget, HoldsClaim
from maymust.engines.registry import ENGINES
from maymust.ir.program import START, Call, Error
from maymust.passes.pipeline import Prepared
from maymust.terms import Term, conjunction, constant, disjunction, eq, variable
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.ir.program import Program

Annotation = dict[str, tuple[Term, ...]]


def claim(made: Program) -> HoldsClaim | None:
    entry = ENGINES["dash"]
    options = replace(entry.options(), steps_of_resumed_tests=2000)  # there are many endless loops
    budget = Budget(time.monotonic() + 3, max_iterations=60)
    found = entry.build(options).run(Prepared(made), "P1", budget, lambda _: None).claim
    return found if isinstance(found, HoldsClaim) else None


def test_a_proof_with_fewer_nodes_is_one_as_long_as_every_cycle_is_cut(size: Callable[[int], int]) -> None:
    """What is inductive from node to node is so over longer stretches, and at every depth."""
    rng = random.Random(12)
    accepted: Counter[bool] = Counter()
    for seed in range(size(100)):
        made = random_program(random.Random(5000 + seed), Shape(statements=4))
        found = claim(made)
        if found is None:
            continue
        for share in (0.8, 0.4, 0.0):
            kept = {n: c for n, c in found.invariants.items() if rng.random() < share}
            for depth in (1, 3):
                result = check(made, kept, depth)
                accepted[isinstance(result, Accepted)] += 1
                if isinstance(result, Refused):
                    assert "a cycle through" in result.reason, (seed, kept)
    assert accepted[True] > 50
    assert accepted[False] > 5


class Oracle:
    """What a proof must show, by enumeration of all states. The annotated nodes are of `main`."""

    def __init__(self, made: Program, annotation: Annotation) -> None:
        self.brute = BruteForce(made)
        self.annotation = annotation
        self.known: dict[ConcreteState, tuple[list[ConcreteState], bool]] = {}
        start = made.procedures[START]
        (self.call,) = (e.source for e in start.edges if isinstance(e.statement, Call))
        self.empty = (0,) * len(start.locals)
        self.root: ConcreteState = ((0,) * len(made.globals), ((START, start.entry, self.empty),))

    def node(self, state: ConcreteState) -> str:
        name, location, _ = state[1][-1]
        return f"{self.call}/{name}@{location}" if len(state[1]) > 1 else f"{name}@{location}"

    def satisfies(self, state: ConcreteState) -> bool:
        shared, frames = state
        values = dict(zip(self.brute.global_names, shared, strict=True))
        for depth, (name, _, own) in enumerate(frames):
            context = f"{self.call}/" if depth else ""
            for v, value in zip(self.brute.names[name], own, strict=True):
                values[variable(f"{context}{v.name}", v.sort)] = value
        return all(evaluate(c, values) for c in self.annotation[self.node(state)])

    def ends(self, state: ConcreteState) -> tuple[list[ConcreteState], bool]:
        """The states at annotated nodes where stretches from a state end, and whether one ends badly."""
        if state not in self.known:
            cuts: dict[ConcreteState, None] = {}
            bad = False
            seen, work = {state}, [state]
            while work:
                for following in self.brute._successors(work.pop()):
                    if isinstance(following[0], str):
                        bad = bad or following == ("error", "P1")
                        continue
                    if self.node(following) in self.annotation:
                        cuts[following] = None
                    elif following not in seen:
                        seen.add(following)
                        work.append(following)
            self.known[state] = list(cuts), bad
        return self.known[state]

    def after(self, states: set[ConcreteState]) -> set[ConcreteState]:
        return {end for s in states for end in self.ends(s)[0] if self.satisfies(end)}

    def bad(self, states: set[ConcreteState]) -> bool:
        return any(self.ends(s)[1] for s in states)

    def states(self) -> set[ConcreteState]:
        """Every state at an annotated node in which its invariant holds."""
        found = set()
        widths = [
            v.width for v in (*self.brute.global_names, *self.brute.names[START], *self.brute.names["main"])
        ]
        shared, outer = len(self.brute.global_names), len(self.brute.names[START])
        for node in self.annotation:
            location = int(node.rpartition("@")[2])
            for v in itertools.product(*[range(2**w) for w in widths]):
                frames = (
                    (START, self.call, v[shared : shared + outer]),
                    ("main", location, v[shared + outer :]),
                )
                state = (v[:shared], frames)
                if self.satisfies(state):
                    found.add(state)
        return found

    def proves(self, depth: int, exhaustive: bool) -> bool:
        every = self.states()
        if not all(self.satisfies(end) for s in (self.root, *every) for end in self.ends(s)[0]):
            return False
        here = {self.root}
        for _ in range(depth):
            if self.bad(here):
                return False
            here = self.after(here)
        if exhaustive:
            return not here
        here = every
        for _ in range(depth - 1):
            here = self.after(here)
        return not self.bad(here)


def relevant_places(made: Program) -> list[int]:
    """Locations of main from which the violation can be reached, behind the initialisation of its locals."""
    main = made.procedures["main"]
    found = {e.source for e in main.edges if e.statement == Error("P1")}
    while more := {e.source for e in main.edges if e.target in found} - found:
        found |= more
    place = main.entry
    found.discard(place)
    for _ in main.locals:
        place = next(e.target for e in main.edges if e.source == place)
        found.discard(place)
    return sorted(found)


def random_annotation(
    rng: random.Random, made: Program, reachable: set[ConcreteState], oracle: Oracle
) -> Annotation:
    """For some places what can be reached there, by and by weakened and spoilt; or nothing; or anything."""
    names = [*oracle.brute.global_names]
    names += [variable(f"{oracle.call}/{v.name}", v.sort) for v in oracle.brute.names["main"]]
    annotation: Annotation = {}
    style = rng.choice(("reachable", "reachable", "empty", "term"))
    for place in relevant_places(made):
        if rng.random() < 0.4:
            continue
        node = f"{oracle.call}/main@{place}"
        seen = {(*s[0], *s[1][-1][2]) for s in reachable if len(s[1]) > 1 and s[1][-1][:2] == ("main", place)}
        if style == "empty":
            annotation[node] = ()
        elif style == "term":
            annotation[node] = (TermMaker(rng, names, widths=(1,)).term(0, 1),)
        else:
            if rng.random() < 0.3:
                seen |= {tuple(rng.randrange(2) for _ in names)}
            if seen and rng.random() < 0.1:
                seen.remove(rng.choice(sorted(seen)))
            cubes = [
                conjunction(eq(n, constant(v, 1)) for n, v in zip(names, s, strict=True))
                for s in sorted(seen)
            ]
            annotation[node] = (disjunction(cubes),)
    return annotation


def test_exactly_what_enumeration_confirms_is_accepted(size: Callable[[int], int]) -> None:
    """On programs of a few bits. Only a cycle that is not cut may be refused although it does no harm."""
    rng = random.Random(77)
    outcomes: Counter[tuple[bool, bool, bool]] = Counter()
    for seed in range(size(120)):
        made = random_program(
            random.Random(9000 + seed), Shape(width=1, statements=4, calls=False, checks=("P1",))
        )
        if not relevant_places(made):
            continue
        reachable = _reachable(made)
        for _ in range(3):
            annotation = random_annotation(rng, made, reachable, Oracle(made, {}))
            for depth, exhaustive in ((1, False), (2, False), (4, False), (2, True), (6, True)):
                truth = Oracle(made, annotation).proves(depth, exhaustive)
                result = check(made, annotation, depth, exhaustive)
                where = (seed, annotation, depth, exhaustive, result)
                if isinstance(result, Accepted):
                    assert truth, where
                else:
                    assert isinstance(result, Refused), where
                    assert not truth or "a cycle through" in result.reason, where
                outcomes[depth > 1, exhaustive, isinstance(result, Accepted)] += 1
    assert all(outcomes[case] > 5 for case in itertools.product((False, True), (False,), (False, True))), (
        outcomes
    )
    assert outcomes[True, True, True] > 5, outcomes


def _reachable(made: Program) -> set[ConcreteState]:
    brute = BruteForce(made)
    root = Oracle(made, {}).root
    seen, work = {root}, [root]
    while work:
        for following in brute._successors(work.pop()):
            if not isinstance(following[0], str) and following not in seen:
                seen.add(following)  # type: ignore[arg-type]
                work.append(following)  # type: ignore[arg-type]
                if len(seen) > 20_000:
                    raise TooLarge
    return seen
