"""The memory that a failing run starts with, as C objects.

An object outside is a static variable, made when its address is first asked for, with the contents that the
run's inputs for cells of memory give it; the pointers in it lead to further ones, so a list is built as far
as the inputs go. An object is told by its region and number. What has no type that C can name is an array of
bytes, in which pointers are set when the test starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from maymust.certificates.c.text import floating, number
from maymust.ir.memory import OBJECT_WIDTH, UNINITIALISED, Area, Cell, Memory, ObjectType, Scalar
from maymust.terms import ArrayValue, Value, to_signed

_UNSET = 0xBE
MOST_ELEMENTS = 1 << 16
_NO_TYPE = "unsigned char"


@dataclass(slots=True)
class _Object:
    name: str
    type: ObjectType
    number: int


@dataclass(slots=True)
class BuiltMemory:
    """The objects of a test, by area and number. `cells` are the initial values of the variables of memory;
    `setup` what remains to be done when the test starts, `left_out` what cannot be done."""

    memory: Memory
    cells: Mapping[str, Value]
    setup: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    _objects: dict[tuple[int, int], _Object] = field(default_factory=dict)
    _images: dict[tuple[int, int, int], int] = field(default_factory=dict)  # by area, base and size
    _special: set[int] | None = None  # objects for which some cell has a value of its own

    def address(self, part: Scalar, object_: int) -> str:
        """A pointer from outside, as a constant expression of C."""
        if object_ in (0, UNINITIALISED) or part.target is None:
            return "0"
        type_ = self.memory.outside[part.target]
        named = (self.memory.functions if type_.is_function else self.memory.named).get(object_)
        if named is not None:
            return f"&{named}"
        key = type_.area, object_
        known = self._objects.get(key)
        if known is None:
            name = f"maymust_object_{len(self._objects) + 1}"
            known = self._objects[key] = _Object(name, type_, object_)
        elif type_.size > known.type.size:
            known.type = type_
        return f"&{known.name}"

    def constant(self, part: Scalar, value: int) -> str:
        """The value of a scalar part as a constant expression of C."""
        if part.kind == "pointer":
            return self.address(part, value)
        if part.kind == "float":
            return floating(value, part.width)
        return number(to_signed(value, part.width) if part.signed else value)

    def contents(self, area: Area, base: int, object_: int, start: int, width: int) -> int:
        """What an object that begins at bit `base` of the area holds in `width` of its bits; of a pointer,
        the object."""
        cell = _cell(area, base + start)
        if cell is None or cell.variable not in self.cells:
            return 0
        if cell.kind != "bytes":
            return self._element(area, cell, base, object_, start) if cell.width == width else 0
        first = start - start % 8
        whole = 0
        for position in range(first, start + width, 8):
            byte = self._element(area, cell, base, object_, position)
            whole |= byte << (position - first)
        return whole >> (start - first) & ((1 << width) - 1)

    def _element(self, area: Area, cell: Cell, base: int, object_: int, start: int) -> int:
        value = self.cells[cell.variable]
        if not isinstance(value, ArrayValue):
            return value
        if not (cell.kind == "bytes" or area.stride or _in_array(area, base + start)):
            return value.select(object_)
        return value.select(object_ << self.memory.word | start // 8)

    def image(self, area_number: int, base: int, object_: int, size: int) -> int:
        """The `size` bytes of an object: zero where nothing is known. A pointer in it is null or unset."""
        if object_ in self._special_objects():
            return self._new_image(area_number, base, object_, size)
        key = area_number, base, size
        if key not in self._images:
            self._images[key] = self._new_image(area_number, base, object_, size)
        return self._images[key]

    def is_nonzero(self, area_number: int) -> bool:
        """Whether something in the objects of an area is not zero at the start."""
        cells = self.memory.areas[area_number].cells
        values = [self.cells[cell.variable] for cell in cells if cell.variable in self.cells]
        return any(bool(len(v) or v.default) if isinstance(v, ArrayValue) else bool(v) for v in values)

    def _special_objects(self) -> set[int]:
        if self._special is None:
            self._special = set()
            for area in self.memory.areas:
                for cell in area.cells:
                    value = self.cells.get(cell.variable)
                    if isinstance(value, ArrayValue):
                        shift = value.index_width - OBJECT_WIDTH
                        self._special |= {index >> shift for index, _ in value.items()}
        return self._special

    def _new_image(self, area_number: int, base: int, object_: int, size: int) -> int:
        area = self.memory.areas[area_number]
        image = position = 0
        while position < 8 * size:
            at = _folded(area, base + position)
            cell = _cell(area, base + position)
            if cell is None or (cell.kind != "bytes" and cell.start != at):
                position = _next_position(area, position, at)
                continue
            width = 8 if cell.kind == "bytes" else cell.width
            value = self.contents(area, base, object_, position, width)
            if cell.kind == "pointer" and (value or cell.variable not in self.cells):
                value = unset(cell.width)
            image |= value << position
            position += width
        return image & ((1 << 8 * size) - 1)

    # -- the text ------------------------------------------------------------------------------------------

    def definitions(self) -> str:
        """All objects, with those that they point to. Each is declared first, for any may point to it."""
        seen: list[tuple[str, int]] | None = None
        defined: list[str] = []
        while seen != (seen := [(made.name, made.type.size) for made in self._objects.values()]):
            self.setup.clear()
            self.left_out.clear()
            made_so_far = list(self._objects.values())
            defined = [self._typed(m) if _is_typed(m.type) else self._in_bytes(m) for m in made_so_far]
        declared = [f"{_declaration(made)};" for made in self._objects.values()]
        return "\n".join([*declared, *[text for text in defined if text], ""]) if declared else ""

    def _typed(self, made: _Object) -> str:
        found = []
        for part, path, start in self._elements(made):
            value = self._value(made, start, part)
            if value:
                text = self.constant(part, value)
                found.append(f"{path} = {text}" if path else text)
        if not found:
            return ""
        whole = found[0] if made.type.parts[0].path == "" else f"{{{', '.join(found)}}}"
        return f"{_declaration(made)} = {whole};"

    def _in_bytes(self, made: _Object) -> str:
        image = 0
        if not made.type.parts:
            image = self.image(made.type.area, made.type.base, made.number, made.type.size)
            if made.type.size and self.is_nonzero(made.type.area):
                self.left_out.append(f"pointers in {made.name}")
        for part, _, start in self._elements(made):
            value = self._value(made, start, part)
            if part.kind == "pointer" and value:
                self.setup.append(f"*(void **)({made.name} + {start // 8}) = {self.address(part, value)};")
            else:
                image |= value << start
        if not image:
            return ""
        return f"{_declaration(made)} = {{{byte_list(image, made.type.size)}}};"

    def _elements(self, made: _Object) -> list[tuple[Scalar, str, int]]:
        found = []
        for part in made.type.parts:
            if part.count > MOST_ELEMENTS:
                self.left_out.append(f"{made.name}{part.path}, which is large")
            else:
                found += [(part, path, start) for path, start in part.elements()]
        return found

    def _value(self, made: _Object, start: int, part: Scalar) -> int:
        area = self.memory.areas[made.type.area]
        return self.contents(area, made.type.base, made.number, start, part.width)


def unset(width: int) -> int:
    """A value of so many bits that was never set, but is not zero."""
    return int.from_bytes(bytes([_UNSET]) * (width // 8), "little")


def byte_list(image: int, size: int) -> str:
    """Bytes, as what stands in an initialiser: the lowest first."""
    return ", ".join(str(byte) for byte in image.to_bytes(size, "little"))


def _declaration(made: _Object) -> str:
    if _is_typed(made.type):
        text = made.type.text or ""
        return f"static {text}{'' if text.endswith('*') else ' '}{made.name}"
    return f"static {_NO_TYPE} {made.name}[{max(made.type.size, 1)}] __attribute__((aligned(16)))"


def _is_typed(type_: ObjectType) -> bool:
    bits = any(part.kind == "bits" for part in type_.parts)
    return type_.text is not None and bool(type_.parts) and not bits


def _cell(area: Area, position: int) -> Cell | None:
    at = _folded(area, position)
    return next((c for c in area.cells if c.start <= at < c.start + c.width), None)


def _folded(area: Area, position: int) -> int:
    """The position on the first elements of the arrays that it lies in."""
    if area.stride:
        position %= area.stride
    for start, length, stride in area.folds:
        if start <= position < start + length:
            position = start + (position - start) % stride
    return position


def _next_position(area: Area, position: int, at: int) -> int:
    """Where to look next for a cell, if none begins at a position, which is folded to `at`."""
    behind = at + 8 - at % 8
    starts = [cell.start for cell in area.cells if at < cell.start < behind]
    return position + min([behind, *starts]) - at


def _in_array(area: Area, position: int) -> bool:
    at = _folded(area, position)
    return any(start <= at < start + length for start, length, _ in area.folds)
