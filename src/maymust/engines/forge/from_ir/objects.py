"""Objects: each class of object numbers is a domain, its objects are atoms.

All arrays of the IR are total, so all atoms are there from the start: some are objects from outside, which
pointers that come in may point to; an allocation takes one that is neither that nor taken yet. Numbers with a
meaning of their own are literals: null, an uninitialised pointer, objects with a name.

    number             atom
    0                  literal `Object7.null`
    2³² - 1            literal `Object7.uninitialised`
    a named object k   literal `Object7.k`
    those allocated    the atoms in the variable `Object7.allocated`
    from 2³¹ on        the atoms in the variable `Object7.outside`
"""

from __future__ import annotations

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir.kinds import Class, Key, Kinds
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir.tree import DomainUse, Expression, LiteralUse
from maymust.frozen import frozen
from maymust.ir.memory import CODE, NO_OBJECT, OUTSIDE, UNINITIALISED, Role
from maymust.ir.program import Program
from maymust.ir.source import Span


@frozen
class ObjectDomain:
    """A domain. `numbers` are those of its literals."""

    name: str
    numbers: tuple[int, ...]
    first_allocated: int

    def literal_name(self, number: int) -> str:
        """The name of a literal."""
        names = {NO_OBJECT: "null", UNINITIALISED: "uninitialised"}
        return f"{self.name}.{names.get(number, number)}"

    def literal(self, number: int) -> Expression:
        """The atom of a number that is a literal."""
        return LiteralUse(self.literal_name(number))

    @property
    def literals(self) -> list[Expression]:
        """All of them."""
        return [self.literal(number) for number in self.numbers]

    @property
    def outside(self) -> str:
        """The variable with the objects from outside."""
        return f"{self.name}.outside"

    @property
    def allocated(self) -> str:
        """The variable with the objects that have been allocated."""
        return f"{self.name}.allocated"

    @property
    def bound_variable(self) -> str:
        """The variable that quantifiers over the domain bind."""
        return f"{self.name}.each"

    def known(self) -> Expression:
        """Everything that a pointer can point to at this time, and literals."""
        return e.union([e.use(self.outside), e.use(self.allocated), *self.literals])

    def everything(self) -> Expression:
        """All atoms."""
        return e.union([DomainUse(self.name), *self.literals])

    def below(self, limit: int, span: Span) -> Expression:
        """The set of the objects whose number is smaller."""
        found = [self.literal(number) for number in self.numbers if number < limit]
        if limit >= CODE:
            found.append(e.use(self.allocated))
        elif limit > self.first_allocated:
            raise Unsupported("the order of objects", span)
        if limit == UNINITIALISED:
            found.append(e.use(self.outside))
        elif limit > OUTSIDE:
            raise Unsupported("the order of objects", span)
        return e.union(found)

    def below_next(self) -> Expression:
        """The set of the objects whose number is smaller than that of the next allocation."""
        named = [self.literal(number) for number in self.numbers if number < self.first_allocated]
        return e.union([*named, e.use(self.allocated)])


def object_domains(kinds: Kinds, program: Program) -> dict[Key, ObjectDomain]:
    """The domain of each class of objects, by its root. A class that is computed with is refused."""
    first = CODE if program.the(Role.NEXT) is None else program.memory.first_allocated
    found: dict[Key, ObjectDomain] = {}
    classes = kinds.objects()
    names: set[str] = set()
    for root, each in classes.items():
        if each.arithmetic is not None:
            raise Unsupported("arithmetic on the addresses of objects", each.arithmetic)
        name = _name(each, len(classes) == 1, names)
        names.add(name)
        numbers = sorted({0} | each.sources | each.compared)
        if any(first <= number < CODE or OUTSIDE <= number < UNINITIALISED for number in numbers):
            raise Unsupported("an object that is known by its number")
        found[root] = ObjectDomain(name, tuple(numbers), first)
    return found


def _name(each: Class, alone: bool, taken: set[str]) -> str:
    if alone:
        return "Object"
    if each.areas:
        return f"Object{min(each.areas) + 1}"
    count = 0
    while (name := f"ObjectX{count or ''}") in taken:
        count += 1
    return name
