"""Objects in memory as C sees them: which ones of a type there are, and what they hold.

Of the objects that pointers from outside may point to, those are there which the counterexample says, and all
that pointers lead to from there. An object has one type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maymust.certificates.clauses.layouts import ArrayPlace, Layouts, Path
from maymust.certificates.clauses.numbers import as_type
from maymust.certificates.clauses.states import Execution, State
from maymust.certificates.clauses.values import NULL, UNSET, NotSeen, Pointer, pointer_of
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.c.memory.numbers import OUTSIDE, UNINITIALISED
from maymust.frontends.c.source import Source, StoredCell
from maymust.frontends.c.tree.leaves import OBJECT_WIDTH
from maymust.frontends.c.types import CType, IntType, PointerType, size_of, spelled
from maymust.terms import ArrayValue, Value

Given = tuple[
    Scope, Mapping[str, CType], Mapping[str, Value]
]  # names and types of variables, and their values


class Memory:
    """The memory of one execution. `claimed` are the objects from outside that there are, by layout; `given`
    are values with which another function is called in the end.

    Raises `NotSeen` if the function is called with memory that cannot come from outside.
    """

    def __init__(
        self,
        source: Source,
        scope: Scope,
        execution: Execution,
        claimed: Mapping[int, frozenset[int]],
        given: Given | None = None,
    ) -> None:
        self._source, self._scope, self._execution = source, scope, execution
        self.layouts = Layouts(source, scope)
        self.outside: dict[int, CType] = {}
        self._follow_from_call(self._roots(execution.called, ()))
        if execution.returned is not None:
            last = self._roots(execution.returned, execution.result)
            last += [] if given is None else list(_pointers_of(*given))
            self._follow_from_end(last, execution.returned)
        self._follow_from_call(self._claimed(claimed))
        if execution.returned is not None:
            known = [(of, Pointer(number)) for number, of in self.outside.items()]
            self._follow_from_end(known, execution.returned)

    # -- what is there -------------------------------------------------------------------------------------

    def is_valid(self, pointer: Pointer, of: CType, state: State) -> bool:
        """Whether a pointer leads to an object of the type that can be accessed."""
        number = pointer.object
        if pointer in (NULL, UNSET):
            return False
        if pointer.offset or not (self.is_new(number) or number in self.outside):
            raise NotSeen("a pointer leads to something that contracts cannot speak of")
        if self.is_new(number):
            return number < state.next_object and self._is_there(number, of, state)
        if self.outside[number] != of:
            raise NotSeen(f"a pointer to `{spelled(of)}` leads to something else")
        return True

    def objects(self, of: CType, state: State) -> list[Pointer]:
        """The objects of a type that can be accessed, and are known."""
        layout = self.layouts.number(of)
        outside = sorted(number for number, type_ in self.outside.items() if type_ == of)
        made = [number for number, each in self._execution.allocations.items() if each.layout == layout]
        return [each for each in map(Pointer, (*outside, *made)) if self.is_valid(each, of, state)]

    def has_others(self, of: CType, state: State) -> bool:
        """Whether there may be more objects of a type: variables beside them, or what was allocated elsewhere
        and is not known to be something else."""
        layout = self.layouts.number(of)
        made = [each for number, each in self._execution.allocations.items() if number < state.next_object]
        elsewhere = [each for each in made if each.layout != layout]
        are_known = all(
            any(size_of(type_) == each.size for type_ in self.layouts.types_in(each.layout))
            for each in elsewhere
        )
        return bool(self._source.layouts[layout].named) or not are_known

    def is_new(self, number: int) -> bool:
        """Whether an object was allocated by the function."""
        return number in self._execution.allocations

    def _is_there(self, number: int, of: CType, state: State) -> bool:
        """Whether an allocated object is not freed yet."""
        layout, made = self.layouts.number(of), self._execution.allocations[number]
        size = made.size if made.sizes is None else self._array(made.sizes, state).select(number)
        if made.layout != layout or made.base or size != size_of(of):
            raise NotSeen(f"a pointer to `{spelled(of)}` leads to something else")
        alive = self._source.layouts[layout].alive
        return alive is None or self._array(alive, state).select(number) == 1

    # -- what it holds -------------------------------------------------------------------------------------

    def held(self, pointer: Pointer, of: CType, path: Path, state: State) -> int | Pointer:
        """What the member of an object holds. Requires that the object is one of the type."""
        type_, cell = self._scope.place(of, path).type, self.layouts.cell(of, path)
        if isinstance(type_, PointerType) and cell.kind == "pointer":
            arrays = [self._array(name, state) for name in pointer_variables(cell)]
            return pointer_of(*[array.select(pointer.object) for array in arrays])
        if isinstance(type_, IntType) and cell.kind == "number" and cell.width == type_.width:
            return as_type(self._array(cell.variable, state).select(pointer.object), type_)
        raise NotSeen(f"members of `{spelled(of)}` are not kept one by one")

    def element(self, pointer: Pointer, of: CType, path: Path, index: int, state: State) -> int:
        """An element of an array in an object. Requires that the object is one of the type, and that there is
        such an element."""
        array, cell = self._array_of(of, path), self.layouts.cell(of, path)
        if cell.kind != "number" or cell.width != 8 * array.size:
            raise NotSeen(f"members of `{spelled(of)}` are not kept one by one")
        found, word = state.values.get(cell.variable), self.layouts.of(of).word
        if not isinstance(found, ArrayValue) or found.index_width != OBJECT_WIDTH + word:
            raise NotSeen(f"arrays in `{spelled(of)}` are not kept element by element")
        place = array.start + array.size * index
        return as_type(found.select(pointer.object << word | place), array.element)

    def element_at(self, of: CType, cell: StoredCell, byte: int) -> tuple[Path, int]:
        """The array that a cell is part of, and the index of the element that begins at this byte."""
        for array in self.layouts.arrays(of):
            index, rest = divmod(byte - array.start, array.size)
            if 8 * array.start == cell.start and not rest and 0 <= index < array.count:
                return array.path, index
        raise NotSeen(f"contracts cannot speak of all members of `{spelled(of)}`")

    def _array_of(self, of: CType, path: Path) -> ArrayPlace:
        return next(each for each in self.layouts.arrays(of) if each.path == path)

    def member_at(self, of: CType, cell: StoredCell) -> Path:
        """The member of a type that a cell holds."""
        for path, _ in self._scope.scalars(of):
            if 8 * self._scope.place(of, path).offset == cell.start:
                return path
        raise NotSeen(f"contracts cannot speak of all members of `{spelled(of)}`")

    def _array(self, name: str, state: State) -> ArrayValue:
        found = state.values.get(name)
        if not isinstance(found, ArrayValue) or found.index_width != OBJECT_WIDTH:
            raise NotSeen("the memory that is meant is not kept object by object")
        return found

    # -- objects and their types ---------------------------------------------------------------------------

    def _claimed(self, claimed: Mapping[int, frozenset[int]]) -> list[tuple[CType, Pointer]]:
        """The objects that the counterexample says there are, where one type is known that they can have."""
        types = {layout: self.layouts.types_in(layout) for layout in claimed}
        return [
            (types[layout][0], Pointer(number))
            for layout, numbers in claimed.items()
            if len(types[layout]) == 1
            for number in sorted(numbers)
        ]

    def _follow_from_call(self, pending: list[tuple[CType, Pointer]]) -> None:
        """Notes the objects from outside that pointers lead to at the call."""
        variables = {number for layout in self._source.layouts for number in layout.named}
        while pending:
            of, pointer = pending.pop()
            is_own = pointer == NULL or pointer.object in variables
            if is_own or not self.layouts.may_come_from_outside(of):
                continue
            if pointer.offset or not _is_outside(pointer):
                raise NotSeen("the function is called with memory that cannot come from outside")
            if pointer.object not in self.outside:
                self.outside[pointer.object] = of
                pending += self._pointers_in(of, pointer, self._execution.called)
            elif self.outside[pointer.object] != of:
                raise NotSeen("an object from outside has two types")

    def _follow_from_end(self, pending: list[tuple[CType, Pointer]], last: State) -> None:
        """Notes what else pointers lead to in the end: what was allocated, which has the type of the pointers
        to it, and objects from outside that came in later."""
        seen: set[tuple[CType, Pointer]] = set()
        while pending:
            of, pointer = pending.pop()
            if (of, pointer) in seen or pointer.offset:
                continue
            seen.add((of, pointer))
            if self.is_new(pointer.object):
                self.layouts.note(of, self._execution.allocations[pointer.object].layout)
            elif _is_outside(pointer):
                self._follow_from_call([(of, pointer)])
            else:
                continue
            pending += self._pointers_in(of, pointer, last)

    def _pointers_in(self, of: CType, pointer: Pointer, state: State) -> Iterator[tuple[CType, Pointer]]:
        """The pointers that an object holds, as far as they are known."""
        for path, scalar in self._scope.scalars(of):
            if isinstance(scalar, PointerType):
                try:
                    held = self.held(pointer, of, path, state)
                except NotSeen:
                    continue
                assert isinstance(held, Pointer)
                yield scalar.target, held

    def _roots(self, state: State, result: tuple[Value, ...]) -> list[tuple[CType, Pointer]]:
        """The pointers that a contract can begin with, and the types that they lead to."""
        found: list[tuple[CType, Pointer]] = []
        parameters, variables = self._scope.parameters, self._scope.globals
        for types, values in ((parameters, self._execution.arguments), (variables, state.values)):
            found += _pointers_of(self._scope, types, values)
        if isinstance(self._scope.returns, PointerType) and result:
            found.append((self._scope.returns.target, pointer_of(*result)))
        return found


def _pointers_of(
    scope: Scope, types: Mapping[str, CType], values: Mapping[str, Value]
) -> Iterator[tuple[CType, Pointer]]:
    """The pointers in variables, and the types that they lead to."""
    for name, type_ in types.items():
        for path, scalar in scope.scalars(type_):
            parts = [values.get(".".join((name, *path, part))) for part in ("object", "offset")]
            if isinstance(scalar, PointerType) and None not in parts:
                yield scalar.target, pointer_of(*parts)


def pointer_variables(cell: StoredCell) -> tuple[str, str]:
    """The variables of a cell that holds pointers: their objects, and their offsets."""
    return cell.variable, f"{cell.variable.removesuffix('.object')}.offset"


def _is_outside(pointer: Pointer) -> bool:
    return OUTSIDE <= pointer.object < UNINITIALISED
