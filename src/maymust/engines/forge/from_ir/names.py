"""How what C has is named in FIR.

| C | FIR |
|---|---|
| parameter `n` of the entry, a number | `%start::n`, an `Integer`; it keeps the value of the call |
| parameter `p`, a pointer | `%start::p.object`, an atom of an object domain, and `%start::p.offset` |
| the result of the entry | `%result0`; of a pointer `%result0` is the object and `%result1` the offset |
| global `g` | `g` (`g.object` and `g.offset` of a pointer) |
| global array `a` | `a[]`, a relation `Integer→Integer` |
| field at byte b of what `p` points to | `M7.b`, a relation `Object→Integer`, where `M7` is the region |
| | of a pointer `M7.b.object` and `M7.b.offset`; without `.b` if the object is one scalar |
| `p->next` | `%start::p.object . M7.8.object`: `cell` finds the relation |
| the value at the call | `OldUse` of a global or of memory, in `ensures` |
| null | literal `Object7.null` of the domain |
| all objects from outside, all that are allocated | the sets `Object7.outside`, `Object7.allocated` |

Variables that always have one value (most offsets) do not exist in FIR: `Names` gives the constant instead.
There is a domain for each class of objects that pointers may share: `Object` if there is only one, else
`Object7` after its first region.
"""

from __future__ import annotations

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir import kinds as k
from maymust.engines.forge.from_ir.kinds import Key
from maymust.engines.forge.from_ir.objects import ObjectDomain
from maymust.engines.forge.from_ir.terms import Terms
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir.tree import INTEGER, DomainUse, Expression, Variable
from maymust.ir import program as ir
from maymust.ir.memory import UNINITIALISED, Memory, Role
from maymust.ir.program import Part, Program
from maymust.terms import ArraySort, BitVecSort, Sort, to_signed


