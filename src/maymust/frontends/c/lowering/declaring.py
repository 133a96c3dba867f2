"""Lowers declarations of variables, and checks the lengths of arrays in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import allocation
from maymust.frontends.c.emitting import gaps
from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.expressions import initialise, lifetimes, lvalues, uninitialised
from maymust.frontends.c.memory.targets import PlainPlace
from maymust.frontends.c.reading.variables import type_obstacle
from maymust.frontends.c.source import Uninitialised
from maymust.frontends.c.storage.access import save
from maymust.frontends.c.storage.fresh import is_cell, save_unknown
from maymust.frontends.c.storage.inputs import read_inputs
from maymust.frontends.c.tree.expressions import Declared, Expression, Name
from maymust.frontends.c.tree.nodes import walk
from maymust.frontends.c.tree.statements import (
    Case,
    Compound,
    Declare,
    Do,
    For,
    If,
    Label,
    Lengths,
    Null,
    Statement,
    Switch,
    While,
)
from maymust.frontends.c.types import IntType, is_scalar, size_of
from maymust.terms import TRUE, constant, less, resize

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.tree.places import Place


def check_lengths(low: Lowering, statement: Null | Lengths) -> None:
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


def declares_outside_block(statement: Statement) -> bool:
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
        if declares_outside_block(inner):
            return True
    return False


def declare(low: Lowering, statement: Declare) -> None:
    """A variable comes to life, and gets its initial value."""
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
