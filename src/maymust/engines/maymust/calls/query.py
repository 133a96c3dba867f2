"""Queries about a procedure, ⟨φ₁ ⇒? φ₂⟩: can a call that begins in φ₁ end in φ₂?

A query is posed as a transition system: a new initial location, from which one transition sets the state in
which the procedure begins (φ₁ is its guard), and the procedure's own system. For a call that returns, a
transition from its exit leads to the target where φ₂ holds. So the may-must loop answers it as it is (thesis
§4.4.2-4, where φ₁ is the constraint on the initial region, and φ₂ that on the regions behind `return`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.ir.transitions import End, Input, Transition, TransitionSystem
from maymust.terms import variable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.ir.modules import Module
    from maymust.terms import Term, Value

TARGET = "!target"
ABOVE = "?above!"  # begins the names of a query's inputs: then comes the position of one of the caller's


@frozen(eq=False)
class Query:
    """Whether a call can end like this. It begins with `entry`: values of the parameters, the globals and
    the ghosts, over `inputs`, where `guard` holds. `target` is φ₂, if it is to return: over the globals as
    they are then, what is returned, and the ghosts."""

    module: Module
    end: End
    target: tuple[Term, ...]
    ghosts: tuple[Term, ...]
    entry: Mapping[Term, Term]
    guard: tuple[Term, ...]
    inputs: tuple[Term, ...]


def positions_above(query: Query) -> list[int]:
    """Which inputs of the caller the query's inputs are."""
    return [int(str(symbol.name).removeprefix(ABOVE)) for symbol in query.inputs]


def begun_with(query: Query, inputs: Mapping[int, Value]) -> dict[int, Value]:
    """The test of the query that begins where a test of the caller calls the callee."""
    return {position: inputs[above] for position, above in enumerate(positions_above(query))}


def whole_program(module: Module) -> TransitionSystem:
    """The system of the procedure with which a program starts: both an error and something that is not
    modelled are sought."""
    system = module.system
    first = max(system.nodes) + 1
    begin = _begin(system, first, {}, (), ())
    return replace(
        system,
        initial=first,
        transitions=(*system.transitions, begin),
        nodes={**system.nodes, first: f"!{module.name}"},
    )


def system_of(query: Query) -> TransitionSystem:
    """The system that poses a query."""
    system = query.module.system
    first = max(system.nodes) + 1
    nodes = {**system.nodes, first: f"!{query.module.name}"}
    inputs = tuple([Input(v, f"!{query.module.name}") for v in query.inputs])
    begin = _begin(system, first, query.entry, query.guard, inputs)
    transitions = [*system.transitions, begin]
    errors: dict[int, str] = {}
    ends = {*system.errors, *system.blocked}
    match query.end:
        case End.RETURN:
            target = first + 1
            nodes[target] = TARGET
            errors[target] = TARGET
            if query.module.exit is not None:
                number = len(system.transitions) + 1
                transitions.append(Transition(number, query.module.exit, target, query.target, {}, ()))
        case End.ERROR:
            errors |= dict.fromkeys(system.errors, TARGET)
        case End.BLOCKED:
            errors |= dict.fromkeys(system.blocked, TARGET)
    kept = [t for t in transitions if t.target not in ends or t.target in errors]
    return TransitionSystem(
        initial=first,
        errors=errors,
        blocked={},
        transitions=tuple([replace(t, number=n) for n, t in enumerate(kept)]),
        variables=(*system.variables, *query.ghosts),
        nodes=nodes,
    )


def any_call(module: Module, globals_: Iterable[Term]) -> Query:
    """A call that may begin with anything, and end anyhow."""
    entry = {v: variable(f"?any!{k}", v.sort) for k, v in enumerate((*module.parameters, *globals_))}
    return Query(module, End.RETURN, (), (), entry, (), tuple(entry.values()))


def system_of_any(query: Query) -> TransitionSystem:
    """The system of such a call: all ends are targets."""
    system, module = query.module.system, query.module
    first = max(system.nodes) + 1
    inputs = tuple([Input(v, f"!{module.name}") for v in query.inputs])
    begin = _begin(system, first, query.entry, query.guard, inputs)
    ends = {*system.errors, *system.blocked, *([] if module.exit is None else [module.exit])}
    return replace(
        system,
        initial=first,
        errors=dict.fromkeys(ends, TARGET),
        blocked={},
        transitions=(*system.transitions, begin),
        nodes={**system.nodes, first: f"!{module.name}"},
    )


def _begin(
    system: TransitionSystem,
    first: int,
    entry: Mapping[Term, Term],
    guard: tuple[Term, ...],
    inputs: tuple[Input, ...],
) -> Transition:
    number = len(system.transitions)
    return Transition(number, first, system.initial, guard, entry, inputs)
