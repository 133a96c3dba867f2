"""Lowers statements: blocks, branches, loops and `switch`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, assert_never

from maymust.frontends.c.emitting import gaps
from maymust.frontends.c.expressions import conditions, lifetimes
from maymust.frontends.c.lowering.cases import cases_of, matches
from maymust.frontends.c.lowering.declaring import (
    check_lengths,
    declare,
    declares_outside_block,
)
from maymust.frontends.c.lowering.jumps import enter_scope, go_to, leave, mark
from maymust.frontends.c.lowering.returning import execute_return
from maymust.frontends.c.memory.targets import Value
from maymust.frontends.c.tree.expressions import Declared, Expression
from maymust.frontends.c.tree.statements import (
    Break,
    Case,
    Compound,
    Continue,
    Declare,
    Do,
    Evaluate,
    For,
    Goto,
    If,
    Label,
    Lengths,
    Null,
    OpaqueStatement,
    Return,
    Statement,
    Switch,
    While,
)
from maymust.frontends.c.types import IntType
from maymust.terms import (
    constant,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.frontends.c.emitting.lowering import Lowering


def execute(low: Lowering, statement: Statement) -> None:
    """Emits the code of a statement. It is walked even where it cannot be reached, for labels in it can."""
    if statement.place.unit.scopes_of_c89 and declares_outside_block(statement):
        low.unmodelled("declaration where a statement must be", statement.place)
    match statement:
        case Null() | Lengths():
            check_lengths(low, statement)
        case Evaluate(expression=expression):
            with gaps.evaluation(low, expression) as gap:
                low.discard(expression)
            gaps.resume(low, gap)
        case Declare(initialiser=initialiser):
            with gaps.evaluation(low, *([] if initialiser is None else [initialiser])) as gap:
                declare(low, statement)
            gaps.resume(low, gap)
        case Compound():
            block_value(low, statement, wanted=False)
        case If():
            _if(low, statement)
        case While() | Do() | For():
            _loop(low, statement)
        case Switch():
            _switch(low, statement)
        case Case():
            _case(low, statement)
        case Label():
            _label(low, statement)
        case Goto():
            go_to(low, statement)
        case Break():
            leave(low, statement, low.breaks)
        case Continue():
            leave(low, statement, low.continues)
        case Return():
            execute_return(low, statement)
        case OpaqueStatement():
            _opaque(low, statement)
        case _:
            assert_never(statement)


def _opaque(low: Lowering, statement: OpaqueStatement) -> None:
    if not statement.declares:
        low.wild(statement.construct, statement.place)
        return
    with gaps.evaluation(low, statement) as gap:
        low.unmodelled(statement.construct, statement.place)
    gaps.resume(low, gap)


def block_value(low: Lowering, block: Compound, *, wanted: bool) -> Value | None:
    """Executes a block. If `wanted`, the result is the value of the expression that it ends with, if any."""
    depth, result = len(low.scope), None
    if block.scope:
        low.blocks.append(block)
        low.homes |= dict.fromkeys(_declared(block), block)
    for item in block.items:
        inner = item
        while wanted and item is block.items[-1] and isinstance(inner, Label):
            mark(low, inner)
            inner = inner.body
        if wanted and item is block.items[-1] and isinstance(inner, Evaluate):
            result = low.value_of(inner.expression)
        else:
            execute(low, inner)
    if block.scope:
        if result is not None and lifetimes.ends_with(low, depth):
            result = tuple([low.stored(term, block.place.span) for term in result])
        lifetimes.leave(low, low.scope[depth:], block.place.span)
        del low.scope[depth:]
        low.blocks.pop()
    return result


def _declared(block: Compound) -> list[Declared]:
    """What the items of a block declare."""
    found: list[Declared] = []
    for item in block.items:
        if isinstance(item, Declare):
            found.append(item.variable)
        elif isinstance(item, Compound) and not item.scope:  # several declarations
            found += _declared(item)
    return found


# -- branches and loops ----------------------------------------------------------------------------------


def _if(low: Lowering, statement: If) -> None:
    graph, depth = low.graph, len(low.scope)
    yes, no = graph.location(), graph.location()
    behind = no if statement.otherwise is None else graph.location()
    _branch(low, statement.condition, yes, no)
    graph.at(yes)
    _execute_part(low, statement.then)
    graph.jump(behind)
    if statement.otherwise is not None:
        graph.at(no)
        _execute_part(low, statement.otherwise)
        graph.jump(behind)
    graph.at(behind)
    _end_scope(low, depth, statement)


def _execute_part(low: Lowering, statement: Statement) -> None:
    """Executes a part of another statement, which is a block even without braces."""
    depth = len(low.scope)
    execute(low, statement)
    _end_scope(low, depth, statement)


def _end_scope(low: Lowering, depth: int, statement: Statement) -> None:
    """What began in the statement ends with it; not with the scopes of C89."""
    if not statement.place.unit.scopes_of_c89:
        lifetimes.leave(low, low.scope[depth:], statement.place.span)
        del low.scope[depth:]


def _loop(low: Lowering, statement: While | Do | For) -> None:
    graph, depth = low.graph, len(low.scope)
    if isinstance(statement, For) and statement.start is not None:
        execute(low, statement.start)
    head, body, behind = graph.location(), graph.location(), graph.location()
    again = graph.location() if isinstance(statement, For) else head
    if isinstance(statement, Do):
        graph.label(body)
    else:
        graph.label(head)
        _test(low, statement, body, behind)
        graph.at(body)
    low.breaks.append((behind, len(low.scope)))
    low.continues.append((again, len(low.scope)))
    _execute_part(low, statement.body)
    low.breaks.pop()
    low.continues.pop()
    graph.jump(again)
    if isinstance(statement, For):
        graph.at(again)
        if statement.step is not None:
            with _head(low):
                execute(low, statement.step)
        graph.jump(head)
    elif isinstance(statement, Do):
        graph.at(head)
        _test(low, statement, body, behind)
    graph.at(behind)
    _end_scope(low, depth, statement)


def _test(low: Lowering, statement: While | Do | For, body: int, behind: int) -> None:
    if statement.condition is None:
        low.graph.jump(body)
    else:
        with _head(low):
            _branch(low, statement.condition, body, behind)


def _branch(low: Lowering, condition: Expression, yes: int, no: int) -> None:
    """Goes to `yes` where the condition holds, else to `no`; to either where it is not modelled."""
    with gaps.evaluation(low, condition) as gap:
        conditions.branch(low, condition, yes, no)
    if gaps.follow(low, gap):
        gaps.perhaps(low, yes, no, condition.place.span)


@contextmanager
def _head(low: Lowering) -> Iterator[None]:
    """In the head of a loop or switch, compilers disagree about what `break` and `continue` leave."""
    low.breaks.append(None)
    low.continues.append(None)
    yield
    low.breaks.pop()
    low.continues.pop()


# -- switch ----------------------------------------------------------------------------------------------


def _switch(low: Lowering, statement: Switch) -> None:
    graph, span, depth = low.graph, statement.value.place.span, len(low.scope)
    cases, complete = cases_of(statement.body)
    with _head(low), gaps.evaluation(low, statement.value) as gap:
        if not isinstance(statement.value.type, IntType) or not complete:
            low.use(statement.value)
            low.wild("switch", statement.place)
            chosen = constant(0, 1)
        else:
            chosen = low.value(statement.value)
            if chosen.op is not None and len(cases) > 1:
                chosen = low.stored(chosen, statement.value.place.span, signed=statement.value.type.signed)
    behind, default = graph.location(), None
    for case in cases:
        entry = graph.location()
        low.cases[case] = (entry, len(low.scope))
        if case.low is None:
            default = entry
        elif not low.dead:
            onwards = graph.location()
            graph.split(matches(case, chosen, statement), entry, onwards, span)
            graph.at(onwards)
    last = behind if default is None else default
    graph.jump(last)
    if gaps.follow(low, gap):
        for case in cases:
            onwards = graph.location()
            gaps.perhaps(low, low.cases[case][0], onwards, span)
            graph.at(onwards)
        graph.jump(last)
    low.breaks.append((behind, len(low.scope)))
    _execute_part(low, statement.body)
    low.breaks.pop()
    graph.jump(behind)
    for case in cases:
        if case in low.cases:  # it lies in what is not modelled, or in an expression that is not reached
            graph.at(low.cases.pop(case)[0])
            low.wild("case that is not modelled", case.place)
    graph.at(behind)
    _end_scope(low, depth, statement)


def _case(low: Lowering, statement: Case) -> None:
    """Code runs into the case from above; from the dispatch it passes the declarations in between."""
    entry, depth = low.cases.pop(statement)
    location = low.graph.location()
    low.graph.jump(location)
    low.graph.at(entry)
    enter_scope(low, low.scope[depth:], statement.place)
    low.graph.label(location)
    execute(low, statement.body)


# -- labels ---------------------------------------------------------------------------------------------


def _label(low: Lowering, statement: Label) -> None:
    mark(low, statement)
    execute(low, statement.body)
