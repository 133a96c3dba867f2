"""Random structures and unions, as C text and as shapes that tests understand; and random initialisers."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

SCALARS = (
    "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
    "unsigned long", "long long", "unsigned long long", "_Bool", "float", "double", "enum Colour",
)  # fmt: skip
BIT_FIELDS = {
    "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32,
    "long long": 64, "unsigned long long": 64, "_Bool": 1,
}  # fmt: skip
HEAD = "enum Colour { RED, GREEN = 5 };\n"


@dataclass(frozen=True)
class Scalar:
    """A number; `bits` is the width of a bit-field, and padding has no name."""

    spelling: str
    bits: int | None = None


@dataclass(frozen=True)
class Array:
    """An array of so many elements; a flexible one has none."""

    element: Shape
    count: int | None


@dataclass(frozen=True)
class Record:
    """A structure or union; one without a tag is written where it is used."""

    tag: str
    union: bool
    members: tuple[tuple[str, Shape], ...]
    attribute: str = ""

    @property
    def keyword(self) -> str:
        return "union" if self.union else "struct"

    def definition(self) -> str:
        """The text that defines it."""
        inner = " ".join(f"{declaration(shape, name)};" for name, shape in self.members)
        return f"{self.keyword} {self.tag} {{ {inner} }} {self.attribute}"


Shape = Scalar | Array | Record


def declaration(shape: Shape, name: str) -> str:
    """`int name[3]`."""
    if isinstance(shape, Array):
        return declaration(shape.element, f"{name}[{'' if shape.count is None else shape.count}]")
    if isinstance(shape, Record):
        return f"{shape.keyword} {shape.tag} {name}" if shape.tag else f"{shape.definition()} {name}"
    return f"{shape.spelling} {name}" + ("" if shape.bits is None else f" : {shape.bits}")


@dataclass
class RecordMaker:
    """Makes records; those made before may be members of later ones."""

    rng: random.Random
    attributes: bool = True
    prefix: str = "R"
    made: list[Record] = field(default_factory=list)
    names: int = 0

    def record(self) -> Record:
        """A new record with a tag."""
        found = self._record(f"{self.prefix}{len(self.made)}", 0)
        self.made.append(found)
        return found

    def _record(self, tag: str, depth: int) -> Record:
        rng, union = self.rng, self.rng.random() < 0.25
        members = [self._member(depth, union=union) for _ in range(rng.randint(1, 5))]
        if all(not name for name, shape in members if isinstance(shape, Scalar)):
            members.append((self._name(), Scalar("int")))
        if self.attributes and depth == 0 and not union and rng.random() < 0.1:
            members.append((self._name(), Array(Scalar(rng.choice(SCALARS)), None)))
        attribute = ""
        if self.attributes and rng.random() < 0.25:
            attribute = rng.choice(
                ["__attribute__((packed))", f"__attribute__((aligned({rng.choice([2, 8, 16])})))"]
            )
        return Record(tag, union, tuple(members), attribute)

    def _member(self, depth: int, *, union: bool) -> tuple[str, Shape]:
        rng, choice = self.rng, self.rng.random()
        if choice < 0.2:
            spelling = rng.choice(list(BIT_FIELDS))
            named = rng.random() < 0.8 or union
            low = 1 if named else 0
            return (self._name() if named else ""), Scalar(spelling, rng.randint(low, BIT_FIELDS[spelling]))
        if choice < 0.35 and depth < 2:
            return (self._name() if rng.random() < 0.4 else ""), self._record("", depth + 1)
        return self._name(), self._shape()

    def _shape(self) -> Shape:
        rng, choice = self.rng, self.rng.random()
        if choice < 0.25:
            return Array(self._shape(), rng.randint(1, 3))
        complete = [r for r in self.made if not _is_flexible(r)]
        if choice < 0.4 and complete:
            return rng.choice(complete[-6:])
        return Scalar(rng.choice(SCALARS))

    def _name(self) -> str:
        self.names += 1
        return f"m{self.names}"


def _is_flexible(record: Record) -> bool:
    return any(isinstance(shape, Array) and shape.count is None for _, shape in record.members)


def named_members(record: Record, before: str = "") -> list[tuple[str, Shape]]:
    """The members that can be named, also those in anonymous ones."""
    found: list[tuple[str, Shape]] = []
    for name, shape in record.members:
        if name:
            found.append((before + name, shape))
        elif isinstance(shape, Record):
            found += named_members(shape, before)
    return found


class InitialiserMaker:
    """Random initialisers: designators, ranges, braces left out, strings, and parts initialised again."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def braces(self, shape: Record | Array) -> str:
        """An initialiser in braces. It may have more numbers than there are parts."""
        rng, items = self.rng, list[str]()
        position: int | None = 0  # of the next direct part, while that is sure
        for _ in range(rng.randint(0, 4)):
            parts = _parts(shape)
            if position is not None and position < len(parts) and rng.random() < 0.5:
                text = self.value(parts[position][1])
                position = position + 1
            elif rng.random() < 0.6:
                designator, target = self.designator(shape)
                text, position = f"{designator} = {self.value(target)}", None
            else:
                text, position = self.number(), None
            items.append(text)
        return "{" + ", ".join(items) + "}"

    def value(self, shape: Shape) -> str:
        """An initialiser for the whole of a part."""
        if isinstance(shape, Scalar):
            return self.number() if self.rng.random() < 0.9 else "{" + self.number() + "}"
        if (
            isinstance(shape, Array)
            and isinstance(shape.element, Scalar)
            and "char" in shape.element.spelling
            and self.rng.random() < 0.6
        ):
            return self.rng.choice(['"a"', '"\\x7f" "\\12"', '{"bc"}', '""'])
        return self.braces(shape)

    def number(self) -> str:
        return str(self.rng.choice([0, 1, 3, 77, 100, self.rng.randint(0, 127)]))

    def designator(self, shape: Record | Array) -> tuple[str, Shape]:
        """`.a[1 ... 2]`, and the shape of what it names."""
        text, target, rng = "", shape, self.rng
        while True:
            inner: Shape
            if isinstance(target, Record):
                name, inner = rng.choice(named_members(target))
                text += f".{name}"
            else:
                assert target.count is not None
                low = rng.randrange(target.count)
                high = rng.randrange(low, target.count)
                inner = target.element
                text += f"[{low} ... {high}]" if high > low and rng.random() < 0.3 else f"[{low}]"
            if isinstance(inner, Scalar) or rng.random() < 0.5:
                return text, inner
            target = inner


def _parts(shape: Record | Array) -> list[tuple[str, Shape]]:
    if isinstance(shape, Array):
        return [("", shape.element)] * (shape.count or 0)
    members = [(name, part) for name, part in shape.members if name or isinstance(part, Record)]
    return members[:1] if shape.union else members