class Names:
    """The names of one translated program, for contracts of its entry; or, where a procedure is named, for
    the contract of that one, where it is called: parameters are its own, `f::n`, and results `f::%output0`.
    """

    def __init__(self, program: Program, terms: Terms, procedure: str | None = None) -> None:
        self._program = program
        self._terms = terms
        self._owner = procedure or program.start
        self._stem = f"%contract {procedure}" if procedure else "%contract"
        self.procedure = procedure or program.entry
        """The procedure that the contract is about."""
        self._sorts: dict[str, Sort] = {name: v.term.sort for name, v in program.variables().items()}
        owner = program.procedures.get(self._owner)
        at_start = self._owner == program.start  # which has the entry's parameters as variables
        own = () if owner is None else owner.locals if at_start else owner.parameters
        self._parameters = {each.part: each.name for each in own if each.held.is_variable}
        self._global_parts = {part: each.name for part, each in program.global_parts().items()}
        self._roles = {each.name: each.role for each in program.globals}
        self.declared: dict[str, Variable] = {}
        """Variables that contracts have asked for."""

    # ---------------------------------------------------------------------------------------------- values
    def parameter(self, path: str, role: Role = Role.VALUE) -> Expression:
        """The value that a parameter had at the call: `n`, or a part of it, `s.x`."""
        return self._scalar(self._parameters.get((path, role)), path)

    def global_variable(self, path: str, role: Role = Role.VALUE) -> Expression:
        """The value of a global variable, or a part of it, or the relation of a global array (`a[]`)."""
        name = self._global_parts.get((path, role))
        if name is not None and isinstance(self._sorts.get(name), ArraySort):
            return self._memory(name)
        return self._scalar(name, path)

    def result(self, part: int = 0) -> Expression:
        """What the function returns; of a pointer, part 0 is the object and part 1 the offset."""
        if self.procedure not in self._program.procedures:
            raise Unsupported("what keeps the function from being called")
        sorts = self._program.procedures[self.procedure].returns
        if part >= len(sorts):
            raise Unsupported(f"the result of {self.procedure}, which returns nothing")
        at_start = self._owner == self._program.start
        name = f"%result{part}" if at_start else output_name(self.procedure, part)
        return self._value(name, k.result(self.procedure, part), sorts[part])

    def cell(self, pointer: str, byte: int, role: Role = Role.VALUE) -> Expression:
        """The relation of the field at this byte of what a parameter (`p`) or a global points to.

        The `role` says what is meant of a pointer. Join the pointer's object with it to read the field:
        `e.join(names.parameter("p", Role.OBJECT), names.cell("p", 8, Role.OBJECT))`.
        """
        return self.cell_of(self.domain_of(pointer), byte, role)

    def cell_of(self, domain: ObjectDomain, byte: int, role: Role = Role.VALUE) -> Expression:
        """The same for all objects of a domain, which must be of one area."""
        found = [
            name
            for area in self.areas_of(domain)
            for name in self.cells_at(area, byte, role)
            if name in self._sorts
        ]
        if len(found) != 1:
            raise Unsupported(f"a specification of byte {byte} of what is in {domain.name}")
        return self._memory(found[0])

    # --------------------------------------------------------------------------------------------- objects
    def domain_of(self, pointer: str) -> ObjectDomain:
        """The domain of the objects that a parameter or global points to."""
        part = pointer, Role.OBJECT
        for name in (self._parameters.get(part), self._global_parts.get(part)):
            if name is not None:
                found = self._terms.domain(k.scalar(name))
                if found is not None:
                    return found
        raise Unsupported(f"{pointer} as a pointer in a specification")

    def result_domain(self) -> ObjectDomain:
        """The domain of the objects that the function returns."""
        found = self._terms.domain(k.result(self.procedure, 0))
        if found is None:
            raise Unsupported(f"the result of {self.procedure} as a pointer in a specification")
        return found

    def null(self, domain: ObjectDomain) -> Expression:
        """The null pointer."""
        return domain.literal(0)

    def valid(self, pointer: Expression, domain: ObjectDomain) -> Expression:
        """Whether the pointer points to an object that is there."""
        bad = [domain.literal(number) for number in domain.numbers if number in (0, UNINITIALISED)]
        return e.conjunction(e.negation(e.equal(pointer, each)) for each in bad)

    def bound_variable(self, name: str, domain: ObjectDomain | None = None) -> str:
        """A variable for quantifiers, over integers or objects; the name that it has."""
        full = f"{self._stem}::{name}"
        type_ = DomainUse(domain.name if domain else INTEGER)
        if self.declared.setdefault(full, Variable(full, type_, is_global=False)).type != type_:
            return self.bound_variable(f"{name}'", domain)
        return full

    # ------------------------------------------------------------------------------------------- more of them
    @property
    def width(self) -> int:
        """How many bits integers have."""
        return self._terms.width

    @property
    def memory(self) -> Memory:
        """What pointers point to."""
        return self._program.memory

    def variables(self) -> tuple[ir.Variable, ...]:
        """The global variables and memories of the program."""
        return self._program.globals

    def cells_at(self, area: int, byte: int, role: Role) -> list[str]:
        """The variables of the cells that begin at a byte of an area's objects, with this role."""
        cells = [each for each in self.memory.areas[area].cells if each.start == 8 * byte]
        names = [name for each in cells for name in (each.variable, each.offset) if name is not None]
        return [name for name in names if self._roles.get(name) is role]

    def global_parts(self) -> dict[Part, ir.Variable]:
        """The global variables that the source can name, part by part."""
        return self._program.global_parts()

    def is_constant(self, name: str) -> bool:
        """Whether a global variable or memory always holds the same, everywhere."""
        key = k.element(name) if isinstance(self._sorts[name], ArraySort) else k.scalar(name)
        return self._terms.kinds.of(key).constant is not None

    def is_by_offset(self, name: str) -> bool:
        """Whether there is such a memory, from objects and offsets in them."""
        return name in self._terms.kinds.pairs

    def areas_of(self, domain: ObjectDomain) -> list[int]:
        """The areas of memory whose objects are in the domain."""
        roots = self._terms.kinds.objects().items()
        return sorted(
            area for root, each in roots if self._terms.domains[root] == domain for area in each.areas
        )

    def held_domain(self, memory: str) -> ObjectDomain | None:
        """The domain of the objects that a memory holds."""
        return self._terms.domain(k.element(memory))

    # ---------------------------------------------------------------------------------------------- helpers
    def _memory(self, name: str) -> Expression:
        """The relation of an array or memory."""
        known = self._terms.kinds.of(k.element(name)).constant
        if known is None:
            return e.use(name)
        sort, target = self._sorts[name], self._terms.domain(k.element(name))
        assert isinstance(sort, ArraySort)
        value = target.literal(known) if target else e.number(to_signed(known, sort.element))
        for column in reversed(self._terms.index_sets(name)):
            value = e.product(column, value)
        return value

    def _scalar(self, name: str | None, path: str) -> Expression:
        sort = self._sorts.get(name or "")
        if name is None or not isinstance(sort, BitVecSort):
            raise Unsupported(f"{path} in a specification")
        return self._value(name, k.scalar(name), sort)

    def _value(self, name: str, key: Key, sort: Sort) -> Expression:
        known = self._terms.kinds.of(key).constant
        if known is None:
            return e.use(name)
        domain = self._terms.domain(key)
        assert isinstance(sort, BitVecSort)
        return domain.literal(known) if domain else e.number(to_signed(known, sort.width))


def output_name(procedure: str, position: int) -> str:
    """The variable in which a procedure leaves what it returns."""
    return f"{procedure}::%output{position}"


def saved_name(name: str) -> str:
    """The local of `%start` that keeps the value of a variable at the call of the entry."""
    return f"%old::{name}"
