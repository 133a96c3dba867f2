"""Calls on the path of a test: run, and executed symbolically (thesis §4.3, ExecuteSymbolicSubProcedure).

A call is one step of a test. What happened inside is not kept: the values that it read tell it all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.must.symbolic import Binding, Symbolic, binding_at, input_symbols
from maymust.errors import InternalError
from maymust.frozen import frozen
from maymust.interp.calls import (
    FOR_EVER,
    MOST_REPEATED,
    Ended,
    Entering,
    Leaving,
    OutOfSteps,
    Repeating,
    Stepping,
)
from maymust.ir.transitions import End
from maymust.terms import literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maymust.engines.base import Budget
    from maymust.engines.maymust.must.forest import ForestState
    from maymust.interp.calls import CallRunner, Frame, NextInput
    from maymust.interp.machine import Machine
    from maymust.ir.transitions import CallEnd, Transition
    from maymust.terms import Term, Value


_POLL = 256  # events between looks at the clock


class CallStep:
    """A call that ended: the transition that stands for that, and the slots that it sets."""

    __slots__ = ("delta", "slots", "transition")

    def __init__(self, transition: Transition, slots: tuple[int, ...], delta: tuple[Value, ...]) -> None:
        self.transition = transition
        self.slots = slots
        self.delta = delta


def run_call(
    machine: Machine,
    location: int,
    values: list[Value],
    next_input: NextInput,
    most: int,
    budget: Budget,
    not_read: Callable[[int], None] = lambda _: None,
    *,
    has_read: bool = True,
) -> CallStep | None:
    """Runs the call that leaves a location; None where the program stops in it, or the call ends in a way
    that the system leaves out. Raises OutOfSteps where it does not end within so many steps. Inputs are asked
    for before it is known whether the transition that is crossed reads them: `not_read` is told which were
    not, by their position in the call.

    Calls that are known are not gone through again. Once the test `has_read` something, symbolic execution
    may have to go through them: of such steps there are no more than of others."""
    call, calls = machine.call_at(location), machine.calls
    assert call is not None and calls is not None
    given = [machine.layout.value(a, values) for a in call.arguments]
    events = calls.run(call.callee, values[: calls.globals], given, next_input, most, calls.known)
    concrete = may_be_followed = 0  # steps of known calls
    for number, event in enumerate(events):
        if number % _POLL == 0:
            budget.check()
        match event:
            case Stepping(frame, transition, reads):
                for offset, source in enumerate(frame.machine.inputs_at(frame.location)):
                    has_read = True
                    if source not in transition.inputs:
                        not_read(reads + offset)
            case Repeating(_, _, steps):
                concrete += 0 if has_read else steps
                may_be_followed += steps if has_read else 0
                if concrete > MOST_REPEATED or may_be_followed > most:
                    raise OutOfSteps
            case Ended(end, frame):
                return None if end is None else _ended(machine, location, end, frame)
    return None


def _ended(machine: Machine, location: int, end: End, frame: Frame) -> CallStep | None:
    """The step of a call that ended; None where the query does not ask for such an end."""
    found = [t for t in machine.system.outgoing[location] if t.call and t.call.end is end]
    if not found:
        return None
    (transition,) = found
    assert transition.call is not None
    if end is not End.RETURN:
        return CallStep(transition, (), ())
    own, theirs = machine.layout.slots, frame.machine.layout.slots
    pairs = [(own[v], theirs[v]) for v in machine.system.variables if v in frame.module.changes]
    pairs += [
        (own[t], theirs[r]) for t, r in zip(transition.call.results, frame.module.results, strict=False)
    ]
    slots = tuple([mine for mine, _ in pairs])
    return CallStep(transition, slots, tuple([frame.values[their] for _, their in pairs]))


@frozen(eq=False)
class Followed:
    """A call executed symbolically: what its variables are at the end, and when its path is taken."""

    symbolic: Symbolic
    frame: Frame

    def value(self, v: Term) -> Term:
        """The value of one of its variables."""
        known = self.symbolic.values.get(v)
        return (
            literal(self.frame.values[self.frame.machine.layout.slots[v]], v.sort) if known is None else known
        )


def execute_call(state: ForestState, machine: Machine) -> Symbolic:
    """The symbolic map and the path constraint behind a call that led to a state."""
    parent, calls = state.parent, machine.calls
    assert parent is not None and parent.symbolic is not None and calls is not None
    assert state.transition is not None and state.transition.call is not None
    call, before = state.transition.call, parent.symbolic
    module, values, shared = calls.modules[call.callee], list(parent.valuation()), set(calls.modules.globals)
    given = [machine.layout.value(a, values) for a in call.arguments]
    binding = binding_at(parent, machine)
    begin = _entered(before, module.parameters, call.arguments, binding, shared)
    followed = follow(
        calls,
        call.callee,
        values[: calls.globals],
        given,
        begin.values,
        state.read,
        begin,
        parent.inputs_before,
    )
    return _returned(before, followed.symbolic, call, module.results, shared)


def follow(
    calls: CallRunner,
    callee: str,
    globals_: list[Value],
    arguments: list[Value],
    symbols: Mapping[Term, Term],
    read: Sequence[Value],
    before: Symbolic | None = None,
    position: int = 0,
    most: int = FOR_EVER,
) -> Followed:
    """Executes a call symbolically that begins with these values and symbols, behind `before`, along the path
    that it takes where it reads these values; the first is the input at `position`. (The path is known to
    end, but maybe as one of several calls in each other, each of which was run by itself.) Known calls that
    begin with nothing symbolic are not gone through again. Raises OutOfSteps after `most` steps."""
    start = before or Symbolic({}, None, 0)
    stack = [Symbolic(symbols, start.constraint, start.length)]
    shared, feed = set(calls.modules.globals), iter(read)

    def begins_concretely(_: Frame, inner: CallEnd) -> bool:
        symbolic = stack[-1].values.keys()
        touched = calls.modules[inner.callee].touched & shared
        given = (argument.free for argument in inner.arguments)
        return symbolic.isdisjoint(touched) and all(map(symbolic.isdisjoint, given))

    events = calls.run(
        callee,
        globals_,
        arguments,
        lambda _, __: next(feed),
        most,
        calls.known,
        deepest=FOR_EVER,
        may_repeat=begins_concretely,
    )
    for event in events:
        match event:
            case Stepping(frame, transition, reads):
                inputs = input_symbols(frame.machine.inputs_at(frame.location), position + reads)
                stack[-1] = stack[-1].across(transition, _binding(stack[-1], frame, inputs))
            case Entering(caller, inner, entered):
                here = _binding(stack[-1], caller, {})
                stack.append(_entered(stack[-1], entered.module.parameters, inner.arguments, here, shared))
            case Leaving(_, inner, left):
                done = stack.pop()
                stack[-1] = _returned(stack[-1], done, inner, left.module.results, shared)
            case Repeating(_, inner, _):
                stack[-1] = _without(stack[-1], inner.results)
            case Ended(_, frame):
                return Followed(stack[-1], frame)
    raise InternalError("a call that ended once does not end again")


def _binding(symbolic: Symbolic, frame: Frame, inputs: Mapping[Term, Term]) -> Binding:
    return Binding(symbolic.values, frame.values, frame.machine.layout.slots, inputs)


def _entered(
    before: Symbolic,
    parameters: Sequence[Term],
    arguments: Sequence[Term],
    binding: Binding,
    shared: set[Term],
) -> Symbolic:
    values = {v: value for v, value in before.values.items() if v in shared}
    for parameter, argument in zip(parameters, arguments, strict=True):
        value = binding.symbolic_value(argument)
        if value is not None and value.free:
            values[parameter] = value
    return Symbolic(values, before.constraint, before.length)


def _without(symbolic: Symbolic, variables: Sequence[Term]) -> Symbolic:
    """These variables are not symbolic any more."""
    values = {v: value for v, value in symbolic.values.items() if v not in variables}
    return Symbolic(values, symbolic.constraint, symbolic.length)


def _returned(
    before: Symbolic, done: Symbolic, call: CallEnd, results: Sequence[Term], shared: set[Term]
) -> Symbolic:
    values = {v: value for v, value in before.values.items() if v not in shared and v not in call.results}
    values |= {v: value for v, value in done.values.items() if v in shared}
    for target, result in zip(call.results, results, strict=False):
        if result in done.values:
            values[target] = done.values[result]
    return Symbolic(values, done.constraint, done.length)
