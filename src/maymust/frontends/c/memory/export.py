"""Collects what the exporter of tests needs to know about objects, as plain data (see `source`): the parts of
types, and how objects that the program did not make, or did not set, lie in the variables of memory."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Literal

from maymust.frontends.c.memory.regions import Role, roles
from maymust.frontends.c.points_to.objects import Code, FromOutside
from maymust.frontends.c.source import Layout, ObjectType, Scalar, StoredCell
from maymust.frontends.c.tree.expressions import Declared
from maymust.frontends.c.types import (
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
)
from maymust.ir.program import function_name

if TYPE_CHECKING:
    from maymust.frontends.c.memory.regions import Memory, Region
    from maymust.frontends.c.points_to.graph import Cell
    from maymust.frontends.c.tree.leaves import Leaf, Shapes
    from maymust.frontends.c.tree.records import Records
    from maymust.ir.program import Variable

_INTEGERS = {8: "signed char", 16: "short", 32: "int", 64: "long long"}
_SPELLABLE = re.compile(r"(struct |union )?\w+")


class Objects:
    """The parts of types, and the objects of a program. Requires that it is known what pointers point to."""

    def __init__(self, shapes: Shapes, records: Records, memory: Memory) -> None:
        self._shapes = shapes
        self._records = records
        self._memory = memory
        self._outside = [key for key in memory.points.objects() if isinstance(key, FromOutside)]
        self._numbers = {key.type: number for number, key in enumerate(self._outside)}
        self.parts = cache(self._parts)

    def _parts(self, type_: CType) -> tuple[Scalar, ...]:
        """The parts of a type, one for each leaf. Requires that it has no obstacle."""
        return tuple([self._part(leaf) for leaf in self._shapes.leaves(type_)])

    def _part(self, leaf: Leaf) -> Scalar:
        kind: Literal["integer", "float", "pointer", "bits"] = "integer"
        target = None
        if isinstance(leaf.type, PointerType):
            kind, target = "pointer", None if leaf.union else self._numbers.get(leaf.type.target)
        elif leaf.union:
            kind = "bits"
        elif isinstance(leaf.type, FloatType):
            kind = "float"
        signed = isinstance(leaf.type, IntType) and leaf.type.signed
        dimensions = tuple([(d.count, d.stride) for d in leaf.dimensions])
        return Scalar(leaf.name, kind, leaf.start, leaf.width, signed, dimensions, target)

    def layout_number(self, region: Region) -> int:
        """The number of a region's layout."""
        return self._memory.regions().index(region)

    def outside(self) -> tuple[ObjectType, ...]:
        """The objects that pointers from outside point to, as they are counted by the parts."""
        return tuple([self._outside_object(key) for key in self._outside])

    def _outside_object(self, key: FromOutside) -> ObjectType:
        region = self._memory.region(self._memory.points.object(key))
        known = self._shapes.obstacle(key.type) is None
        return ObjectType(
            self.text(key.type),
            isinstance(key.type, FunctionType),
            self._memory.validity.outside_size(key),
            self.parts(key.type) if known else (),
            self.layout_number(region),
            region.node.objects[key],
        )

    def text(self, type_: CType) -> str | None:
        """A type as all of the unit can write it; None if it has no name."""
        match type_:
            case IntType(boolean=True):
                return "_Bool"
            case IntType(width=width, signed=signed) if width in _INTEGERS:
                name = _INTEGERS[width]
                return name if signed else f"unsigned {name.removeprefix('signed ')}"
            case FloatType(width=width):
                return "float" if width == 32 else "double"
            case PointerType():
                return "void *"
            case RecordType(name=name) if _SPELLABLE.fullmatch(name) and self._records.is_global(type_):
                return name
        return None

    def layouts(self) -> tuple[Layout, ...]:
        """The layouts of all regions. Requires that all is lowered."""
        return tuple([self._layout(region) for region in self._memory.regions()])

    def _layout(self, region: Region) -> Layout:
        node, memory = region.node, self._memory
        cells = [
            StoredCell(start, cell.width, _kind(cell), _fed(cell, region.cells[start]).term.name or "")
            for start, cell in node.cells.items()
            if start in region.cells
        ]
        folds = tuple([(fold.start, fold.length, fold.stride) for fold in node.folds])
        named = tuple(sorted(region.named.values()))
        alive = None if region.alive is None else region.alive.name
        return Layout(memory.word, node.stride, folds, tuple(cells), named, alive)

    def named(self) -> dict[int, str]:
        """The variables in memory that all of the unit can name."""
        return {
            number: key.what.name
            for region in self._memory.regions()
            for key, number in region.named.items()
            if isinstance(key.what, Declared) and key.what.lasting and key.what.owner is None
        }

    def functions(self) -> dict[int, str]:
        """The functions whose address is taken."""
        codes = [key.name for key in self._memory.points.objects() if isinstance(key, Code)]
        return {self._memory.code(name): function_name(name) for name in codes}


def _fed(cell: Cell, variables: tuple[Variable, ...]) -> Variable:
    """The variable of a cell that is an input where the cell is not initialised."""
    return variables[roles(cell).index(Role.BITS)] if Role.BITS in roles(cell) else variables[0]


def _kind(cell: Cell) -> Literal["number", "bytes", "pointer"]:
    if cell.target is not None and not cell.mixed:
        return "pointer"
    return "bytes" if cell.in_bytes else "number"
