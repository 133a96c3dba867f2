"""Objects in memory as a person sees them: `#1`, with the fields that C gives them.

A pointer of the IR is a number for its object. Those from outside, and those that are allocated, are called
`#1`, `#2`, … in the order in which they are met; variables in memory have their own names.
"""

from __future__ import annotations

from maymust.certificates.c.memory import BuiltMemory
from maymust.frontends.c.source import ParameterInput, Source
from maymust.interp.replay import Run
from maymust.ir.memory import NO_OBJECT, UNINITIALISED, ObjectType, Role, Scalar
from maymust.ir.program import Havoc, Program, Variable, node_place
from maymust.terms import ArraySort, ArrayValue, Value, to_signed

_MOST_OBJECTS = 20
_SHOWN = (Role.VALUE, Role.OBJECT, Role.TEMPORARY)


class Heap:
    """The objects of one run."""

    def __init__(self, source: Source, program: Program, run: Run) -> None:
        self._source, self._described = source, program.memory
        self._variables = program.variables()
        self._labels: dict[int, str] = {}
        cells: dict[str, Value] = {}
        for edge, given in run.inputs:
            if isinstance(edge.statement, Havoc):
                cells.setdefault(edge.statement.target.name or "", given.value)
        self._memory = BuiltMemory(self._described, cells)
        self._cells = {
            cell.variable: (area, cell.start)
            for area, each in enumerate(self._described.areas)
            for cell in each.cells
        }

    def label(self, number: int) -> str:
        """What an object is called."""
        if number == NO_OBJECT:
            return "null"
        if number == UNINITIALISED:
            return "uninitialised"
        named = self._described.named.get(number) or self._described.functions.get(number)
        return f"&{named}" if named else self._labels.setdefault(number, f"#{len(self._labels) + 1}")

    # ------------------------------------------------------------------------------------------ at the start
    def initial(self, run: Run) -> dict[str, str]:
        """The parameters, and the objects that they lead to."""
        found: dict[str, str] = {}
        pending: list[tuple[ObjectType, int]] = []
        for edge, given in run.inputs:
            origin = self._source.origins.get(node_place(given.node))
            statement = edge.statement
            if not isinstance(statement, Havoc) or isinstance(given.value, ArrayValue):
                continue
            part = origin.part if isinstance(origin, ParameterInput) else None
            if part is not None and part.kind == "pointer":
                found[statement.name + part.path] = self.label(given.value)
                self._follow(part, given.value, pending)
            elif statement.kind not in ("uninitialised", "padding"):
                variable = self._variables.get(statement.target.name or "")
                found[statement.name] = str(_signed(given.value, variable))
        drawn: set[int] = set()
        while pending and len(drawn) < _MOST_OBJECTS:
            type_, number = pending.pop(0)
            if number not in drawn:
                drawn.add(number)
                found[self.label(number)] = self._drawn(type_, number, pending)
        return found

    def _follow(self, part: Scalar, number: int, pending: list[tuple[ObjectType, int]]) -> None:
        known = number in (NO_OBJECT, UNINITIALISED) or number in self._described.named
        if part.target is not None and not known:
            pending.append((self._described.outside[part.target], number))

    def _drawn(self, type_: ObjectType, number: int, pending: list[tuple[ObjectType, int]]) -> str:
        area, found = self._described.areas[type_.area], []
        for part in type_.parts:
            if part.dimensions:
                continue
            value = self._memory.contents(area, type_.base, number, part.start, part.width)
            if part.kind == "pointer":
                self._follow(part, value, pending)
                text = self.label(value)
            else:
                text = str(to_signed(value, part.width) if part.signed else value)
            found.append(f"{part.path.removeprefix('.')} = {text}" if part.path else text)
        return "{" + ", ".join(found) + "}"

    # ---------------------------------------------------------------------------------------------- changes
    def change(self, before: Value | None, after: Value, variable: Variable) -> dict[str, str]:
        """What of a variable has changed, by the names of the source; nothing of what it does not know."""
        name = variable.source_name
        if variable.role not in _SHOWN or variable.held.initial or not name:
            return {}
        if not isinstance(after, ArrayValue):
            is_pointer = variable.role is Role.OBJECT
            return {name: self.label(after) if is_pointer else str(_signed(after, variable))}
        if not isinstance(before, ArrayValue):
            return {}
        old, new = dict(before.items()), dict(after.items())
        places = [index for index in sorted({**old, **new}) if before.select(index) != after.select(index)]
        return dict(self._placed(index, after.select(index), variable) for index in places)

    def _placed(self, index: int, value: int, variable: Variable) -> tuple[str, str]:
        """An element of an array or memory, as the source writes it, and what it holds."""
        sort, name = variable.term.sort, variable.source_name
        assert isinstance(sort, ArraySort)
        area, start = self._cells.get(variable.name, (None, 0))
        text = self.label(value) if variable.role is Role.OBJECT else str(_signed(value, variable))
        if area is None or Role.OBJECT not in variable.held.index:
            return f"{name.removesuffix('[]')}[{index}]", text
        number = index
        if Role.OFFSET in variable.held.index:
            word = self._described.word
            number, start = index >> word, 8 * (index & ((1 << word) - 1))
        path, part = self._part(area, start)
        if part is None:
            return f"{self.label(number)} at byte {start // 8}", text
        if part.kind == "integer" and part.width == sort.element and part.signed:
            text = str(to_signed(value, part.width))
        return f"{self.label(number)}{path}", text

    def _part(self, area: int, start: int) -> tuple[str, Scalar | None]:
        """The part of objects from outside that begins at this bit of an area, and how it is written."""
        for type_ in self._described.outside:
            for part in type_.parts if type_.area == area else ():
                for path, begin in part.elements():
                    if type_.base + begin == start:
                        return path, part
        return "", None


def _signed(value: int, variable: Variable | None) -> int:
    if variable is None or not variable.signed:
        return value
    sort = variable.term.sort
    return to_signed(value, sort.element if isinstance(sort, ArraySort) else variable.term.width)
