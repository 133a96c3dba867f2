"""Types of random programs about memory: their declarations, and initialisers that leave no pointer wild."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

INTEGERS = (
    "char", "signed char", "unsigned char", "short", "unsigned short", "int", "int", "int", "unsigned",
    "long", "unsigned long", "long long", "unsigned long long", "_Bool", "enum colour",
)  # fmt: skip
FLOATS = ("float", "double")
BIT_FIELDS = {
    "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 31, "unsigned": 31,
    "_Bool": 1,
}  # fmt: skip
WORDS = ("long", "unsigned long", "__INTPTR_TYPE__")  # as wide as pointers
_MOST_WORDS = 8  # of a structure in a union


@dataclass(frozen=True)
class Number:
    """An integer or a float; `bits` is the width of a bit-field."""

    spelling: str
    bits: int | None = None

    @property
    def is_float(self) -> bool:
        return self.spelling in FLOATS


@dataclass(frozen=True)
class Pointer:
    """A pointer to at least `room` elements; one that may be null points to one, if any."""

    target: Type
    room: int = 1
    nullable: bool = False


@dataclass(frozen=True)
class Array:
    """An array."""

    element: Type
    count: int


@dataclass(frozen=True)
class FunctionPointer:
    """A pointer to one of the functions of the common signature."""

    spelling: str


@dataclass(eq=False)
class Record:
    """A structure or union. The members of a union cover it, without padding."""

    tag: str
    union: bool
    members: list[tuple[str, Type]] = field(default_factory=list)

    @property
    def spelling(self) -> str:
        return f"{'union' if self.union else 'struct'} {self.tag}"

    def definition(self) -> str:
        """The text that defines it."""
        inner = " ".join(f"{declaration(type_, name)};" for name, type_ in self.members)
        return f"{self.spelling} {{ {inner} }};"


@dataclass(eq=False)
class Variant(Record):
    """A structure of a union and a number that tells which of the union's members, the `choices`, was stored
    last. So its members are not for everyone. Zero is a value of the first choice."""

    choices: list[tuple[str, Type]] = field(default_factory=list)
    number_first: bool = True

    @property
    def inner(self) -> str:
        """The union."""
        return f"union {self.tag}u"

    def definition(self) -> str:
        """The text that defines both."""
        choices = " ".join(f"{declaration(type_, name)};" for name, type_ in self.choices)
        parts = ("int k;", f"{self.inner} u;")
        parts = parts if self.number_first else parts[::-1]
        return f"{self.inner} {{ {choices} }};\n{self.spelling} {{ {' '.join(parts)} }};"


Type = Number | Pointer | Array | FunctionPointer | Record


def declaration(type_: Type, name: str) -> str:
    """`int *name[3]`; without a name, the type as it is written in casts."""
    match type_:
        case Array(element=element, count=count):
            return declaration(element, f"{name}[{count}]")
        case Pointer(target=target):
            return declaration(target, f"(*{name})" if isinstance(target, Array) else f"*{name}")
        case Number(spelling=spelling, bits=bits):
            return f"{spelling} {name}" + ("" if bits is None else f" : {bits}")
    return f"{type_.spelling} {name}"


def has_pointers(type_: Type) -> bool:
    """Whether some part of it is a pointer."""
    match type_:
        case Pointer() | FunctionPointer():
            return True
        case Array(element=element):
            return has_pointers(element)
        case Variant(choices=choices):
            return any(has_pointers(choice) for _, choice in choices)
        case Record(members=members):
            return any(has_pointers(member) for _, member in members)
    return False


def has_floats(type_: Type) -> bool:
    """Whether some part of it is a float."""
    match type_:
        case Number():
            return type_.is_float
        case Array(element=element):
            return has_floats(element)
        case Variant(choices=choices):
            return any(has_floats(choice) for _, choice in choices)
        case Record(members=members):
            return any(has_floats(member) for _, member in members)
    return False


def must_be_set(type_: Type) -> bool:
    """Whether zero is no value for it: a pointer in it that is not null."""
    match type_:
        case Pointer(nullable=nullable):
            return not nullable
        case FunctionPointer():
            return True
        case Array(element=element):
            return must_be_set(element)
        case Variant():
            return False
        case Record(members=members):
            return any(must_be_set(member) for _, member in members)
    return False


def words(type_: Type) -> int:
    """At most so many words of 8 bytes are in it."""
    match type_:
        case Array(element=element, count=count):
            return count * words(element)
        case Variant(choices=choices):
            return 1 + max(words(choice) for _, choice in choices)
        case Record(members=members):
            return sum(words(member) for _, member in members)
    return 1


class TypeMaker:
    """Makes types; records that were made before may be parts of later ones."""

    def __init__(self, rng: random.Random, prefix: str, word: int) -> None:
        self.rng = rng
        self.prefix = prefix
        self.word = word  # bytes of a pointer
        self.records: list[Record] = []
        self.tags = 0
        self.callback = FunctionPointer(f"{prefix}_fp")

    def record(self) -> Record:
        """A new structure or union."""
        if self.rng.random() < 0.45:
            return self._variant()
        made = Record(self._tag(), union=self.rng.random() < 0.25)
        if made.union:
            made.members = self._union_members()
        else:
            count = self.rng.choice((1, 2, 2, 3, 3, 4, 5))
            made.members = [(f"m{i}", self._member(made)) for i in range(count)]
        self.records.append(made)
        return made

    def any(self, depth: int = 2) -> Type:
        """A type of a variable."""
        rng = self.rng
        choice = rng.randrange(20)
        if depth and choice < 4:
            return Array(self.any(depth - 1), rng.choice((1, 2, 3, 4, 4, 5, 8)))
        if choice < 8:
            return self.pointer(depth)
        if choice < 13 and self.records:
            return rng.choice(self.records)
        return self.callback if choice == 13 else self.number()

    def number(self) -> Number:
        """An integer or a float."""
        return Number(self.rng.choice(FLOATS if self.rng.random() < 0.2 else INTEGERS))

    def pointer(self, depth: int = 1) -> Pointer:
        """A pointer; to a pointer, sometimes."""
        rng = self.rng
        choice = rng.randrange(10)
        if choice < 4 and self.records:
            target: Type = rng.choice(self.records)
        elif choice < 6 and depth:
            target = self.pointer(0)
        elif choice == 6:
            target = Array(self.number(), rng.choice((2, 3, 4)))
        else:
            target = self.number()
        nullable = rng.random() < 0.25
        return Pointer(target, 1 if nullable else rng.choice((1, 1, 2, 3)), nullable)

    def _tag(self) -> str:
        self.tags += 1
        return f"{self.prefix}_R{self.tags}"

    def _member(self, record: Record) -> Type:
        rng = self.rng
        choice = rng.randrange(20)
        if choice < 4:
            spelling = rng.choice(list(BIT_FIELDS))
            return Number(spelling, rng.randint(1, BIT_FIELDS[spelling]))
        if choice == 4:
            return Pointer(record, 1, nullable=True)
        if choice < 8:
            return Array(self.number() if rng.random() < 0.6 else self.any(0), rng.choice((1, 2, 3, 4)))
        return self.any(1) if choice < 14 else self.number()

    def _union_members(self) -> list[tuple[str, Type]]:
        """Views of 8 bytes."""
        views: list[Type] = [Number("unsigned long long"), Array(Number("unsigned char"), 8)]
        views += [
            Number("double"), Number("long long"), Array(Number("float"), 2), Array(Number("unsigned"), 2),
            Array(Array(Number("short"), 2), 2), self._view(),
        ]  # fmt: skip
        self.rng.shuffle(views)
        return [(f"u{i}", view) for i, view in enumerate(views[: self.rng.randint(2, 5)])]

    def _variant(self) -> Variant:
        """A union with pointers, mostly of one word."""
        rng = self.rng
        made = Variant(self._tag(), union=False, number_first=rng.random() < 0.5)
        small = [record for record in self.records if words(record) <= _MOST_WORDS]
        further: list[Type] = [
            self.pointer(), self.pointer(), Pointer(made, 1, nullable=True), self.callback,
            self.callback, Number(rng.choice(WORDS)), Array(self.pointer(), 2), *small[:1],
        ]  # fmt: skip
        if rng.random() < 0.1:
            further += [self.number(), Array(Number("short"), 3)]  # these may be parts of a word
        chosen = [Number(rng.choice(WORDS)), *rng.sample(further, rng.randint(2, 4))]
        if not any(isinstance(type_, Pointer) for type_ in chosen):
            chosen.append(self.pointer())
        made.choices = [(f"c{i}", type_) for i, type_ in enumerate(chosen)]
        made.choices.append(("bytes", Array(Number("unsigned char"), self.word)))
        self.records.append(made)
        return made

    def _view(self) -> Record:
        parts: list[Type] = [Number("int"), Array(Number("unsigned char"), 2), Number("short")]
        if self.rng.random() < 0.5:
            parts = [Number("unsigned", 5), Number("int", 20), Number("unsigned", 7), Number("unsigned")]
        made = Record(self._tag(), union=False, members=[(f"v{i}", part) for i, part in enumerate(parts)])
        self.records.append(made)
        return made
