"""Lists the members of structures and unions, and where they lie: all sizes and offsets are clang's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.clang.libclang import declaration_key
from maymust.frontends.c.tree.va_lists import VA_LIST, fields
from maymust.frontends.c.types import Field, RecordType

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.clang.api import Unit
    from maymust.frontends.c.clang.libclang import Cursor, Type
    from maymust.frontends.c.types import CType


class Records:
    """The records of a unit, numbered in the order in which they are met; members are looked up once."""

    def __init__(self, unit: Unit, declared: Callable[[Cursor], CType]) -> None:
        """`declared` gives the type of what a cursor declares."""
        self._unit = unit
        self._declared = declared
        self._known: dict[int | None, RecordType] = {}
        self._types: list[Type] = []
        self._fields: dict[RecordType, tuple[Field, ...]] = {}
        self._by_declaration: dict[int | None, Field] = {}

    def record(self, type_: Type) -> RecordType:
        """The record that a canonical type of clang is."""
        unit = self._unit
        key = unit.type_declaration_key(type_)
        known = self._known.get(key)
        if known is None:
            size, alignment = unit.type_size(type_), unit.type_alignment(type_)
            complete = size >= 0
            known = self._known[key] = RecordType(
                unit.type_spelling(type_),
                len(self._types),
                unit.declaration_kind(type_) == "UNION_DECL",
                size if complete else None,
                alignment if complete else None,
            )
            self._types.append(type_)
        return known

    def is_global(self, record: RecordType) -> bool:
        """Whether all of the unit can name the record, if it has a name."""
        return record != VA_LIST and self._unit.is_declared_globally(self._types[record.identity])

    def unions(self) -> list[RecordType]:
        """The unions that are declared anywhere in the unit."""
        unit = self._unit
        for declaration in unit.records():
            self.record(unit.canonical(unit.type_of(declaration)))
        met = 0
        while met < len(self._types):  # members are records, too
            self.fields(self.record(self._types[met]))
            met += 1
        return [record for record in self._known.values() if record.union]

    def fields(self, record: RecordType) -> tuple[Field, ...]:
        """The members in order, with those that have no name; none if the record is incomplete."""
        known = fields(self._unit.pointer_width()) if record == VA_LIST else self._fields.get(record)
        if known is None:
            known = self._fields[record] = self._read(record)
        return known

    def _read(self, record: RecordType) -> tuple[Field, ...]:
        unit, found = self._unit, list[Field]()
        if record.size is None:
            return ()
        for index, cursor in enumerate(unit.fields(self._types[record.identity])):
            name, bits = unit.spelling(cursor), unit.bit_width(cursor)
            field = Field(
                record,
                index,
                name if name.isidentifier() else "",  # clang describes what has no name
                self._declared(cursor),
                unit.field_offset(cursor),
                bits if bits >= 0 else None,
                unit.is_const(unit.canonical(unit.type_of(cursor))),
            )
            self._by_declaration[declaration_key(cursor)] = field
            found.append(field)
        return tuple(found)

    def path(self, record: RecordType, declaration: Cursor) -> tuple[Field, ...] | None:
        """The members that lead from a record to the one declared there: several if it is in anonymous ones.

        None if the record has no such member.
        """
        stack: list[tuple[RecordType, tuple[Field, ...]]] = [(record, ())]
        while stack:
            outer, before = stack.pop()
            members = self.fields(outer)
            wanted = self._by_declaration.get(declaration_key(declaration))
            for member in members:
                if member == wanted:
                    return (*before, member)
                if member.anonymous and isinstance(member.type, RecordType):
                    stack.append((member.type, (*before, member)))
        return None
