"""Tells which input of a failing run goes where in its C test."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from textwrap import shorten

from maymust.certificates.c.events import Allocated, Answered, call_bytes, events
from maymust.certificates.c.memory import MOST_ELEMENTS, BuiltMemory, byte_list, unset
from maymust.certificates.c.showing import showing
from maymust.frontends.c.source import (
    Allocation,
    AllocationFails,
    Chance,
    GlobalInput,
    InputCall,
    MemoryInput,
    ParameterInput,
    Source,
    Uninitialised,
)
from maymust.interp.replay import InputValue, Run, TraceStep
from maymust.ir.memory import Scalar
from maymust.ir.program import Edge, Havoc, Program, node_place
from maymust.ir.source import Span
from maymust.terms import ArrayValue, Value, to_signed

_LARGEST_OBJECT = 4096  # of what is allocated, in bytes
_LARGEST_VARIABLE = 1 << 16
_FAILS = (1 << 64) - 1
_WORD = (1 << 64) - 1


@dataclass(slots=True)
class _Block:
    """The bytes of a variable that is uninitialised, or that a call at `span` fills, while its parts are
    being read in a context."""

    origin: Uninitialised
    span: Span
    name: str
    context: str
    nodes: set[str]
    image: int = 0


@dataclass
class Feed:
    """What a test gives to whom: the values that are asked for one after the other, with descriptions; parts
    of parameters and of variables; insertions into the text; and what there is no place for. `pointers` are
    the addresses that values stand for."""

    memory: BuiltMemory
    values: list[tuple[int, str]] = field(default_factory=list)
    parameters: dict[int, list[tuple[Scalar, Value]]] = field(default_factory=dict)
    globals: list[tuple[str, Scalar, Value]] = field(default_factory=list)
    insertions: dict[int, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    pointers: list[str] = field(default_factory=lambda: ["0"])

    def insert(self, place: int, text: str) -> None:
        """The text comes to stand at a byte of the source, behind what was put there before."""
        self.insertions[place] = self.insertions.get(place, "") + text

    def pointer(self, address: str) -> int:
        """The number under which a stub finds an address."""
        if address not in self.pointers:
            self.pointers.append(address)
        return self.pointers.index(address)


def feed_of(source: Source, program: Program, run: Run, kind: str) -> Feed:
    """What the test of a run that violates a property of this kind has to give."""
    return _Feeding(source, program, run, kind).feed


class _Feeding:
    def __init__(self, source: Source, program: Program, run: Run, kind: str) -> None:
        self.source = source
        self.program, self.file = program, program.file
        self.variables = program.variables()
        self.leaves_unset = showing(kind).tool == "valgrind"
        self.declared: set[int] = set()  # where variables were left unset
        cells: dict[str, Value] = {}
        for edge, given in run.inputs:
            if isinstance(edge.statement, Havoc) and isinstance(self._origin(given), MemoryInput):
                cells[edge.statement.target.name or ""] = given.value
        self.feed = Feed(BuiltMemory(program.memory, cells))
        self.block: _Block | None = None
        self.last_allocation: int | None = None  # which of the values tells its size
        self.last_call: TraceStep | None = None  # of a model that has allocated
        self.made: set[tuple[tuple[int, int], str | None]] = set()  # the calls that are changed
        parts = [o for o in source.origins.values() if isinstance(o, Uninitialised) and not o.filled]
        self.blocks = {origin.initialiser_at: origin.size for origin in parts if _is_part(origin)}
        if len(run.steps) < run.step_count:
            areas = {site.area for site in source.allocations.values() if not site.filled}
            if any(self.feed.memory.is_nonzero(area) for area in areas):
                self.feed.left_out.append("what is allocated: the run is long")
            for name in sorted({answer.function for answer in source.answers.values()}):
                self.feed.left_out.append(f"what {name}() tells: the run is long")
        for event in events(source, program, run):
            if isinstance(event, Allocated):
                self._allocate(event)
            elif isinstance(event, Answered):
                self._close_block()
                self.feed.values.append((event.value, f"{event.answer.function}(), line {event.line}"))
            else:
                self._give(*event)
        self._close_block()

    def _origin(self, given: InputValue) -> object:
        return self.source.origins.get(node_place(given.node))

    # -- inputs --------------------------------------------------------------------------------------------

    def _give(self, edge: Edge, given: InputValue) -> None:
        assert isinstance(edge.statement, Havoc)
        name = edge.statement.name.replace("*/", "* /")
        line = f"{name}, line {edge.span.line}"
        origin, value = self._origin(given), given.value
        if isinstance(origin, Uninitialised) and origin.size > _LARGEST_VARIABLE:
            origin = replace(origin, initialiser_at=None)
        if isinstance(origin, Uninitialised) and origin.watched and self.leaves_unset:
            self._leave_unset(origin)
            return
        if isinstance(origin, Uninitialised) and origin.filled and origin.part is not None:
            self._add_to_block(origin, given, origin.part, line, edge.span)
            return
        if isinstance(origin, Uninitialised) and origin.initialiser_at in self.blocks:
            self._add_to_block(origin, given, self._part(origin.part, edge), line, edge.span)
            return
        self._close_block()
        match origin:
            case Uninitialised(filled=True) if isinstance(value, int):
                width = self._part(None, edge).width
                self._queue_bytes(value, width // 8, line)
            case InputCall(part=None) | ParameterInput(part=None) | GlobalInput(part=None) if isinstance(
                value, ArrayValue
            ):
                self._leave_out(edge, name, value)
            case InputCall(_, part):
                self._queue(part, value, edge, line)
            case ParameterInput(position, part):
                self.feed.parameters.setdefault(position, []).append((self._part(part, edge), value))
            case GlobalInput(target, part):
                self.feed.globals.append((target, self._part(part, edge), value))
            case Uninitialised(_, int(place), part):
                self.feed.insertions[place] = _INITIALISERS[_kind(part)]
                if part is not None and part.kind == "pointer":
                    self.feed.values.append((unset(part.width) if value else 0, line))
                else:
                    self._queue(part, value, edge, line)
            case AllocationFails():
                self._fail(line, value)
            case MemoryInput() | Chance():
                pass
            case _:
                self._leave_out(edge, name, value)

    def _leave_unset(self, origin: Uninitialised) -> None:
        """The variable stays as the program leaves it. Where it is declared again its memory may be the same,
        and hold what was set before: that must not count."""
        place, name = origin.initialiser_at, origin.name
        if place in self.declared:
            self.feed.insertions[place] = f", *maymust_at_{place} = maymust_unset(&{name}, sizeof {name})"
        elif place is not None:
            self.declared.add(place)

    def _part(self, part: Scalar | None, edge: Edge) -> Scalar:
        if part is not None:
            return part
        assert isinstance(edge.statement, Havoc)
        variable = self.variables[edge.statement.target.name or ""]
        return Scalar("", "integer", 0, variable.term.width, variable.signed)

    def _leave_out(self, edge: Edge, name: str, value: Value) -> None:
        assert isinstance(edge.statement, Havoc)
        variable = self.variables[edge.statement.target.name or ""]
        if isinstance(value, ArrayValue):
            shown = shorten(str(value), 200)
        else:
            shown = str(to_signed(value, variable.term.width) if variable.signed else value)
        self.feed.left_out.append(f"{name} = {shown}, line {edge.span.line}")

    def _queue(self, part: Scalar | None, value: Value, edge: Edge, line: str) -> None:
        """Adds what the stub of a function asks for, element by element."""
        part = self._part(part, edge)
        if isinstance(value, ArrayValue) and part.count > MOST_ELEMENTS:
            self.feed.left_out.append(f"{line}, which is large")
        elements = [value.select(k) for k in range(part.count)] if isinstance(value, ArrayValue) else [value]
        for element in elements[:MOST_ELEMENTS]:
            if part.kind == "bits":
                self._queue_block(element, part.width // 8, line)
            elif part.kind == "pointer":
                self.feed.values.append((self.feed.pointer(self.feed.memory.address(part, element)), line))
            else:
                number = to_signed(element, part.width) if part.signed else element
                self.feed.values.append((number, line))

    # -- blocks --------------------------------------------------------------------------------------------

    def _add_to_block(
        self, origin: Uninitialised, given: InputValue, part: Scalar, line: str, span: Span
    ) -> None:
        """The block grows by an input: several are one variable's, read one after the other. In one copy of
        a function the variable may be read as a whole that is read in parts in another."""
        context, place = given.node.rpartition("/")[0], origin.initialiser_at
        block = self.block
        if (
            block is None
            or (block.origin.initialiser_at, block.context) != (place, context)
            or given.node in block.nodes
            or block.origin.filled != origin.filled
            or (origin.filled and block.span != span)
        ):
            self._close_block()
            if not origin.filled:
                origin = replace(origin, size=self.blocks[place])
            block = self.block = _Block(origin, span, line, context, set())
        block.nodes.add(given.node)
        block.image |= _image(origin, part, given.value)

    def _close_block(self) -> None:
        block, self.block = self.block, None
        if block is None:
            return
        place, size, name = block.origin.initialiser_at, block.origin.size, block.origin.name
        if block.origin.filled:
            self._queue_bytes(block.image, size, block.name)
            return
        assert place is not None
        self.feed.insertions[place] = f", *maymust_at_{place} = maymust_fill(&{name}, {size})"
        self._queue_block(block.image, size, block.name)

    def _queue_block(self, image: int, size: int, line: str) -> None:
        """Adds what `maymust_fill` reads."""
        words = [image >> bit & _WORD for bit in range(0, min(8 * size, image.bit_length()), 64)]
        self.feed.values.append((len(words), f"{line}: {size} bytes"))
        self.feed.values += [(word, line) for word in words]

    def _queue_bytes(self, image: int, size: int, line: str) -> None:
        """Adds what a function reads that fills memory: how many bytes, and these, in pieces."""
        for start in range(0, size, 8):
            self.feed.values.append((min(8, size - start), f"{line}: bytes"))
            self.feed.values.append((image >> 8 * start & _WORD, line))

    # -- allocations ---------------------------------------------------------------------------------------

    def _allocate(self, event: Allocated) -> None:
        self._close_block()
        self.last_allocation = None
        site, memory = event.site, self.feed.memory
        size, kept = (0, 0) if site.filled else (event.size, event.kept)
        line = f"what is allocated in line {event.line}"
        if event.size is not None and event.size >> (memory.memory.word - 1):
            if site.call is not None:
                self._wrap(site, site.call)
                self.feed.values.append((_FAILS, f"{line}: it fails"))
            return
        if size is None or kept is None or size > _LARGEST_OBJECT:
            if memory.is_nonzero(site.area):
                self.feed.left_out.append(f"{line}, which is large")
            return
        image = memory.image(site.area, site.base, event.number, size) >> 8 * kept
        place = site.call or self._call_of_model(event)
        if place is None:
            if memory.is_nonzero(site.area) and size:
                self.feed.left_out.append(f"{line} = {{{shorten(byte_list(image, size - kept), 100)}}}")
            return
        if site.call is None:
            size = kept = image = 0  # what a model sets, the function itself does
        self._wrap(site, place)
        self.last_allocation = len(self.feed.values)
        if site.array is None:
            self.feed.values.append((size, f"{line}: the size"))
        if site.moved and site.call:
            self.feed.values.append((kept, f"{line}: what was there before"))
        self._queue_block(image, size - kept, line)

    def _wrap(self, site: Allocation, place: tuple[int, int]) -> None:
        if (place, site.array) not in self.made:
            self.made.add((place, site.array))
            self._change_call(site, place)

    def _change_call(self, site: Allocation, place: tuple[int, int]) -> None:
        """A call that allocates, or the declaration of an array, asks for the size and the contents."""
        start, end = place
        if site.array is not None:
            self.feed.insert(
                start, f", *maymust_at_{start} = maymust_fill(&{site.array}, sizeof {site.array})"
            )
            return
        before, behind = ("maymust_realloc/*", "*/") if site.moved and site.call else ("maymust_fresh(", ")")
        self.feed.insert(start, before)
        self.feed.insertions[end] = behind + self.feed.insertions.get(end, "")

    def _call_of_model(self, event: Allocated) -> tuple[int, int] | None:
        """The bytes of the call in the text whose model allocates the object; None if there is no such call,
        or it has allocated another before."""
        if event.call is None or event.call is self.last_call:
            return None
        self.last_call = event.call
        return call_bytes(self.source.text, self.program, event.call.edge)

    def _fail(self, line: str, value: Value) -> None:
        if value and self.last_allocation is not None:
            del self.feed.values[self.last_allocation :]
            self.feed.values.append((_FAILS, line))
        elif value:
            self.feed.left_out.append(f"{line} = 1")


_INITIALISERS = {
    "integer": " = maymust_input()",
    "pointer": " = (void *)maymust_input()",
    "float": " = maymust_float(maymust_input())",
    "double": " = maymust_double(maymust_input())",
}


def _kind(part: Scalar | None) -> str:
    if part is None:
        return "integer"
    return "double" if part.kind == "float" and part.width == 64 else part.kind


def _is_part(origin: Uninitialised) -> bool:
    """Whether the input is a part of a variable that is filled by its bytes."""
    part = origin.part
    if part is None or origin.initialiser_at is None:
        return False
    number = part.kind in ("float", "pointer") and not origin.offsets and part.width == 8 * origin.size
    return part.path != "" or not number


def _image(origin: Uninitialised, part: Scalar, value: Value) -> int:
    """The bits of a variable that an input gives."""
    if origin.offsets and isinstance(value, ArrayValue):
        elements = [(8 * offset, value.select(offset)) for offset in origin.offsets]
    elif isinstance(value, ArrayValue):
        elements = [(start, value.select(k)) for k, (_, start) in enumerate(part.elements())]
    else:
        given = unset(part.width) if part.kind == "pointer" and value else value
        elements = [(start, given) for _, start in part.elements()]
    image = 0
    for start, element in elements:
        if element:
            image |= element << start
    return image
