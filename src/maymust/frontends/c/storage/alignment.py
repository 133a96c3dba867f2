"""Checks that accesses are aligned for the type of the pointer that is dereferenced.

An address is the start of an object, which is a multiple of the object's alignment, and an offset. So the
offset decides, as far as the object is aligned; beyond that (an `int` in an array of `char`), nobody knows.
Some alignments are what machines do, not what C says: they are good for a failing test, not for a proof.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.emitting.gaps import check_perhaps
from maymust.frontends.c.memory.targets import Need
from maymust.frontends.c.points_to.objects import Allocated, FromOutside, Named
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.expressions import Declared, Text, Unary
from maymust.frontends.c.types import (
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    size_of,
)
from maymust.frozen import frozen
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import TRUE, and_, constant, eq, make, ne, or_
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.memory.regions import Memory
    from maymust.frontends.c.memory.targets import MemoryPlace
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.tree.places import Place
    from maymust.terms import Term

_ATTRIBUTE = re.compile(r"__attribute__\(\(aligned(?:\((?P<bytes>\d+)\))?")
_ALIGNAS = re.compile(r"\b_Alignas\((?P<bytes>\d+)\)")
_LARGE_ARRAY = 16  # bytes of a variable that is an array, from which on x86-64 aligns it to as many
_DECLARATIONS = frozenset({"VAR_DECL", "PARM_DECL"})
_MISALIGNED = "misaligned access"


@frozen
class Alignment:
    """The start of an object is a multiple of `promised` bytes, and with usual compilers of `usual`."""

    promised: int
    usual: int


def needed(low: Emitter, expression: Expression, ref: Ref, offset: Term) -> Need | None:
    """What `*p` or `p[i]` needs, where it is accessed; None if anything will do, or nobody asks."""
    place = expression.place
    if "align" not in low.program.checks.asked or not place.unit.is_users(place.cursor):
        return None
    bytes_ = _required(expression, low.program.memory.word)
    return Need(ref, offset, bytes_) if bytes_ > 1 else None


def _required(expression: Expression, word: int) -> int:
    """The alignment of what an expression dereferences, in the type that is written: a typedef may say
    another than that of the type that it names. (`p->f` stands at the place of `p`.)"""
    unit, cursor = expression.place.unit, expression.place.cursor
    type_ = unit.type_of(cursor)
    if isinstance(expression, Unary) and isinstance(expression.type, RecordType):
        inner = unit.pointee(type_)
        type_ = type_ if inner is None else inner
    written = unit.type_alignment(type_)
    return min(written, alignment_of(expression.type, word)) if written > 0 else 1


def alignment_of(type_: CType, word: int) -> int:
    """The alignment of a type on x86, in bytes; 1 where it is not known."""
    match type_:
        case IntType(width=width) | FloatType(width=width) | PointerType(width=width):
            return min(width, word) // 8
        case ArrayType(element=element):
            return alignment_of(element, word)
        case RecordType(alignment=alignment):
            return alignment or 1
    return 1


def check_aligned(low: Emitter, target: MemoryPlace, place: Place) -> None:
    """A place in memory, which can be accessed, is accessed."""
    need, memory = target.need, low.program.memory
    if need is None or low.dead:
        return
    known = memory.known_offset(need.ref)
    offset = need.offset if known is None else constant(known, need.offset.width)
    bad: list[Term] = []
    open_: list[Term] = []
    for alignment, here in _by_alignment(memory, need.ref, target.object):
        decided = min(need.bytes, alignment.usual)
        if divisor(offset) % decided:
            rest = make(ops.BAND, (offset, constant(decided - 1, offset.width)))
            bad.append(and_(here, ne(rest, constant(0, offset.width))))
        if alignment.promised < need.bytes:
            open_.append(here)
    check(low, "align", or_(*bad), _MISALIGNED, place)
    construct = "access that is aligned by chance, if it is"
    check_perhaps(low, "align", or_(*open_), _MISALIGNED, construct, place)


def divisor(term: Term) -> int:
    """A power of two by which the value of a term is divisible, as far as it shows."""
    limit = 1 << term.width
    if isinstance(term.value, int):
        return term.value & -term.value or limit
    if term.op in (ops.ADD, ops.SUB):
        return min(divisor(part) for part in term.args)
    if term.op is ops.MUL:
        first, second = (divisor(part) for part in term.args)
        return min(limit, first * second)
    if term.op is ops.ITE:
        return min(divisor(part) for part in term.args[1:])
    return 1


def _by_alignment(memory: Memory, ref: Ref, object_: Term) -> list[tuple[Alignment, Term]]:
    """The alignments that objects in the region of a place have, each with the condition that the object of a
    pointer has it. Requires that the pointer leads to an object of the region."""
    region = memory.region(ref)
    found: dict[Alignment, list[Term]] = {}
    for key, number in region.named.items():
        here = eq(object_, constant(number, OBJECT_WIDTH))
        found.setdefault(_of_named(key, memory.word), []).append(here)
    for allocated in _worst([_of_allocated(key, memory.word) for key in region.allocated]):
        found.setdefault(allocated, []).append(memory.validity.is_allocated(object_))
    for outside in _worst([_of_outside(key, memory.word) for key in region.outside]):
        found.setdefault(outside, []).append(memory.validity.is_outside(object_))
    if len(found) == 1:
        return [(next(iter(found)), TRUE)]
    return [(alignment, or_(*conditions)) for alignment, conditions in found.items()]


def _worst(alignments: list[Alignment]) -> list[Alignment]:
    """What is known of objects that cannot be told apart: no more than of each."""
    if not alignments:
        return []
    return [Alignment(min(a.promised for a in alignments), min(a.usual for a in alignments))]


def _of_named(key: Named, word: int) -> Alignment:
    what = key.what
    if isinstance(what, Text):
        return Alignment(1, 1)
    natural = alignment_of(what.type, word)
    if not isinstance(what, Declared) or what.place.unit.kind(what.place.cursor) not in _DECLARATIONS:
        return Alignment(natural, natural)
    return _of_variable(what, natural, word)


def _of_variable(variable: Declared, natural: int, word: int) -> Alignment:
    """The alignment that a declaration gives a variable. An attribute can also take some away."""
    unit, cursor = variable.place.unit, variable.place.cursor
    text, written = unit.declaration(cursor), unit.type_alignment(unit.type_of(cursor))
    promised = min(natural, written) if written > 0 else natural
    attribute = _ATTRIBUTE.search(text)
    if attribute is not None:
        promised = int(attribute["bytes"] or 1)
    for match in _ALIGNAS.finditer(text):
        promised = max(promised, int(match["bytes"]))
    large = isinstance(variable.type, ArrayType) and (size_of(variable.type) or 0) >= _LARGE_ARRAY
    if large and word == 64 and attribute is None and not variable.parameter:
        return Alignment(promised, max(promised, _LARGE_ARRAY))
    return Alignment(promised, promised)


def _of_allocated(key: Allocated, word: int) -> Alignment:
    heap, call = 16 if word == 64 else 8, key.call
    if call.function == library.VARIABLE_ARRAY:
        assert isinstance(call.type, PointerType)
        element = alignment_of(call.type.target, word)
        return Alignment(element, max(element, heap if word == 64 else 1))
    if call.function in library.ALIGNED:
        asked = constant_value(call.arguments[0]) or 1
        return Alignment(asked, asked) if asked > 0 and not asked & (asked - 1) else Alignment(1, 1)
    return Alignment(heap, heap)


def _of_outside(key: FromOutside, word: int) -> Alignment:
    known = alignment_of(key.type, word)
    return Alignment(known, known)
