"""Contracts of C functions (`frontends.acsl`) in the words of the translation from IR to FIR.

A type of C has a domain if all pointers to it that the function can see share one, and no other type does.
What cannot be said so is refused: contracts are never taken to say less than they do.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Literal

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir.names import Names
from maymust.engines.forge.from_ir.objects import ObjectDomain
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir.traversal import everything_in
from maymust.fir.tree import (
    Binary,
    Expression,
    IntegerLiteral,
    OldUse,
    Unary,
    VariableUse,
)
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.acsl.typed import Element, Field, Location, Path
from maymust.frontends.c.source import Source
from maymust.frontends.c.types import ArrayType, CType, IntType, PointerType, VoidType, size_of, spelled
from maymust.ir.memory import UNINITIALISED, Role
from maymust.specifications.acsl.harness import pointed_to
from maymust.specifications.acsl.meaning.translation import covers, is_within
from maymust.specifications.acsl.meaning.vocabulary import ELEMENTS, State, Unspeakable

_ALIVE = -1  # a bit that is set


class Words:
    """The vocabulary of one translated program, for the contract of one function: of what is required where
    nothing is allocated yet (`at_call` from outside), or of what is ensured, or required in the midst.

    `written` are the globals and memories that the function can set, if that is known: of others, nothing
    needs to be said.
    """

    def __init__(
        self,
        names: Names,
        scope: Scope,
        source: Source,
        *,
        at_call: bool = False,
        written: frozenset[str] | None = None,
    ) -> None:
        self._names, self._scope, self._written = names, scope, written
        self._allocations = () if at_call else tuple(source.allocations.values())
        self._from_outside = {each.area for each in names.memory.outside}
        self._count = 0
        self._domains: dict[CType, list[ObjectDomain]] = {}
        self._seen_domains()

    @property
    def width(self) -> int:
        """How many bits FIR's integers have."""
        return self._names.width

    # -- values --------------------------------------------------------------------------------------------

    def variable(
        self, kind: Literal["parameter", "global"], name: str, path: Path, type_: CType, state: State
    ) -> Expression:
        """The value of a variable, or of a member of one."""
        full = ".".join((name, *path)).replace(f".{ELEMENTS}", ELEMENTS)
        ask = self._names.parameter if kind == "parameter" else self._names.global_variable
        try:
            if not isinstance(type_, PointerType):
                return _at(ask(full), state)
            if ask(full, Role.OFFSET) != IntegerLiteral(0):
                raise Unspeakable(f"`{full}` may point into the middle of something")
            return _at(ask(full, Role.OBJECT), state)
        except Unsupported as reason:
            raise Unspeakable(f"`{full}` is not known within a bound: {reason.what}") from None

    def result(self, type_: CType) -> Expression:
        """What the function returns."""
        try:
            if isinstance(type_, PointerType) and self._names.result(1) != IntegerLiteral(0):
                raise Unspeakable("`\\result` may point into the middle of something")
            return self._names.result()
        except Unsupported as reason:
            raise Unspeakable(f"`\\result` is not known within a bound: {reason.what}") from None

    def globals(self) -> list[tuple[str, Path, Expression, Expression]]:
        """All parts of global variables that the program has."""
        found: list[tuple[str, Path, Expression, Expression]] = []
        for (written, _), variable in self._names.global_parts().items():
            name, *path = written.replace(ELEMENTS, f".{ELEMENTS}").split(".")
            if name in self._scope.globals and not self._names.is_constant(variable.name):
                found.append((name, tuple(path), VariableUse(variable.name), OldUse(variable.name)))
        return found

    # -- objects -------------------------------------------------------------------------------------------

    def null(self, of: CType) -> Expression:
        """The null pointer to this type."""
        return self._names.null(self._domain(of))

    def field(self, of: CType, path: Path, state: State) -> Expression:
        """The relation from the objects of a type to what their member at that path holds."""
        return _at(self._cell(of, path), state)

    def places(self, of: CType, path: Path) -> Expression:
        """The relation from the indices of an array in objects to the bytes where its elements begin."""
        place = self._scope.place(of, path)
        assert isinstance(place.type, ArrayType) and isinstance(place.type.element, IntType)
        size, count = place.type.element.width // 8, place.type.count or 0
        last = place.offset + size * max(0, count - 1)
        if last >= 1 << (self.width - 1):
            bits = last.bit_length() + 1
            raise Unspeakable(f"elements of `{'.'.join(path)}` are at bytes that take a bit width of {bits}")
        pairs = [e.product(e.number(n), e.number(place.offset + size * n)) for n in range(count)]
        return e.union(pairs)

    def links(self, of: CType, path: Path, state: State) -> Expression:
        """The same of accessible objects only."""
        target = self._scope.place(of, path).type
        assert isinstance(target, PointerType)
        ways = e.product(self.objects(of, state), self._domain(target.target).everything())
        return Binary("intersection", self.field(of, path, state), ways)

    def objects(self, of: CType, state: State) -> Expression:
        """The objects of a type that can be accessed: from outside, or allocated and not freed."""
        outside = e.use(self._domain(of).outside)
        return _at(e.union([outside, self._allocated(of)]), state)

    def all_objects(self, of: CType, state: State) -> Expression:
        """The same; none from outside if no pointers come in that lead there. Refused if something that is
        allocated elsewhere may be of the type."""
        types = [of, *(each for each in self._domains if each != of)]
        areas = {type_: self._areas(type_) for type_ in types}
        for each in self._allocations:
            known = [type_ for type_ in types if each.area in areas[type_]]
            if of not in known and not any(size_of(type_) == each.size for type_ in known):
                raise Unspeakable(f"objects of type `{spelled(of)}` may be kept apart within a bound")
        comes_in = self._area(self._domain(of)) in self._from_outside
        return self.objects(of, state) if comes_in else _at(self._allocated(of), state)

    def _allocated(self, of: CType) -> Expression:
        """The objects of a type that are allocated and not freed."""
        domain = self._domain(of)
        allocated: Expression = e.use(domain.allocated)
        area = self._area(domain)
        self._check_cells(of, area)
        alive = self._names.memory.areas[area].alive
        if alive is None:
            return allocated
        return Binary("intersection", allocated, e.join(e.use(alive), e.number(_ALIVE)))

    def _areas(self, of: CType) -> set[int]:
        """The areas in which pointers to a type lead."""
        return {area for each in self._domains.get(of, ()) for area in self._names.areas_of(each)}

    def bound(self, type_: IntType | PointerType) -> str:
        """A new variable for a quantifier."""
        self._count += 1
        domain = self._domain(type_.target) if isinstance(type_, PointerType) else None
        return self._names.bound_variable(str(self._count), domain)

    def fields(self) -> list[tuple[CType, Path]]:
        """All that objects hold; refused if there is memory that is none of it."""
        found: list[tuple[CType, Path]] = []
        known: set[str] = set()
        for of in self._domains:
            for path in self._members(of):
                cell = self._cell(of, path)
                if isinstance(cell, VariableUse) and self._is_written(cell.name):
                    known.add(cell.name)
                    found.append((of, path))
        for each in self._names.variables():
            is_memory = each.held.area is not None and each.role is not Role.ALIVE and not each.held.initial
            is_new = is_memory and each.name not in known and self._is_written(each.name)
            if is_new and not self._names.is_constant(each.name):
                raise Unspeakable("the function uses memory that a contract cannot speak of")
        return found

    def _members(self, of: CType) -> list[Path]:
        """The numbers and pointers in objects of a type, and the arrays of numbers that there are."""
        arrays = [path for path, _ in self._scope.arrays(of) if self._has_array(of, path)]
        return [path for path, _ in self._scope.scalars(of)] + [(*path, ELEMENTS) for path in arrays]

    def _has_array(self, of: CType, path: Path) -> bool:
        area, place = self._area(self._domain(of)), self._scope.place(of, path)
        names = self._names.cells_at(area, place.offset, Role.VALUE)
        return any(self._names.is_by_offset(name) for name in names)

    def _is_written(self, name: str) -> bool:
        return self._written is None or name in self._written

    def assignable(self, location: Location | None) -> set[str]:
        """The globals and memories that a location is a part of; all that there are, if it is None."""
        found: set[str] = set()
        if isinstance(location, Element):
            array = location.array
            location = replace(array, path=(*array.path, ELEMENTS))
        if not isinstance(location, Field):
            for name, path, now, _ in self.globals():
                if location is None or covers(location, name, path):
                    assert isinstance(now, VariableUse)
                    found.add(now.name)
        for of in self._domains:
            for path in self._members(of):
                meant = isinstance(location, Field) and location.of == of and is_within(path, location.path)
                if location is None or meant:
                    cell = self._cell(of, path)
                    if isinstance(cell, VariableUse):
                        found.add(cell.name)
        return found

    def well_formed(self) -> list[Expression]:
        """What is true of memory at the start, though only those who read it ask: a pointer in an object from
        outside is initialised. Of what no clause can speak of, nothing is said."""
        found: list[Expression] = []
        for of in self._domains:
            for path, type_ in self._scope.scalars(of):
                if isinstance(type_, PointerType) and type_.target in self._domains:
                    with suppress(Unspeakable):
                        found += self._initialised(of, path, self._domain(type_.target))
        return found

    def _initialised(self, of: CType, path: Path, target: ObjectDomain) -> list[Expression]:
        """That a member of the objects from outside is a pointer that was set."""
        if UNINITIALISED not in target.numbers:
            return []
        held = e.join(e.use(self._domain(of).outside), self._cell(of, path))
        return [Unary("no", Binary("intersection", held, target.literal(UNINITIALISED)))]

    def kept_alive(self) -> list[Expression]:
        """That no object was freed that there was before."""
        found: list[Expression] = []
        for each in self._names.variables():
            name = each.name
            if each.role is Role.ALIVE and self._is_written(name) and not self._names.is_constant(name):
                before, now = (e.join(held, e.number(_ALIVE)) for held in (OldUse(name), e.use(name)))
                found.append(Binary("subset", before, now))
        return found

    # -- which domain --------------------------------------------------------------------------------------

    def _seen_domains(self) -> None:
        """Looks where pointers of each type lead."""
        scope, names = self._scope, self._names
        for name, type_ in (*scope.parameters.items(), *scope.used_globals.items()):
            for path, scalar in scope.scalars(type_):
                self._note(scalar, lambda name=name, path=path: names.domain_of(".".join((name, *path))))
        if not isinstance(scope.returns, VoidType):
            self._note(scope.returns, names.result_domain)
        for of in pointed_to(scope):
            for path, scalar in scope.scalars(of):
                self._note(scalar, lambda of=of, path=path: self._held(of, path))

    def _note(self, type_: CType, ask: object) -> None:
        if not isinstance(type_, PointerType):
            return
        assert callable(ask)
        try:
            domain = ask()
        except (Unsupported, Unspeakable):
            return
        known = self._domains.setdefault(type_.target, [])
        if domain is not None and domain not in known:
            known.append(domain)

    def _held(self, of: CType, path: Path) -> ObjectDomain | None:
        cell = self._cell(of, path)
        return self._names.held_domain(cell.name) if isinstance(cell, VariableUse) else None

    def _domain(self, of: CType) -> ObjectDomain:
        found = self._domains.get(of, [])
        if len(found) != 1:
            why = "are kept apart" if found else "are not known"
            raise Unspeakable(f"objects of type `{spelled(of)}` {why} within a bound")
        (domain,) = found
        sharing = [spelled(type_) for type_, others in self._domains.items() if domain in others]
        if len(sharing) > 1:
            raise Unspeakable(f"objects of the types {', '.join(sharing)} are not told apart within a bound")
        if any(number not in (0, UNINITIALISED) for number in domain.numbers):
            raise Unspeakable(f"the function takes addresses of variables of type `{spelled(of)}`")
        return domain

    def _area(self, domain: ObjectDomain) -> int:
        areas = self._names.areas_of(domain)
        if len(areas) != 1:
            raise Unspeakable("the memory that is meant is kept in parts")
        return areas[0]

    def _check_cells(self, of: CType, area: int) -> None:
        """Refuses an area that has something beside the members of the type: it has other objects, too."""
        offsets = {self._scope.place(of, path).offset for path, _ in self._scope.scalars(of)}
        offsets |= {self._scope.place(of, path).offset for path, _ in self._scope.arrays(of)}
        cells = self._names.memory.areas[area].cells
        if len(cells) > 1 and any(cell.start // 8 not in offsets for cell in cells):
            raise Unspeakable(f"objects of type `{spelled(of)}` share their memory with others")

    def _cell(self, of: CType, path: Path) -> Expression:
        domain, is_array = self._domain(of), path[-1:] == (ELEMENTS,)
        place = self._scope.place(of, path[:-1] if is_array else path)
        is_pointer = isinstance(place.type, PointerType)
        try:
            if is_pointer:
                offsets = self._names.cell_of(domain, place.offset, Role.OFFSET)
                if any(isinstance(part, VariableUse) for part in everything_in(offsets)):
                    raise Unspeakable("pointers may lead into the middle of something")
            cell = self._names.cell_of(domain, place.offset, Role.OBJECT if is_pointer else Role.VALUE)
            if isinstance(cell, VariableUse) and self._names.is_by_offset(cell.name) != is_array:
                raise Unspeakable(f"memory of type `{spelled(of)}` is not kept by its members")
            return cell
        except Unsupported as reason:
            raise Unspeakable(f"`{spelled(of)}` is not known within a bound: {reason.what}") from None


def _at(expression: Expression, state: State) -> Expression:
    """The expression over variables as they are now, or were before the call; parameters never change."""
    if state == "now":
        return expression
    match expression:
        case VariableUse(name) if "::" not in name:
            return OldUse(name)
        case Binary(operator, left, right):
            return Binary(operator, _at(left, state), _at(right, state))
        case _:
            return expression
