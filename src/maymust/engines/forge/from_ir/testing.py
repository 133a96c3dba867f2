"""From an execution in FIR to a test of the IR: the inputs that it reads, in full width."""

from __future__ import annotations

from collections.abc import Iterator

from maymust.engines.forge.from_ir.translation import Translated
from maymust.fir.execution import Execution, Step
from maymust.fir.tree import Call
from maymust.fir.values import Atom, Relation
from maymust.interp.replay import InputValue
from maymust.ir.memory import OBJECT_WIDTH, OUTSIDE
from maymust.ir.program import Assign, Edge, Havoc, inner_context, node_name
from maymust.terms import ArraySort, Term, Value, array_value

_NEVER_ALLOCATED = 1 << 20  # from here on there are numbers for atoms that the execution does not touch


def test_of(translated: Translated, execution: Execution) -> list[InputValue]:
    """The test that the execution stands for."""
    return _Lifting(translated, execution).inputs()


def outside_of(translated: Translated, execution: Execution) -> dict[int, frozenset[int]]:
    """The objects from outside that there are in the execution, by their area. Domains of several areas are
    left out."""
    return _Lifting(translated, execution).outside()


class _Lifting:
    def __init__(self, translated: Translated, execution: Execution) -> None:
        self._translated = translated
        self._execution = execution
        self._numbers = self._numbered()

    def inputs(self) -> list[InputValue]:
        found = []
        for context, step, edge in self._steps():
            if isinstance(edge.statement, Havoc):
                target = edge.statement.target
                value = self.value(target, step.changes[target.name or ""])
                found.append(InputValue(node_name(context, step.procedure, edge.source), value))
        return found

    def outside(self) -> dict[int, frozenset[int]]:
        terms, found = self._translated.terms, dict[int, frozenset[int]]()
        for root, each in terms.kinds.objects().items():
            atoms = self._execution.final.variables[terms.domains[root].outside]
            if len(each.areas) == 1:
                found[min(each.areas)] = frozenset(self._numbers[atom] for (atom,) in atoms)
        return found

    def _steps(self) -> Iterator[tuple[str, Step, Edge]]:
        """The steps that stem from edges, with the contexts of their activations."""
        contexts = [""]
        for step in self._execution.steps:
            edge = self._translated.edges.get(step.statement)
            context = contexts[step.depth]
            if edge is not None:
                yield context, step, edge
            if isinstance(self._translated.graphs[step.procedure].nodes[step.statement].action, Call):
                # What stands before a call, for its contract, is not in the IR: it has the same context.
                contexts[step.depth + 1 :] = [inner_context(context, edge) if edge else context]

    # ---------------------------------------------------------------------------------------------- objects
    def _numbered(self) -> dict[Atom, int]:
        """The number of each atom: of objects from outside, of those that are allocated, and of others."""
        found: dict[Atom, int] = {}
        extents = self._execution.initial.extents
        for domain in self._translated.domains:
            found |= {domain.literal_name(number): number for number in domain.numbers}
        first = min((domain.first_allocated for domain in self._translated.domains), default=0)
        allocated, outside, kinds = first, OUTSIDE, self._translated.terms.kinds
        for step in self._execution.steps:
            edge = self._translated.edges.get(step.statement)
            for domain in self._translated.domains:
                for (atom,) in sorted(step.changes.get(domain.outside, frozenset())):
                    found[atom] = outside
                    outside += 1
            match edge:
                case Edge(statement=Assign(target, value)) if kinds.is_next(value) and target.name:
                    for (atom,) in step.changes.get(target.name, ()):
                        found[atom] = allocated
                        allocated += 1
        for domain in self._translated.domains:
            for (atom,) in sorted(extents[domain.name]):
                found.setdefault(atom, first + _NEVER_ALLOCATED + len(found))
        return found

    # ----------------------------------------------------------------------------------------------- values
    def value(self, target: Term, relation: Relation) -> Value:
        """A variable's value, in the IR."""
        sort = target.sort
        if not isinstance(sort, ArraySort):
            ((atom,),) = relation
            return self._number(atom, target.width)
        entries = {self._index(each[:-1], sort): self._number(each[-1], sort.element) for each in relation}
        counts: dict[int, int] = {}
        for element in entries.values():
            counts[element] = counts.get(element, 0) + 1
        default = max(counts, key=lambda each: counts[each], default=0)
        return array_value(sort.index, default, entries.items())

    def _index(self, atoms: tuple[Atom, ...], sort: ArraySort) -> int:
        if len(atoms) == 1:
            return self._number(atoms[0], sort.index)
        width = sort.index - OBJECT_WIDTH
        object_ = self._number(atoms[0], OBJECT_WIDTH)
        return object_ << width | self._number(atoms[1], width)

    def _number(self, atom: Atom, width: int) -> int:
        if isinstance(atom, int):
            return atom & ((1 << width) - 1)
        return self._numbers[atom]
