"""Says what the program's memory is, in data (`ir.memory`): the parts of types, the objects that the program
did not make, and how objects lie in the variables of memory."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Literal

from maymust.frontends.c.points_to.objects import Code, FromOutside
from maymust.frontends.c.tree.expressions import Declared
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import (
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
)
from maymust.ir.memory import Area, ObjectType, Role, Scalar
from maymust.ir.memory import Cell as Stored
from maymust.ir.memory import Memory as Described

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

    def described(self) -> Described:
        """The memory. Requires that all is lowered."""
        memory = self._memory
        areas = tuple([self._area(region) for region in memory.regions()])
        known = self._named(), self._functions(), memory.first_allocated
        return Described(memory.word, areas, self._outside_objects(), *known)

    def _outside_objects(self) -> tuple[ObjectType, ...]:
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
            region.number,
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

    def _area(self, region: Region) -> Area:
        node = region.node
        cells = [
            _stored(cell, region.cells[start]) for start, cell in node.cells.items() if start in region.cells
        ]
        folds = tuple([(fold.start, fold.length, fold.stride) for fold in node.folds])
        named = tuple(sorted(region.named.values()))
        alive = None if region.alive is None else region.alive.name
        return Area(node.stride, folds, tuple(cells), named, alive)

    def _named(self) -> dict[int, str]:
        """The variables in memory that all of the unit can name."""
        return {
            number: key.what.name
            for region in self._memory.regions()
            for key, number in region.named.items()
            if isinstance(key.what, Declared) and key.what.lasting and key.what.owner is None
        }

    def _functions(self) -> dict[int, str]:
        """The functions whose address is taken."""
        codes = [key.name for key in self._memory.points.objects() if isinstance(key, Code)]
        return {self._memory.code(name): function_name(name) for name in codes}


def _stored(cell: Cell, variables: tuple[Variable, ...]) -> Stored:
    """A cell, with the variable that is an input where it is not initialised."""
    names = {variable.role: variable.name for variable in variables}
    fed = names.get(Role.VALUE) or names[Role.OBJECT]
    return Stored(cell.start, cell.width, _kind(cell), fed, names.get(Role.OFFSET))


def _kind(cell: Cell) -> Literal["number", "bytes", "pointer"]:
    if cell.target is not None and not cell.mixed:
        return "pointer"
    return "bytes" if cell.in_bytes else "number"
