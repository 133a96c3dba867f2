"""The memory of a program as lines of its text, and back.

    memory 64 first 3
    named 1 "x"
    function 2146435072 "f"
    area [0, [], [[0, 32, "number", "M1", null]], [1], null]
    outside ["int", false, 4, [["", "integer", 0, 32, true, [], null]], 0, 0]

What a variable holds stands behind it, where it is not plain: `object area=0 by=object,offset initial`.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from maymust.ir.memory import Area, Cell, Held, Memory, ObjectType, Role, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WORDS = ("memory", "named", "function", "area", "outside")


def memory_to_text(memory: Memory) -> Iterator[str]:
    """The lines that say what the memory is; none, if there is nothing to say."""
    if memory == Memory(64):
        return
    yield f"memory {memory.word} first {memory.first_allocated}"
    for word, names in (("named", memory.named), ("function", memory.functions)):
        yield from (f"{word} {number} {json.dumps(name)}" for number, name in names.items())
    yield from (f"area {json.dumps(_data(area))}" for area in memory.areas)
    yield from (f"outside {json.dumps(_data(of))}" for of in memory.outside)


def _data(value: object) -> object:
    """As JSON has it: what is made of fields is a list of them."""
    if isinstance(value, Area | Cell | ObjectType | Scalar):
        return [_data(getattr(value, each.name)) for each in fields(value)]
    return [_data(each) for each in value] if isinstance(value, tuple) else value


def memory_from_text(lines: Iterable[str]) -> Memory:
    """The memory of these lines. Raises ValueError where they are none."""
    word, first = 64, 1
    named: dict[int, str] = {}
    functions: dict[int, str] = {}
    areas: list[Area] = []
    outside: list[ObjectType] = []
    for line in lines:
        kind, _, rest = line.partition(" ")
        try:
            match kind:
                case "memory":
                    word, first = (int(number) for number in rest.split(" first "))
                case "named" | "function":
                    number, _, name = rest.partition(" ")
                    (named if kind == "named" else functions)[int(number)] = json.loads(name)
                case "area":
                    areas.append(_area(*json.loads(rest)))
                case _:
                    outside.append(_object_type(*json.loads(rest)))
        except (TypeError, ValueError) as error:
            raise ValueError(f"`{line}` says nothing of memory: {error}") from None
    return Memory(word, tuple(areas), tuple(outside), named, functions, first)


def _area(stride: int, folds: Any, cells: Any, named: Any, alive: str | None) -> Area:
    kept = tuple([Cell(*cell) for cell in cells])
    return Area(stride, tuple([tuple(fold) for fold in folds]), kept, tuple(named), alive)


def _object_type(
    text: str | None, is_function: bool, size: int, parts: Any, area: int, base: int
) -> ObjectType:
    return ObjectType(text, is_function, size, tuple([_scalar(*part) for part in parts]), area, base)


def _scalar(
    path: str, kind: Any, start: int, width: int, signed: bool, around: Any, target: int | None
) -> Scalar:
    return Scalar(path, kind, start, width, signed, tuple([tuple(each) for each in around]), target)


def held_to_text(held: Held) -> str:
    """What stands behind a variable."""
    words = [] if held.role is Role.VALUE else [str(held.role)]
    words += [] if held.area is None else [f"area={held.area}"]
    words += [f"by={','.join(held.index)}"] if held.index else []
    words += ["initial"] if held.initial else []
    words += ["inner"] if held.inner else []
    return "".join(f" {word}" for word in words)


def held_from_text(text: str) -> Held:
    """What a variable holds. Raises ValueError where the text does not say so."""
    role, area, index, marks = Role.VALUE, None, tuple[Role, ...](), set[str]()
    for word in text.split():
        name, _, value = word.partition("=")
        if name == "area":
            area = int(value)
        elif name == "by":
            index = tuple([Role(each) for each in value.split(",")])
        elif word in ("initial", "inner"):
            marks.add(word)
        else:
            role = Role(word)
    return Held(role, area, index, "initial" in marks, "inner" in marks)
