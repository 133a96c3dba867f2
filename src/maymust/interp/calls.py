"""Runs calls of modules, step by step, on a stack of its own: deep recursion is no problem here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.interp.machine import Machine
from maymust.ir.transitions import CallEnd, End, Transition
from maymust.terms import Sort, Term, Value

if TYPE_CHECKING:
    from maymust.ir.modules import Module, Modules


class Frame:
    """A call that has not ended: its machine and valuation, where it is, and who called it."""

    __slots__ = ("caller", "location", "machine", "module", "values")

    def __init__(self, module: Module, machine: Machine, values: list[Value], caller: Frame | None) -> None:
        self.module = module
        self.machine = machine
        self.values = values
        self.location = module.system.initial
        self.caller = caller

    def context(self) -> str:
        """Its context, as seen from the first frame."""
        calls: list[str] = []
        at = self.caller
        while at is not None:
            calls.append(f"{at.location}/")
            at = at.caller
        return "".join(reversed(calls))


@frozen(eq=False)
class Stepping:
    """Event: the newest frame is about to cross a transition; the inputs are in its valuation. `reads` tells
    how many inputs had been read before."""

    frame: Frame
    transition: Transition
    reads: int


@frozen(eq=False)
class Entering:
    """Event: a frame calls another one, which begins."""

    caller: Frame
    call: CallEnd
    entered: Frame


@frozen(eq=False)
class Leaving:
    """Event: a frame has returned to its caller, which has not got its values yet."""

    caller: Frame
    call: CallEnd
    left: Frame


@frozen(eq=False)
class Ended:
    """Event, the last: the first frame has ended like this; None if the program stopped."""

    end: End | None
    frame: Frame


@frozen(eq=False)
class Repeating:
    """Event: a frame makes a call of which it is known what it returns, and after how many steps."""

    caller: Frame
    call: CallEnd
    steps: int


Event = Stepping | Entering | Leaving | Repeating | Ended
NextInput = Callable[[str, Sort], Value]  # of a node, in the context of the first frame
MayRepeat = Callable[[Frame, CallEnd], bool]  # whether a call that is known need not be gone through


class OutOfSteps(Exception):  # noqa: N818 - it is no error
    """The steps are used up."""


@frozen(eq=False)
class _Outcome:
    """What is behind a call: the globals that it may have changed, what it returned, the steps that it took,
    and how many calls there were in each other."""

    globals: list[Value]
    results: list[Value]
    steps: int
    depth: int


_Begin = tuple[str | Value, ...]  # the callee, the globals that matter to it, and the arguments
Known = dict[_Begin, _Outcome]
MOST_REPEATED = 1_000_000  # steps of known calls in a run: a replay leaves nothing out
FOR_EVER = 1 << 62  # steps
_MOST_KNOWN = 50_000
MOST_FRAMES = 1000  # calls in each other: nodes have names that are as long


class CallRunner:
    """Runs calls. Layouts begin with the globals. `known` may be given to `run`."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self.globals = len(modules.globals)
        self.known: Known = {}
        self._machines: dict[str, Machine] = {}
        self._touched = {m.name: self._slots(m.touched) for m in modules.by_name.values()}
        self._changed = {m.name: self._slots(m.changes) for m in modules.by_name.values()}

    def _slots(self, variables: frozenset[Term]) -> list[int]:
        return [slot for slot, v in enumerate(self.modules.globals) if v in variables]

    def machine(self, module: Module) -> Machine:
        """The machine of a module."""
        known = self._machines.get(module.name)
        if known is None:
            known = self._machines[module.name] = Machine(module.system)
        return known

    def run(
        self,
        callee: str,
        globals_: list[Value],
        arguments: list[Value],
        next_input: NextInput,
        most: int,
        known: Known | None = None,
        deepest: int = MOST_FRAMES,
        may_repeat: MayRepeat = lambda _, __: True,
    ) -> Iterator[Event]:
        """What happens in a call. Raises OutOfSteps after `most` steps, and where more calls than `deepest`
        are in each other. Of calls that read no input, `known` remembers what they return: one that begins
        like another is not gone through again where it `may_repeat`, but Repeating."""
        frames = [self._frame(callee, globals_, arguments, None)]
        waiting: list[CallEnd] = []
        begun: list[tuple[_Begin, int, int]] = []
        depths = [1]  # of each frame with those that it has called
        reads = repeated = 0
        for number in range(most):
            frame = frames[-1]
            system, location = frame.machine.system, frame.location
            if location in system.errors or location in system.blocked:
                yield Ended(End.ERROR if location in system.errors else End.BLOCKED, frame)
                return
            if location == frame.module.exit:
                frames.pop()
                if not frames:
                    yield Ended(End.RETURN, frame)
                    return
                yield Leaving(frames[-1], waiting[-1], frame)
                begin, before, since = begun.pop()
                outcome = self._outcome(frame, number + repeated - since, depths.pop())
                depths[-1] = max(depths[-1], outcome.depth + 1)
                if known is not None and reads == before and len(known) < _MOST_KNOWN:
                    known[begin] = outcome
                self._return(frames[-1], waiting.pop(), outcome)
                continue
            call = frame.machine.call_at(location)
            if call is not None:
                given = [frame.machine.layout.function(a)(frame.values) for a in call.arguments]
                begin = (call.callee, *[frame.values[slot] for slot in self._touched[call.callee]], *given)
                if known and begin in known and may_repeat(frame, call):
                    outcome = known[begin]
                    if len(frames) + outcome.depth > deepest:
                        raise OutOfSteps
                    yield Repeating(frame, call, outcome.steps)
                    repeated += outcome.steps
                    depths[-1] = max(depths[-1], outcome.depth + 1)
                    self._return(frame, call, outcome)
                    continue
                entered = self._frame(call.callee, frame.values[: self.globals], given, frame)
                yield Entering(frame, call, entered)
                if len(frames) >= deepest:
                    raise OutOfSteps
                frames.append(entered)
                depths.append(1)
                waiting.append(call)
                begun.append((begin, reads, number + repeated))
                continue
            slots = frame.machine.input_slots[location]
            context = frame.context() if slots else ""
            for slot, source in zip(slots, frame.machine.inputs_at(location), strict=True):
                frame.values[slot] = next_input(context + source.node, source.variable.sort)
            step = frame.machine.enabled(location, frame.values)
            if step is None:
                yield Ended(None, frame)
                return
            yield Stepping(frame, step.transition, reads)
            reads += len(slots)
            for slot, value in zip(step.slots, step.new_values(frame.values), strict=True):
                frame.values[slot] = value
            frame.location = step.transition.target
        raise OutOfSteps

    def _frame(self, name: str, globals_: list[Value], arguments: list[Value], caller: Frame | None) -> Frame:
        module = self.modules[name]
        machine = self.machine(module)
        values = machine.initial_values()
        values[: self.globals] = globals_
        for parameter, value in zip(module.parameters, arguments, strict=True):
            values[machine.layout.slots[parameter]] = value
        return Frame(module, machine, values, caller)

    def _outcome(self, left: Frame, steps: int, depth: int) -> _Outcome:
        slots = left.machine.layout.slots
        results = [left.values[slots[result]] for result in left.module.results]
        changed = [left.values[slot] for slot in self._changed[left.module.name]]
        return _Outcome(changed, results, steps, depth)

    def _return(self, caller: Frame, call: CallEnd, outcome: _Outcome) -> None:
        for slot, value in zip(self._changed[call.callee], outcome.globals, strict=True):
            caller.values[slot] = value
        for target, value in zip(call.results, outcome.results, strict=False):
            caller.values[caller.machine.layout.slots[target]] = value
        (returned,) = [
            t for t in caller.machine.system.outgoing[caller.location] if t.call and t.call.end is End.RETURN
        ]
        caller.location = returned.target
