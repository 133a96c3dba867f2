"""Why statements were missed, which the thesis leaves open (§4.5): each missed statement gets a hint.

Two questions tell the causes of §4.1 apart. Is the statement reached, by any execution within the bound? And
is it needed, or reached, if one part of the bound is larger by one?
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal as Choice

from maymust.diagnostics import InputError
from maymust.engines.forge.bound import Bound, unrollings_text
from maymust.engines.forge.coverage import Coverage
from maymust.fir.graph import Branch, Exit, Graph, Node, reachable
from maymust.fir.traversal import names_in, targets_of
from maymust.fir.tree import BooleanLiteral, Create, Program, Spec
from maymust.frozen import frozen

Cause = Choice["specification", "statement", "loop", "bound", "code", "unknown"]

_ENDS = ("loop end", "recursion end")  # what a bound excludes, not a statement of the program


@frozen
class Hint:
    """Why the statement (0: the specification) was missed, as far as that can be told: in words, by cause.

    The cause is an under-constrained specification, an over-constrained statement, a loop that cannot end, a
    bound that is too small, or code that cannot be reached.
    """

    statement: int
    cause: Cause
    text: str


@frozen
class Searched:
    """A search that can be repeated with other bounds, or about another graph.

    `transformed` gives the procedure's graph without loops and calls. `covering` gives the coverage within
    another bound, or None if the specification is violated there. `excluding` gives the statements of a graph
    that exclude all executions within a bound; None if there are executions. All raise `InputError` where a
    bound is too large; the last two may raise `OutOfTime`.
    """

    program: Program
    transformed: Callable[[Bound], Graph]
    covering: Callable[[Bound], Coverage | None]
    excluding: Callable[[Graph, Bound], frozenset[int] | None]


class OutOfTime(Exception):  # noqa: N818 - an exhausted budget is no error
    """The search did not come to its end."""


def explain(
    searched: Searched, bound: Bound, coverage: Coverage, specification: Spec, seconds: float
) -> list[Hint]:
    """A hint for each statement that was missed, wholly or in part, and for the specification if it was."""
    work = _Explaining(searched, bound, coverage, specification, time.monotonic() + seconds)
    return list(work.hints())


def raised(bound: Bound, program: Program) -> Iterator[tuple[str, Bound]]:
    """The bounds in which one part is larger by one, with its name."""
    for name in program.domains:
        yield (
            f"scope {name}={bound.of(name) + 1}",
            replace(bound, scopes={**bound.scopes, name: bound.of(name) + 1}),
        )
    yield f"a bit width of {bound.width + 1}", replace(bound, width=bound.width + 1)
    yield unrollings_text(bound.unrollings + 1), replace(bound, unrollings=bound.unrollings + 1)


class _Explaining:
    def __init__(
        self, searched: Searched, bound: Bound, coverage: Coverage, specification: Spec, deadline: float
    ) -> None:
        self._searched = searched
        self._bound = bound
        self._coverage = coverage
        self._specification = specification
        self._deadline = deadline
        self._graph = searched.transformed(bound)
        self._larger: dict[str, Coverage | None] = {}

    def hints(self) -> Iterator[Hint]:
        if not self._coverage.specification:
            cause, text = self._no_execution()
            yield Hint(0, cause, text)
            yield from (Hint(number, cause, text) for number in self._coverage.missed)
            return
        for number in sorted({*self._coverage.missed, *self._coverage.partly}):
            try:
                yield self._hint(number)
            except OutOfTime:
                yield Hint(number, "unknown", "not needed within the bound")

    # ---------------------------------------------------------------------------------- nothing is executed
    def _no_execution(self) -> tuple[Cause, str]:
        """What excludes all executions: the formulas of the core are from the path constraint alone."""
        culprits = [self._graph.nodes[number] for number in sorted(self._coverage.transformed)]
        try:
            for what, bound in self._raised():
                if self._excluding(self._searched.transformed(bound), bound) is None:
                    return "bound", f"no execution ends within the bound; with {what} there are some"
        except OutOfTime:
            pass
        ends = [node for node in culprits if node.role in _ENDS]
        if ends:
            return "loop", f"no execution ends: the loop or recursion at {_places(ends)} may be endless"
        return self._over_constrained(culprits)

    def _over_constrained(self, culprits: list[Node]) -> tuple[Cause, str]:
        specs = [node for node in culprits if isinstance(node.action, Spec)]
        if specs:
            return "statement", f"no execution gets past {_places(specs)}: nothing satisfies what it demands"
        created = sorted({node.action.domain for node in culprits if isinstance(node.action, Create)})
        if created:
            return "bound", f"no execution ends: there are too few atoms of {', '.join(created)}"
        return "code", "no execution meets what the procedure requires"

    # ------------------------------------------------------------------------------------- some statements
    def _hint(self, number: int) -> Hint:
        missed = [
            node
            for node in self._graph.nodes.values()
            if node.source == number and node.number not in self._coverage.transformed
        ]
        if not missed:
            what = unrollings_text(self._bound.unrollings + 1)
            return Hint(number, "bound", f"the bound is too small: it is not there without {what}")
        reached = [node for node in missed if self._is_reached(node)]
        if not reached:
            return self._never_reached(number, missed)
        for what, bound in self._raised():
            larger = self._covering(what, bound)
            if larger is None:
                return Hint(
                    number, "bound", f"the bound is too small: with {what} the specification is violated"
                )
            before, after = self._coverage.statements[number], larger.statements.get(number)
            if after and after.copies - after.covered < before.copies - before.covered:
                return Hint(number, "bound", f"the bound is too small: it is needed with {what}")
        return self._not_asked_about(number, reached)

    def _never_reached(self, number: int, missed: list[Node]) -> Hint:
        for what, bound in self._raised():
            graph = self._searched.transformed(bound)
            copies = self._copies(number, missed, graph, bound)
            if any(self._excluding(leading_to(graph, each), bound) is None for each in copies):
                return Hint(number, "bound", f"the bound is too small: it is reached with {what}")
        excluding = self._excluding(leading_to(self._graph, missed[0].number), self._bound) or frozenset()
        before = [self._graph.nodes[each] for each in excluding if each in self._graph.nodes]
        ends = [node for node in before if node.role in _ENDS]
        if ends:
            text = f"never reached: the loop or recursion at {_places(ends)} is not followed that far"
            return Hint(number, "bound", text)
        specs = [node for node in before if isinstance(node.action, Spec)]
        if specs:
            text = f"never reached: {_places(specs)} allows no execution that gets here"
            return Hint(number, "statement", text)
        return Hint(
            number, "code", "never reached, within the bound or one that is larger by one: dead code?"
        )

    def _copies(self, number: int, missed: list[Node], graph: Graph, bound: Bound) -> list[int]:
        """The copies that might be reached in a larger bound: the same ones, or, of a statement that has none
        that is reached, those of more unrollings, too.
        """
        if bound.unrollings == self._bound.unrollings:
            return [node.number for node in missed]
        if self._coverage.statements[number].covered:
            return []
        return [node.number for node in graph.nodes.values() if node.source == number]

    def _not_asked_about(self, number: int, nodes: list[Node]) -> Hint:
        mentioned = names_in(self._specification.condition)
        changed = {name for node in nodes for name in _changed(node)}
        unmentioned = sorted(
            name for name in changed & set(self._specification.targets) if name not in mentioned
        )
        if unmentioned:
            text = f"the specification does not say what {', '.join(unmentioned)} should be"
        else:
            text = "executed, but the specification does not depend on what it does"
        return Hint(number, "specification", text)

    # ------------------------------------------------------------------------------------------- questions
    def _is_reached(self, node: Node) -> bool:
        return self._excluding(leading_to(self._graph, node.number), self._bound) is None

    def _excluding(self, graph: Graph, bound: Bound) -> frozenset[int] | None:
        self._look()
        try:
            return self._searched.excluding(graph, bound)
        except InputError:
            raise OutOfTime from None

    def _covering(self, what: str, bound: Bound) -> Coverage | None:
        if what not in self._larger:
            self._look()
            try:
                self._larger[what] = self._searched.covering(bound)
            except InputError:
                raise OutOfTime from None
        return self._larger[what]

    def _raised(self) -> Iterator[tuple[str, Bound]]:
        """The larger bounds that are not too large."""
        for what, bound in raised(self._bound, self._searched.program):
            try:
                self._searched.transformed(bound)
            except InputError:
                continue
            yield what, bound

    def _look(self) -> None:
        if time.monotonic() > self._deadline:
            raise OutOfTime


def leading_to(graph: Graph, number: int) -> Graph:
    """The graph whose executions are those that come to the statement, and end there."""
    barrier = max(graph.nodes) + 1

    def new(target: int) -> int:
        return graph.exit if target == number else barrier if target == graph.exit else target

    nodes = {
        each: replace(node, successors=tuple(map(new, node.successors)), join=None)
        for each, node in graph.nodes.items()
        if each not in (number, graph.exit)
    }
    nodes[graph.exit] = graph.nodes[graph.exit]
    nodes[barrier] = Node(barrier, Spec((), BooleanLiteral(False)), (graph.exit,), 0)
    entry = new(graph.entry)
    return reachable(Graph(graph.procedure, nodes, entry, graph.exit, graph.variables))


def _places(nodes: list[Node]) -> str:
    """Where the statements are, by line if they have one."""
    places = {node.source: node.action.span.line for node in nodes}
    named = (f"line {line}" if line else f"statement {number}" for number, line in sorted(places.items()))
    return " and ".join(dict.fromkeys(named))


def _changed(node: Node) -> tuple[str, ...]:
    return () if isinstance(node.action, Branch | Exit) else targets_of(node.action)
