"""Checks where library functions are called what they require of their arguments (`library.requirements`):
that pointers are not null, that what they point to is there and large enough, that strings have an end, that
streams are open.

This is part of the safety of memory: the checks are there where `null`, `deref` or `bounds` is asked for.
What a caller passes to the entry as a string is taken to be one, and as a stream, to be open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import stream_checks
from maymust.frontends.c.effects.sets import InMemory
from maymust.frontends.c.emitting.checks import check, check_null
from maymust.frontends.c.emitting.gaps import check_perhaps, leave_open
from maymust.frontends.c.library.requirements import Requirement, requirements, row_of
from maymust.frontends.c.memory.extents import measured
from maymust.frontends.c.memory.targets import MemoryPlace
from maymust.frontends.c.storage.access import check_access, check_number, check_writable, load
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import IntType, PointerType
from maymust.ir.memory import OBJECT_WIDTH, UNINITIALISED
from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    bitvec,
    constant,
    eq,
    ite,
    less,
    make,
    ne,
    negation,
    resize,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression, Expression
    from maymust.frontends.c.tree.places import Place

ASKED = ("null", "deref", "bounds")
_CHARACTERS = {"text": IntType(8, signed=True), "wide": IntType(32, signed=True)}
Given = dict["Expression", "Value | None"]


def are_checked(asked: frozenset[str]) -> bool:
    """Whether arguments are checked in full, by what is asked for. Else a library function that reads beyond
    the end of something goes on, as machines do; null for a stream stops the program, what follows other null
    pointers is not known, and what is written is checked."""
    return not asked.isdisjoint(ASKED)


def evaluate(low: Lowering, call: CallExpression) -> Given:
    """Evaluates the arguments of a call without a body, and checks them: the values of those that are
    required to be something."""
    wanted = _mentioned(low, call)
    given: Given = {}
    for argument in call.arguments:
        if argument in wanted:
            given[argument] = low.value_of(argument)
        else:
            low.use(argument)
    check_given(low, call, given)
    return given


def evaluate_all(low: Lowering, call: CallExpression) -> Given:
    """Evaluates all arguments of a call without a body, and checks them: their values."""
    given: Given = {argument: low.value_of(argument) for argument in call.arguments}
    check_given(low, call, given)
    return given


def _mentioned(low: Lowering, call: CallExpression) -> set[Expression]:
    if row_of(call) is None:
        if not are_checked(low.program.checks.asked):
            return set()
        return {argument for argument in call.arguments if isinstance(argument.type, PointerType)}
    return {argument for requirement in requirements(call) for argument in requirement.mentioned()}


def check_given(low: Lowering, call: CallExpression, given: Given, *, modelled: bool = False) -> None:
    """Checks arguments that have been evaluated, of a function that is `modelled` or not. One without a body
    that is not known may look at all that it is given."""
    if call.place.unit.is_model:
        return
    row = row_of(call)
    if row is None:
        for argument in call.arguments if are_checked(low.program.checks.asked) else ():
            _check_not_gone(low, call, argument, given.get(argument))
        return
    if modelled and not are_checked(low.program.checks.asked):
        return  # the model goes wrong where the function does
    for requirement in requirements(call, modelled=modelled):
        value = given.get(requirement.argument)
        if not low.dead:
            _check(low, call, requirement, value, given, modelled=modelled)
    if row.stream is not None and not low.dead:
        stream_checks.check_standard(low, row.stream, _name(call), call.place)


def _check(
    low: Lowering,
    call: CallExpression,
    requirement: Requirement,
    value: Value | None,
    given: Given,
    *,
    modelled: bool,
) -> None:
    place, in_full = requirement.argument.place, are_checked(low.program.checks.asked)
    if requirement.kind == "format":
        if in_full:
            low.unmodelled(f"`{_name(call)}` with a format that is not known", call.place)
        return
    if requirement.kind == "wrong" or value is None or len(value) != 2:
        low.unmodelled(f"`{_name(call)}` with such arguments", call.place)
        return
    span = place.span
    object_, offset = (low.stored(term, span) if term.value is None else term for term in value)
    ref = low.program.memory.points.value(requirement.argument)[0]
    target = MemoryPlace(ref, object_, offset, pointer=place, access=place, by=_name(call))
    behind = low.graph.location()
    null = and_(eq(object_, constant(0, OBJECT_WIDTH)), eq(offset, constant(0, offset.width)))
    if requirement.null:
        something = low.graph.location()
        low.graph.split(null, behind, something, span)
        low.graph.at(something)
    if requirement.null_is_open:
        undefined = f"undefined: null for %s in `{_name(call)}`"
        leave_open(low, null, undefined, place, ("null", target.told("null pointer dereference")))
    match requirement.kind:
        case "text" | "wide" if not in_full or (modelled and requirement.perhaps_unread):
            _check_object(low, target)
        case "text" | "wide":
            _check_text(low, target, _most(low, requirement, given), requirement)
        case "stream":
            _check_object(low, target, null_is_open=False)
            stream_checks.check_open(low, target)
        case "function":
            check_null(low, null, f"null pointer given to `{_name(call)}`", place, is_open=True)
        case "read" | "written":
            length = _length(low, requirement, given)
            if requirement.null_if_empty:
                something = low.graph.location()
                empty = eq(length, constant(0, length.width))
                low.graph.split(and_(null, empty), behind, something, span)
                low.graph.at(something)
            if in_full or requirement.kind == "written":
                _check_extent(low, target, length)
                if requirement.kind == "written":
                    _check_written(low, target, length if requirement.factor else None)
            else:
                _check_object(low, target)
    low.graph.jump(behind)
    low.graph.at(behind)


def _check_object(low: Lowering, target: MemoryPlace, *, null_is_open: bool = True) -> None:
    """The pointer leads to an object, which is there. What a function does with null, if nobody asks, is
    open: calls of the system give an error."""
    assert target.access is not None
    memory, place, inside = low.program.memory, target.access, f" in `{target.by}`"
    region, no_object = memory.region(target.ref), eq(target.object, constant(0, OBJECT_WIDTH))
    check_number(low, target, "access", place)
    check_null(low, no_object, "null pointer dereference" + inside, place, is_open=null_is_open)
    gone = "dereference of a pointer to a variable that is gone"
    for good, message in (
        (memory.validity.exists(target.ref, target.object), "dereference of an uninitialised pointer"),
        (memory.validity.in_scope(target.ref, target.object), gone),
        (
            memory.validity.not_freed(target.ref, target.object),
            "use after free" if region.on_heap else gone,
        ),
    ):
        check(low, "deref", negation(good), message + inside, place)


def _check_extent(low: Lowering, target: MemoryPlace, length: Term) -> None:
    """So many bytes are there."""
    assert target.access is not None
    place = target.access
    _check_object(low, target)
    if low.dead:
        return
    known, enough = measured(low.program.memory, target.ref, target.object, target.offset, length)
    message = target.told("access out of bounds")
    check(low, "bounds", negation(enough), message, place)
    beyond = "access beyond what is known of memory from outside"
    leave_open(low, negation(known), beyond, place, ("bounds", message))


def _check_written(low: Lowering, target: MemoryPlace, length: Term | None) -> None:
    """So many bytes may be written; where that is not known, it is more than none."""
    assert target.access is not None
    if low.dead or (length is not None and length.value == 0):
        return
    place, graph = target.access, low.graph
    some, behind = graph.location(), graph.location()
    none = FALSE if length is None else eq(length, constant(0, length.width))
    graph.split(none, behind, some, place.span)
    graph.at(some)
    code = low.program.memory.validity.is_code(target.object)
    check(low, "deref", code, target.told("write to a function"), place)
    check_writable(low, target, 1, place)
    graph.jump(behind)
    graph.at(behind)


def _check_text(low: Lowering, target: MemoryPlace, most: Term | None, requirement: Requirement) -> None:
    """All characters of a string are there, up to the zero or to so many. Of one from outside, the first; the
    others, if the program does not change it."""
    place, memory, graph = requirement.argument.place, low.program.memory, low.graph
    region, character = memory.region(target.ref), _CHARACTERS[requirement.kind]
    size = character.width // 8
    if not region.named and not region.allocated and most is None:
        check_access(low, target, size, place)
        _leave_open_if_changed(low, target, place)
        return
    if requirement.perhaps_unread:
        _check_object(low, target)  # also where no character is looked at
    span, word = place.span, memory.word
    index = low.temporary(bitvec(word))
    low.assign(index, constant(0, word), span)
    head, behind = graph.location(), graph.location()
    graph.jump(head)
    graph.at(head)
    if most is not None:
        more = graph.location()
        graph.split(less(index, most, signed=False), more, behind, span)
        graph.at(more)
    distance = make(ops.MUL, (index, constant(size, word))) if size > 1 else index
    at = replace(target, offset=add(target.offset, distance))
    value = load(low, at, low.program.shapes.leaves(character), place)
    if value is not None and not low.dead:
        inner, onwards, outside = graph.location(), graph.location(), graph.location()
        graph.split(memory.validity.is_outside(target.object), outside, inner, span)
        graph.at(outside)
        _leave_open_if_changed(low, target, place)
        graph.jump(behind)
        graph.at(inner)
        graph.split(eq(value[0], constant(0, value[0].width)), behind, onwards, span)
        graph.at(onwards)
        low.assign(index, add(index, constant(1, word)), span)
        graph.jump(head)
    graph.at(behind)


def _leave_open_if_changed(low: Lowering, target: MemoryPlace, place: Place) -> None:
    """A string from outside has an end, unless the program writes to it."""
    memory = low.program.memory
    if "bounds" not in low.program.checks.asked or not memory.region(target.ref).outside:
        return
    node = memory.points.graph.resolve(target.ref).node
    written = low.effects.of_function(low.program.entry).writes
    if any(isinstance(w, InMemory) and w.node is node for w in written):
        message, changed = target.told("access out of bounds"), "string from outside that the program changes"
        check_perhaps(low, "bounds", TRUE, message, changed, place)


def _check_not_gone(low: Lowering, call: CallExpression, argument: Expression, value: Value | None) -> None:
    """A pointer that is given away, and leads to an object, leads to one that is there."""
    if low.dead or value is None or len(value) != 2 or not isinstance(argument.type, PointerType):
        return
    memory = low.program.memory
    if "deref" not in low.program.checks.asked or not memory.points.value(argument):
        return
    ref = memory.points.value(argument)[0]
    object_ = value[0]
    is_set = ne(object_, constant(UNINITIALISED, OBJECT_WIDTH))
    for good, what in (
        (memory.validity.in_scope(ref, object_), "a variable that is gone"),
        (memory.validity.not_freed(ref, object_), "freed memory"),
    ):
        bad = and_(is_set, negation(good))
        check(low, "deref", bad, f"pointer to {what} given to `{_name(call)}`", argument.place)
    stream_checks.check_given_away(low, ref, object_, _name(call), argument.place)


def _length(low: Lowering, requirement: Requirement, given: Given) -> Term:
    """How many bytes are needed: none for a negative number, where the product does not fit, as many as can
    be, and one of those of which only some are touched."""
    word = low.program.memory.word
    wide = 2 * word + 8
    product = constant(requirement.factor or 0, wide)
    for size in requirement.sizes:
        value = given.get(size)
        assert value is not None and isinstance(size.type, IntType)
        number = resize(value[0], word, signed=size.type.signed)
        if size.type.signed:
            zero = constant(0, word)
            number = ite(less(number, zero, signed=True), zero, number)
        number = resize(number, wide, signed=False)
        product = make(ops.MUL, (product, number))
    if requirement.partly:
        some = ne(product, constant(0, wide))
        return ite(some, constant(1, word), constant(0, word))
    most = constant((1 << word) - 1, wide)
    if len(requirement.sizes) + (requirement.factor > 1) > 1:
        product = ite(less(product, most, signed=False), product, most)
    return resize(product, word, signed=False)


def _most(low: Lowering, requirement: Requirement, given: Given) -> Term | None:
    """How many characters are looked at; a negative precision counts for none at all."""
    word, most = low.program.memory.word, requirement.most
    if most is None or isinstance(most, int):
        return None if most is None else constant(most, word)
    value = given.get(most)
    assert value is not None and isinstance(most.type, IntType)
    return resize(value[0], word, signed=most.type.signed)


def _name(call: CallExpression) -> str:
    return function_name(call.function or "").removeprefix("__builtin_").removeprefix("__maymust_")
