"""Symbolic execution along a test (DASH thesis Algorithm 3.5; article Fig. 11).

Only variables whose value depends on an input have a symbolic expression; for the rest the test's own
value is exact. The input at position i of a test is the variable `in!i`. Region predicates on the way are
left out of the path constraint: without them the test may pass through other regions, but it still
crosses the frontier into the region sought, which is all that progress needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import TRUE, Term, literal, substitute, variable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from maymust.engines.maymust.must.forest import ForestState
    from maymust.interp.machine import Machine
    from maymust.ir.transitions import Input, Transition
    from maymust.terms import Value


class Symbolic:
    """The symbolic map of a state, and its path constraint: a list that shares its tail with the parent's."""

    __slots__ = ("constraint", "length", "values")

    def __init__(
        self, values: Mapping[Term, Term], constraint: tuple[Term, object] | None, length: int
    ) -> None:
        self.values = values
        self.constraint = constraint
        self.length = length  # of the path constraint

    def path_constraint(self) -> list[Term]:
        """The conjuncts of the path constraint, newest first."""
        found: list[Term] = []
        rest = self.constraint
        while rest is not None:
            found.append(rest[0])
            rest = rest[1]  # type: ignore[assignment]
        return found

    def across(self, transition: Transition, binding: Binding) -> Symbolic:
        """What it is behind a transition, before which the binding was made."""
        constraint, length = self.constraint, self.length
        for conjunct in transition.guard:
            value = binding.symbolic_value(conjunct)
            if value is not None and value is not TRUE:
                constraint = (value, constraint)
                length += 1
        values = dict(self.values)
        for target, expression in transition.updates.items():
            value = binding.symbolic_value(expression)
            if value is None or not value.free:
                values.pop(target, None)
            else:
                values[target] = value
        return Symbolic(values, constraint, length)


_START = Symbolic({}, None, 0)


def execute_symbolic(state: ForestState, machine: Machine) -> Symbolic:
    """The symbolic map and the path constraint for reaching `state` by the path that its test took."""
    pending: list[ForestState] = []
    at: ForestState | None = state
    while at is not None and at.symbolic is None:
        pending.append(at)
        at = at.parent
    for later in reversed(pending):
        later.symbolic = _START if later.parent is None else _step(later, machine)
    assert state.symbolic is not None
    return state.symbolic


def _step(state: ForestState, machine: Machine) -> Symbolic:
    parent, transition = state.parent, state.transition
    assert parent is not None
    assert parent.symbolic is not None
    assert transition is not None
    before = parent.symbolic
    if not before.values and not state.read:
        return before
    if transition.call is not None:
        from maymust.engines.maymust.must.called import execute_call

        return execute_call(state, machine)
    return before.across(transition, binding_at(parent, machine))


def binding_at(state: ForestState, machine: Machine) -> Binding:
    """The binding at a state that was executed symbolically."""
    assert state.symbolic is not None
    inputs = input_symbols(machine.inputs_at(state.location), state.inputs_before)
    return Binding(state.symbolic.values, state.valuation(), machine.layout.slots, inputs)


class Binding:
    """Terms over a state's variables, and the inputs read there next, as terms over the test's inputs."""

    def __init__(
        self,
        symbolic: Mapping[Term, Term],
        concrete: Sequence[Value],
        slots: Mapping[Term, int],
        inputs: Mapping[Term, Term],
    ) -> None:
        self._symbolic = symbolic
        self._concrete = concrete
        self._slots = slots
        self._inputs = inputs
        self._mapping: dict[Term, Term] = {}
        self._memo: dict[Term, Term] = {}

    def symbolic_value(self, term: Term) -> Term | None:
        """The term's value, or None where it depends on no input (then the test's own value is exact)."""
        if all(v not in self._inputs and v not in self._symbolic for v in term.free):
            return None
        return self.value(term)

    def value(self, term: Term) -> Term:
        """The term's value, a constant where it depends on no input."""
        self._bind(term.free)
        return substitute(term, self._mapping, self._memo)

    def _bind(self, variables: Iterable[Term]) -> None:
        for v in variables:
            if v not in self._mapping:
                symbol = self._inputs.get(v) or self._symbolic.get(v)
                self._mapping[v] = symbol or literal(self._concrete[self._slots[v]], v.sort)


def input_symbols(inputs: Iterable[Input], position: int) -> dict[Term, Term]:
    """The symbols of the inputs that are read next after `position` inputs."""
    return {i.variable: variable(f"in!{position + k}", i.variable.sort) for k, i in enumerate(inputs)}


def position_of(symbol: Term) -> int:
    """The position of the input that a symbol stands for."""
    assert symbol.name is not None
    return int(symbol.name[3:])
