"""Lowers the start of a program: memory and lasting variables get their values, and the entry is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting import gaps
from maymust.frontends.c.emitting.checks import check_leak
from maymust.frontends.c.emitting.lowering import Lowering
from maymust.frontends.c.emitting.program import ProgramContext
from maymust.frontends.c.expressions import initialise
from maymust.frontends.c.lowering.evaluator import Evaluator
from maymust.frontends.c.memory.regions import Region, roles
from maymust.frontends.c.memory.targets import MemoryPlace
from maymust.frontends.c.points_to.graph import Ref
from maymust.frontends.c.points_to.objects import FromOutside, Named
from maymust.frontends.c.source import GlobalInput, HiddenInput, MemoryInput, ParameterInput
from maymust.frontends.c.storage.access import LARGEST_COPY, save_elements
from maymust.frontends.c.storage.inputs import read_inputs
from maymust.frontends.c.storage.padding import zero as zero_padding
from maymust.frontends.c.tree.expressions import CompoundLiteral, Declared, Text
from maymust.frontends.c.types import ArrayType, IntType, PointerType
from maymust.ir.memory import OBJECT_WIDTH, OUTSIDE, UNINITIALISED, Role
from maymust.ir.program import START, Assign, Assume, Call, Havoc, Return
from maymust.terms import TRUE, ArraySort, Term, and_, constant, eq, fill, less_equal, ne, select
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.memory.overlaps import Overlap
    from maymust.frontends.c.tree.leaves import Leaf
    from maymust.frontends.c.tree.statements import Function
    from maymust.ir.program import Variable
    from maymust.ir.source import Span


def start(
    context: ProgramContext,
    entry: Function,
    span: Span,
    *,
    globals_are_inputs: bool,
    overlap: Overlap | None = None,
) -> Lowering:
    """Sets every global, reads the parameters of the entry, and calls it. Requires that all is lowered. If
    memory may `overlap`, that it does not is one of the things that may happen."""
    low = Evaluator(context, None, START)
    with gaps.evaluation(low) as gap:
        arguments = _prepare(low, entry, span, globals_are_inputs=globals_are_inputs)
        for what, place in context.declarations.run_by_themselves():
            low.wild(what, place)
        for name in context.declarations.run_first():
            if name != entry.name:
                low.graph.emit(Call((), name, ()), span)
        if overlap is not None:
            if overlap.mixed:
                low.unmodelled(overlap.reason, entry.place)
            hint = f"{overlap.reason} (--assume-separate, if callers see to it that it does not)"
            low.refuse_perhaps(TRUE, "memory from outside overlaps", hint, entry.place)
    gaps.resume(low, gap)
    low.graph.emit(Call((), entry.name, tuple(arguments)), span)
    if entry.name == library.MAIN:
        check_leak(low, entry.place)
    low.graph.end(Return(()), span)
    return low


def _prepare(low: Lowering, entry: Function, span: Span, *, globals_are_inputs: bool) -> list[Term]:
    """Sets every global and reads the parameters of the entry; what it is to be given. Where its declaration
    forbids null, its callers do not pass it."""
    _make_memory(low, span)
    for declared in list(low.program.lasting):
        _set_lasting(low, declared, globals_are_inputs=globals_are_inputs)
    for region in low.program.memory.regions():
        for key in region.named:
            if region.cells:
                _set_in_memory(low, region, key, globals_are_inputs=globals_are_inputs)
    arguments: list[Term] = []
    forbidden = low.program.declarations.nonnull_parameters(entry.name)
    for position, parameter in enumerate(entry.parameters):
        if not low.program.is_passed(parameter):
            continue
        parts = tuple([v.term for v in low.declare(parameter)])
        name, origin = parameter.name or "unnamed parameter", ParameterInput(position)
        read_inputs(low, parts, parameter.type, name, "parameter", parameter.place, origin)
        signed = isinstance(parameter.type, IntType) and parameter.type.signed
        if position in forbidden and isinstance(parameter.type, PointerType):
            low.graph.emit(Assume(ne(parts[0], constant(0, OBJECT_WIDTH))), parameter.place.span)
        if entry.name == library.MAIN and position == 0 and signed:
            low.graph.emit(Assume(_is_count(low, parts[0])), parameter.place.span)
        arguments += parts
    if entry.name == library.MAIN:
        _assume_arguments(low, entry)
    return arguments


def _is_count(low: Lowering, count: Term) -> Term:
    """Whether there can be so many arguments: pointers to them are in an array, with a null behind them."""
    word, width = low.program.memory.word, count.width
    most = (1 << (word - 1)) // (word // 8) - 1
    found = less_equal(constant(0, width), count, signed=True)
    return (
        found if most >> (width - 1) else and_(found, less_equal(count, constant(most, width), signed=True))
    )


def _assume_arguments(low: Lowering, main: Function) -> None:
    """`main(argc, argv)`: argv is not null, and argv[0] is if argc is 0, and only then (C11 5.1.2.2.1)."""
    if len(main.parameters) < 2 or not all(low.program.is_passed(p) for p in main.parameters[:2]):
        return
    count, given = main.parameters[:2]
    if not isinstance(count.type, IntType) or not isinstance(given.type, PointerType):
        return
    if not isinstance(given.type.target, PointerType):
        return
    (number,), (object_, offset), span = low.parts(count), low.parts(given), given.place.span
    low.graph.emit(Assume(ne(object_, constant(0, OBJECT_WIDTH))), span)
    memory = low.program.memory
    first = memory.points.object(FromOutside(given.type.target))
    cell = memory.points.graph.find_cell(first)
    if cell is None or cell.start not in memory.region(first).cells or roles(cell)[0] is not Role.OBJECT:
        return
    index, held = memory.index(first, object_, offset), memory.cell(first)[1][0].term
    name = held if index is None else select(held, index)
    is_given = ne(name, constant(0, OBJECT_WIDTH))
    low.graph.emit(Assume(eq(is_given, ne(number, constant(0, number.width)))), span)


def memory_variables(context: ProgramContext) -> list[Variable]:
    """The variables of memory that are used."""
    memory = context.memory
    found: list[Variable] = list(context.busy.values())
    if context.returned is not None:
        found.append(context.returned)
    regions = memory.regions()
    if any(region.allocated or (region.outside and region.cells) for region in regions):
        found.append(memory.next)
    if memory.live is not None:
        found.append(memory.live)
    found += memory.all_closed.values()
    for region in regions:
        found += [v for v in (region.sizes, region.alive) if v is not None]
        found += region.lifetimes.values()
        found += region.initial.values()
        for variables in region.cells.values():
            found += variables
    return found


def _make_memory(low: Lowering, span: Span) -> None:
    memory = low.program.memory
    for region in memory.regions():
        if _is_set(region):
            for begin in list(region.node.cells):
                memory.cell(Ref(region.node, begin))
    for variable in memory_variables(low.program):
        term = variable.term
        if variable is memory.next:
            low.graph.emit(Assign(term, constant(memory.first_allocated, OBJECT_WIDTH)), span)
        else:
            low.graph.emit(Assign(term, _filled(term, 0)), span)
    for region in memory.regions():
        if not region.starts_with_zero:
            for begin in region.cells:
                _make_unknown(low, region, begin, span)


def _is_set(region: Region) -> bool:
    """Whether objects of a region may get values before the entry is called: variables and texts, if
    something accesses the region, and compound literals outside functions in any case."""
    if any(isinstance(key.what, CompoundLiteral) and key.what.lasting for key in region.named):
        return True
    return bool(region.cells) and any(key.is_lasting for key in region.named)


def _make_unknown(low: Lowering, region: Region, begin: int, span: Span) -> None:
    """A cell of a region holds anything, pointers what is not initialised."""
    for role, variable in zip(roles(region.node.cells[begin]), region.cells[begin], strict=True):
        held = variable.term
        if role is Role.OBJECT and not region.outside:
            low.graph.emit(Assign(held, _filled(held, UNINITIALISED)), span)
        elif role in (Role.VALUE, Role.OBJECT):
            low.graph.emit(Havoc(held, "memory", "uninitialised"), span, MemoryInput())
            if begin in region.initial:
                low.graph.emit(Assign(region.initial[begin].term, held), span)


def _filled(term: Term, value: int) -> Term:
    if isinstance(term.sort, ArraySort):
        return fill(constant(value, term.sort.element), term.sort.index)
    return constant(value, term.width)


def _set_lasting(low: Lowering, declared: Declared, *, globals_are_inputs: bool) -> None:
    terms = low.parts(declared)
    if declared.outside or (globals_are_inputs and declared.is_users):
        _read_lasting(low, terms, declared)
        return
    value = initialise.initial_value(low, declared.type, low.program.declarations.initial_value(declared))
    if value is not None:
        for term, new in zip(terms, value, strict=True):
            low.graph.emit(Assign(term, new), declared.place.span)


def _read_lasting(low: Lowering, terms: tuple[Term, ...], declared: Declared) -> None:
    name, span = declared.name, declared.place.span
    if name in library.STREAMS and isinstance(declared.type, PointerType) and declared.outside:
        number = OUTSIDE + library.STREAMS.index(name)
        low.assign(terms[0], constant(number, OBJECT_WIDTH), span)
        low.assign(terms[1], constant(0, low.program.memory.word), span)
        return
    origin = GlobalInput(name) if declared.owner is None else HiddenInput()
    if declared.outside and declared.owner is None:
        low.program.undefined.append(name)
    read_inputs(low, terms, declared.type, name, "global", declared.place, origin)


def _set_in_memory(low: Lowering, region: Region, key: Named, *, globals_are_inputs: bool) -> None:
    if not key.is_lasting or low.dead:
        return
    what, shapes = key.what, low.program.shapes
    memory = low.program.memory
    target = MemoryPlace(
        memory.points.object(key), constant(memory.number(key), OBJECT_WIDTH), constant(0, memory.word)
    )
    if shapes.obstacle(what.type) is not None:
        if not region.starts_with_zero or (isinstance(what, Declared) and what.outside):
            low.unmodelled(f"initial value of a {shapes.obstacle(what.type)}", what.place)
        return
    leaves = shapes.leaves(what.type)
    if isinstance(what, Text):
        assert isinstance(what.type, ArrayType)
        value = initialise.text_value(low, what.type, what.data)
    elif isinstance(what, Declared) and (what.outside or (globals_are_inputs and what.is_users)):
        value = tuple([low.temporary(part.sort, what.name) for part in shapes.parts(what.type)])
        _read_lasting(low, value, what)
    else:
        assert isinstance(what, Declared)
        given = initialise.initial_value(low, what.type, low.program.declarations.initial_value(what))
        if given is None:
            return
        value = given
        if not region.starts_with_zero:
            padding = zero_padding(low, target, what.type, what.place)
            leaves, value = (*leaves, *padding.leaves), (*value, *padding.value)
    position = 0
    for leaf in leaves:
        parts = value[position : position + len(leaf.parts())]
        position += len(parts)
        chosen = _elements(leaf, parts, only_set=region.starts_with_zero)
        if chosen is None or len(chosen) > LARGEST_COPY:
            low.unmodelled("large array beside memory that is not zero", what.place)
            return
        save_elements(low, target, leaf, parts, chosen, what.place)


def _elements(leaf: Leaf, parts: tuple[Term, ...], *, only_set: bool) -> list[int] | None:
    """The elements to set: all, or those that are not zero by default. None: too many."""
    if not leaf.dimensions:
        return [0]
    if not only_set:
        return None if leaf.count > LARGEST_COPY else list(range(leaf.count))
    chosen: set[int] = set()
    for term in parts:
        at = term
        while at.op is ops.STORE:
            index = at.args[1].value
            if not isinstance(index, int):
                return None
            chosen.add(index)
            at = at.args[0]
        if at.op is not ops.FILL:
            return None if leaf.count > LARGEST_COPY else list(range(leaf.count))
    return sorted(chosen)
