"""Statements: their control flow."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, assert_never

from maymust.frontends.c.builtins import allocation
from maymust.frontends.c.emitting import gaps
from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.emitting.lowering import Destination
from maymust.frontends.c.lowering import (
    conditions,
    conversions,
    initialise,
    lifetimes,
    lvalues,
    uninitialised,
)
from maymust.frontends.c.lowering.missing_values import is_watched, note_return
from maymust.frontends.c.lowering.null_checks import check_returned
from maymust.frontends.c.memory.targets import PlainPlace, Value
from maymust.frontends.c.reading.variables import type_obstacle
from maymust.frontends.c.source import Uninitialised
from maymust.frontends.c.storage.access import save
from maymust.frontends.c.storage.fresh import is_cell, save_unknown
from maymust.frontends.c.storage.inputs import read_inputs
from maymust.frontends.c.tree.nodes import (
    Break,
    Case,
    Compound,
    Continue,
    Declare,
    Declared,
    Do,
    Evaluate,
    Expression,
    For,
    Goto,
    If,
    Label,
    Lengths,
    LocalObject,
    Name,
    Node,
    Null,
    OpaqueStatement,
    Return,
    Statement,
    Switch,
    While,
    children,
    walk,
)
from maymust.frontends.c.types import IntType, VoidType, is_scalar, size_of
from maymust.ir import program as ir
from maymust.terms import (
    TRUE,
    ArraySort,
    BitVecSort,
    Sort,
    Term,
    and_,
    constant,
    eq,
    fill,
    less,
    less_equal,
    resize,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.source import Span


def execute(low: Lowering, statement: Statement) -> None:
    """Emits the code of a statement. It is walked even where it cannot be reached, for labels in it can."""
    if statement.place.unit.scopes_of_c89 and _declares_outside_block(statement):
        low.unmodelled("declaration where a statement must be", statement.place)
    match statement:
        case Null() | Lengths():
            _check_lengths(low, statement)
        case Evaluate(expression=expression):
            with gaps.evaluation(low, expression) as gap:
                low.discard(expression)
            gaps.resume(low, gap)
        case Declare(initialiser=initialiser):
            with gaps.evaluation(low, *([] if initialiser is None else [initialiser])) as gap:
                _declare(low, statement)
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
            _goto(low, statement)
        case Break():
            _leave(low, statement, low.breaks)
        case Continue():
            _leave(low, statement, low.continues)
        case Return():
            _return(low, statement)
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


def _check_lengths(low: Lowering, statement: Null | Lengths) -> None:
    """What a declaration that does nothing else may have to say: the lengths of arrays must be positive (C11
    6.7.6.2p5)."""
    if isinstance(statement, Null) or "vla" not in low.program.checks.asked:
        return
    if not statement.clear:
        construct = "length of an array that is not clear"
        gaps.leave_open(low, TRUE, construct, statement.place, ("vla", allocation.EMPTY))
        return
    word = low.program.memory.word
    for length in statement.lengths:
        assert isinstance(length.type, IntType)
        with gaps.evaluation(low, length) as gap:
            number = resize(low.value(length), word, signed=length.type.signed)
            empty = less(number, constant(1, word), signed=True)
            check(low, "vla", empty, allocation.EMPTY, statement.place)
        gaps.resume(low, gap)


def _declares_outside_block(statement: Statement) -> bool:
    """Whether a branch or body is a declaration without a block. Clang lets it pass, and with the scopes of
    C89 the variable is then known behind the statement, whether the declaration was reached or not."""
    match statement:
        case If(then=then, otherwise=otherwise):
            bodies = [then] if otherwise is None else [then, otherwise]
        case While(body=body) | Do(body=body) | For(body=body) | Switch(body=body):
            bodies = [body]
        case _:
            return False
    for inner in bodies:
        while isinstance(inner, Label | Case):
            inner = inner.body
        if isinstance(inner, Declare) or (isinstance(inner, Compound) and not inner.scope and inner.items):
            return True
        if _declares_outside_block(inner):
            return True
    return False


def block_value(low: Lowering, block: Compound, *, wanted: bool) -> Value | None:
    """Executes a block. If `wanted`, the result is the value of the expression that it ends with, if any."""
    depth, result = len(low.scope), None
    if block.scope:
        low.blocks.append(block)
        low.homes |= dict.fromkeys(_declared(block), block)
    for item in block.items:
        inner = item
        while wanted and item is block.items[-1] and isinstance(inner, Label):
            _mark(low, inner)
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


# -- declarations ----------------------------------------------------------------------------------------


def _declare(low: Lowering, statement: Declare) -> None:
    declared, initialiser, place = statement.variable, statement.initialiser, statement.place
    obstacle = low.program.obstacle(declared)
    if obstacle is not None:
        if initialiser is not None:
            low.use(initialiser)
        if declared.obstacle != type_obstacle(declared.name, declared.type):
            low.wild(obstacle, place)  # an attribute may run code
        return
    low.scope.append(declared)
    lifetimes.enter(low, declared, place)
    if initialiser is None or _reads_itself(low, declared, initialiser):
        make_uninitialised(low, declared, place, None if initialiser is not None else place.declarator_end())
    if initialiser is not None and not low.dead:
        target = lvalues.variable(low, declared)
        initialise.initialise(low, target, declared.type, initialiser, place)
        uninitialised.mark(low, declared, place.span, is_set=True)


def _reads_itself(low: Lowering, declared: Declared, initialiser: Expression) -> bool:
    if low.effects.reads_variable(initialiser, declared):
        return True
    return low.program.memory.points.in_memory(declared) and any(
        isinstance(node, Name) and node.variable is declared for node in walk(initialiser)
    )


def make_uninitialised(low: Lowering, declared: Declared, place: Place, offset: int | None) -> None:
    """The variable holds anything."""
    origin = Uninitialised(declared.name, offset, watched=declared in low.program.checks.tracked)
    target = lvalues.variable(low, declared)
    uninitialised.mark(low, declared, place.span, is_set=False)
    if isinstance(target, PlainPlace):
        read_inputs(low, target.terms, declared.type, declared.name, "uninitialised", place, origin)
    elif is_scalar(declared.type) and is_cell(low, target, declared.type):
        parts = low.program.shapes.parts(declared.type)
        held = tuple([low.temporary(part.sort, declared.name, signed=part.signed) for part in parts])
        read_inputs(low, held, declared.type, declared.name, "uninitialised", place, origin)
        save(low, target, low.program.shapes.leaves(declared.type), held, place)
    else:
        save_unknown(low, target, size_of(declared.type) or 0, declared.name, place, origin)


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


def _leave(low: Lowering, statement: Break | Continue, targets: list[tuple[int, int] | None]) -> None:
    if not targets or targets[-1] is None:
        low.wild("jump out of the head of a loop", statement.place)
    else:
        location, depth = targets[-1]
        lifetimes.leave(low, low.scope[depth:], statement.place.span)
        low.graph.jump(location)


# -- switch ----------------------------------------------------------------------------------------------


def _switch(low: Lowering, statement: Switch) -> None:
    graph, span, depth = low.graph, statement.value.place.span, len(low.scope)
    cases, complete = _cases(statement.body)
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
            graph.split(_matches(case, chosen, statement), entry, onwards, span)
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


def _matches(case: Case, chosen: Term, statement: Switch) -> Term:
    assert case.low is not None and case.high is not None and isinstance(statement.value.type, IntType)
    low, high = constant(case.low, chosen.width), constant(case.high, chosen.width)
    if low is high:
        return eq(chosen, low)
    signed = statement.value.type.signed
    return and_(less_equal(low, chosen, signed=signed), less_equal(chosen, high, signed=signed))


def _cases(body: Statement) -> tuple[list[Case], bool]:
    """The cases of a switch, without those of switches inside, and whether all are known."""
    found: list[Case] = []
    stack: list[tuple[Node, bool]] = [(body, False)]
    complete = True
    while stack:
        node, hidden = stack.pop()
        if isinstance(node, Case):
            found.append(node)
            complete = complete and not hidden
        elif isinstance(node, OpaqueStatement):
            hidden = True
            complete = complete and not node.construct.startswith("case")
        inner = (node.value,) if isinstance(node, Switch) else children(node)
        stack.extend([(part, hidden) for part in reversed(inner)])
    return found, complete


def _case(low: Lowering, statement: Case) -> None:
    """Code runs into the case from above; from the dispatch it passes the declarations in between."""
    entry, depth = low.cases.pop(statement)
    location = low.graph.location()
    low.graph.jump(location)
    low.graph.at(entry)
    _enter_scope(low, low.scope[depth:], statement.place)
    low.graph.label(location)
    execute(low, statement.body)


def _enter_scope(low: Lowering, objects: list[LocalObject], place: Place) -> None:
    """A jump past these declarations leaves the variables uninitialised."""
    for local in objects:
        lifetimes.enter(low, local, place)
        if isinstance(local, Declared):
            make_uninitialised(low, local, place, None)


# -- jumps -----------------------------------------------------------------------------------------------


def _label(low: Lowering, statement: Label) -> None:
    _mark(low, statement)
    execute(low, statement.body)


def _mark(low: Lowering, statement: Label) -> None:
    """The place of a label is reached."""
    target = low.labels.setdefault(statement.identity, Destination(statement.name, low.graph.location()))
    target.scope, target.blocks = tuple(low.scope), tuple(low.blocks)
    low.graph.jump(target.location)
    for location, scope, place in target.waiting:
        low.graph.at(location)
        _jump(low, target, scope, place)
    low.graph.at(target.location)
    if statement in low.program.properties:
        low.violate(statement)


def _goto(low: Lowering, statement: Goto) -> None:
    target = low.labels.setdefault(statement.identity, Destination(statement.label, low.graph.location()))
    if low.graph.current is None:
        return
    if target.scope is None:
        target.waiting.append((low.graph.current, tuple(low.scope), statement.place))
        low.graph.current = None
    else:
        _jump(low, target, tuple(low.scope), statement.place)


def _jump(low: Lowering, target: Destination, scope: tuple[LocalObject, ...], place: Place) -> None:
    assert target.scope is not None
    left = [local for local in scope if local not in target.scope and not _stays(low, local, target)]
    lifetimes.leave(low, left, place.span)
    _enter_scope(low, [local for local in target.scope if local not in scope], place)
    low.graph.jump(target.location)


def _stays(low: Lowering, local: LocalObject, target: Destination) -> bool:
    """Whether an object lives on when its block goes on before its declaration (C11 6.2.4p6, p7)."""
    return isinstance(local, Declared) and local.count is None and low.homes.get(local) in target.blocks


def _return(low: Lowering, statement: Return) -> None:
    assert low.function is not None
    returns, expression, place = low.function.returns, statement.value, statement.place
    if expression is None or isinstance(returns, VoidType):
        if expression is not None:
            with gaps.evaluation(low, expression) as gap:
                low.discard(expression)
            gaps.resume(low, gap)
        return_nothing(low, place)
        return
    with gaps.evaluation(low, expression) as gap:
        value = low.value_of(expression)
        if value is None:
            low.unmodelled(f"value that `{ir.function_name(low.name)}` returns", place, evaluated=statement)
        else:
            value = conversions.converted(low, expression, value, returns)
    if value is not None and not low.dead:
        if lifetimes.ends_with(low, 0):
            value = low.kept(value, returns, place.span)
        check_returned(low, statement, value)
        _refuse_return(low, place)
    if value is not None and not low.dead:
        lifetimes.leave_function(low, place.span)
        note_return(low, place.span, has_value=True)
        low.graph.end(ir.Return(value), place.span)
    if gaps.follow(low, gap):
        low.graph.end(ir.Return(()), place.span)


def return_nothing(low: Lowering, place: Place, span: Span | None = None) -> None:
    """Returns without a value; where one is expected, it can be anything."""
    assert low.function is not None
    _refuse_return(low, place)
    if low.dead:
        return
    returns, span = low.function.returns, span or place.span
    lifetimes.leave_function(low, span)
    note_return(low, span, has_value=False)
    if isinstance(returns, VoidType):
        low.graph.end(ir.Return(()), span)
        return
    if low.program.shapes.obstacle(returns) is not None:
        low.unmodelled(f"value that `{ir.function_name(low.name)}` returns", place)
        low.graph.end(ir.Return(()), span)
        return
    name = f"return value of {ir.function_name(low.name)}"
    parts = low.program.shapes.parts(returns)
    if is_watched(low):  # nobody uses it
        low.graph.end(ir.Return(tuple([_zero(part.sort) for part in parts])), span)
        return
    result = tuple([low.temporary(part.sort, name, signed=part.signed) for part in parts])
    read_inputs(low, result, returns, name, "uninitialised", place, Uninitialised(name, None))
    low.graph.end(ir.Return(result), span)


def _refuse_return(low: Lowering, place: Place) -> None:
    """The path ends where a function returns that is declared not to (C11 6.7.4p8): compilers need not put
    its caller's code behind the call."""
    if low.program.declarations.never_returns(low.name) and not low.dead:
        low.wild(f"return from `{ir.function_name(low.name)}`, which is declared not to return", place)


def _zero(sort: Sort) -> Term:
    if isinstance(sort, ArraySort):
        return fill(constant(0, sort.element), sort.index)
    assert isinstance(sort, BitVecSort)
    return constant(0, sort.width)
