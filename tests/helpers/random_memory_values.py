"""Random lvalues, addresses, initialisers and expressions over the variables in scope, all well-defined.

Every pointer points to an object that is there for as long as the pointer can be used: an object has a
`level`, the depth of its block, and a pointer is stored only where it does not outlive what it points to.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from helpers.random_memory_types import (
    Array,
    FunctionPointer,
    Number,
    Pointer,
    Record,
    Type,
    TypeMaker,
    Variant,
    declaration,
    has_floats,
    must_be_set,
)

HOME = 4  # elements of the arrays that pointers can always point to
_INT_CONSTANTS = (
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "100",
    "255",
    "-128",
    "65535",
    "0x7fffffff",
    "0x80000000u",
    "'a'",
)
_FLOAT_CONSTANTS = (
    "0.0",
    "1.5",
    "-2.25f",
    "3e7",
    "0.1",
    "0.1f",
    "-0.0",
    "1e-3f",
    "7",
    "123456789.0",
    "1e300",
)
_NULL_TESTS = ("!{}", "({} != 0)", "({} && 1)", "((unsigned long){} == 0)")


@dataclass(frozen=True)
class Place:
    """An lvalue. What it designates has at most this `level`, and at least the level `floor`."""

    text: str
    type: Type
    level: int = 0
    floor: int = 0
    plain: bool = False  # its address is not taken
    shared: bool = False  # it is a float in a union: no NaN is stored there, for its bits may be looked at
    through: str | None = None  # the pointer that `text` follows


class Values:
    """Makes expressions. `counters` loop variables and bounds."""

    def __init__(self, rng: random.Random, types: TypeMaker) -> None:
        self.rng = rng
        self.types = types
        self.prefix = types.prefix
        self.common: list[Place] = []  # global variables
        self.scope: list[Place] = []  # local ones
        self.counters: list[tuple[str, int]] = []
        self.functions: list[str] = []  # that function pointers may point to
        self.homes: dict[Type, str] = {}
        self._nested = False  # in an index
        self.globals: list[str] = []

    # -- lvalues -------------------------------------------------------------------------------------------

    def find(self, wanted: Callable[[Place], bool], tries: int = 14) -> Place | None:
        """A random lvalue of this kind, if one is met."""
        for _ in range(tries):
            local = self.scope and (not self.common or self.rng.random() < 0.6)
            place: Place | None = self.rng.choice(self.scope if local else self.common)
            for _ in range(6):
                if place is None or (wanted(place) and self.rng.random() < 0.75):
                    break
                place = self.inside(place)
            if place is not None and wanted(place):
                return place
        return None

    def inside(self, place: Place) -> Place | None:
        """A part of what is there, or what it points to."""
        rng = self.rng
        match place.type:
            case Array(element=element, count=count):
                index = self.index(count)
                text = f"{index}[{place.text}]" if rng.random() < 0.05 else f"{place.text}[{index}]"
                return replace(place, text=text, type=element, through=None)
            case Variant():
                return None
            case Record(members=members):
                name, type_ = rng.choice(members)
                arrow = place.through is not None and rng.random() < 0.8
                text = f"{place.through}->{name}" if arrow else f"{place.text}.{name}"
                shared = place.type.union and has_floats(type_)
                plain = place.plain or shared
                return replace(place, text=text, type=type_, through=None, plain=plain, shared=shared)
            case Pointer(target=target, room=room, nullable=False):
                there = replace(place, type=target, floor=0, plain=False, shared=False, through=None)
                if room > 1 or rng.random() < 0.2:
                    return replace(there, text=f"{place.text}[{self.index(room)}]")
                return replace(there, text=f"(*{place.text})", through=place.text)
        return None

    def index(self, count: int) -> str:
        """An index of an array of so many elements."""
        rng = self.rng
        usable = [name for name, bound in self.counters if bound <= count]
        if usable and rng.random() < 0.5:
            return rng.choice(usable)
        if count == 1 or self._nested or rng.random() < 0.5:
            return str(rng.randrange(count))
        low = 1 << (count.bit_length() - 1)
        self._nested = True
        inner = self.integer(0)
        self._nested = False
        return f"({inner} & {low - 1})" if rng.random() < 0.5 else f"((unsigned)({inner}) % {count})"

    def number_place(self, *, floating: bool) -> Place | None:
        """An lvalue of an arithmetic type."""
        return self.find(lambda p: isinstance(p.type, Number) and p.type.is_float == floating)

    # -- addresses -----------------------------------------------------------------------------------------

    def address(self, type_: Pointer, limit: int) -> tuple[str, int]:
        """A value for a pointer that is held at the level `limit`, and the level of what it points to."""
        rng = self.rng
        if type_.nullable and rng.random() < 0.3:
            return "0", 0
        if rng.random() < 0.08:
            (first, a), (second, b) = self.address(type_, limit), self.address(type_, limit)
            null = f"({declaration(Pointer(type_.target), '')})0"
            first, second = (null if text == "0" else text for text in (first, second))
            return f"({self.integer(0)} ? {first} : {second})", max(a, b)
        found = self._known_address(type_, limit) or (
            f"({self.home(type_.target)} + {rng.randint(0, HOME - type_.room)})",
            0,
        )
        if rng.random() < 0.1:
            return f"({declaration(Pointer(type_.target), '')})(void *){found[0]}", found[1]
        return found

    def _known_address(self, type_: Pointer, limit: int) -> tuple[str, int] | None:
        rng = self.rng
        for choice in rng.sample(range(3), 3):
            if choice == 0:
                place = self.find(lambda p: p.level <= limit and _serves(p.type, type_), 5)
                if place is not None:
                    return place.text, place.level
            if choice == 1 and type_.room == 1:
                place = self.find(lambda p: p.level <= limit and p.type == type_.target and not p.plain, 5)
                if place is not None:
                    return f"&{place.text}", place.level
            if choice == 2:
                place = self.find(lambda p: p.level <= limit and not p.plain and _holds(p.type, type_), 5)
                if place is not None:
                    assert isinstance(place.type, Array)
                    index = self.index(place.type.count - type_.room + 1)
                    form = rng.choice(("&{}[{}]", "({} + {})", "(&*({} + {}))"))
                    return form.format(place.text, index), place.level
        return None

    def home(self, target: Type) -> str:
        """A global array for pointers to point to."""
        if target not in self.homes:
            type_, name = Array(target, HOME), f"{self.prefix}_home{len(self.homes)}"
            self.homes[target] = name
            self.globals.append(f"{declaration(type_, name)};")  # for pointers to it within it
            value = self.initialiser(type_, constant=True)
            self.globals.append(f"{declaration(type_, name)} = {value};")
            self.common.append(Place(name, type_))
        return self.homes[target]

    # -- initialisers --------------------------------------------------------------------------------------

    def initialiser(self, type_: Type, *, constant: bool, level: int = 0) -> str:
        """A value for a new object. Constant ones point to homes only."""
        rng = self.rng
        match type_:
            case Number():
                if constant:
                    return rng.choice(_FLOAT_CONSTANTS[:-1] if type_.is_float else _INT_CONSTANTS)
                return self.number(type_)
            case Pointer(target=target, room=room, nullable=nullable):
                if not constant:
                    return self.address(type_, level)[0]
                if nullable and rng.random() < 0.5:
                    return "0"
                start = rng.randint(0, HOME - room)
                return rng.choice(("&{}[{}]", "{} + {}")).format(self.home(target), start)
            case FunctionPointer():
                return rng.choice(("{}", "&{}")).format(rng.choice(self.functions))
            case Array():
                return self._array_initialiser(type_, constant=constant, level=level)
            case Record():
                return self._record_initialiser(type_, constant=constant, level=level)

    def _array_initialiser(self, type_: Array, *, constant: bool, level: int) -> str:
        rng = self.rng
        element, count = type_.element, type_.count
        if element == Number("char") and count > 1 and rng.random() < 0.5:
            return '"' + "".join(rng.choice("abxyz") for _ in range(rng.randrange(count))) + '"'

        def item() -> str:
            return self.initialiser(element, constant=constant, level=level)

        if must_be_set(element):
            if constant and rng.random() < 0.2:
                return f"{{[0 ... {count - 1}] = {item()}}}"
            return "{" + ", ".join(item() for _ in range(count)) + "}"
        if rng.random() < 0.3:
            chosen = sorted(rng.sample(range(count), rng.randint(1, count)))
            return "{" + ", ".join(f"[{k}] = {item()}" for k in chosen) + "}"
        return "{" + ", ".join(item() for _ in range(rng.randint(1, count))) + "}"

    def _record_initialiser(self, type_: Record, *, constant: bool, level: int) -> str:
        rng = self.rng
        if isinstance(type_, Variant):
            return self._variant_initialiser(type_, constant=constant, level=level)
        members = [rng.choice(type_.members)] if type_.union else type_.members
        designated = type_.union or rng.random() < 0.5
        if designated:
            members = [
                m for m in members if must_be_set(m[1]) or type_.union or rng.random() < 0.7
            ] or members[:1]
            rng.shuffle(members := list(members))
        items = [self.initialiser(member, constant=constant, level=level) for _, member in members]
        if designated:
            items = [f".{name} = {item}" for (name, _), item in zip(members, items, strict=True)]
        return "{" + ", ".join(items) + "}"

    def _variant_initialiser(self, type_: Variant, *, constant: bool, level: int) -> str:
        rng = self.rng
        number = rng.randrange(len(type_.choices))
        name, choice = type_.choices[number]
        value = self.initialiser(choice, constant=constant, level=level)
        items = [f".k = {number}", rng.choice((f".u = {{.{name} = {value}}}", f".u.{name} = {value}"))]
        if number == 0 and type_.number_first and rng.random() < 0.5:
            items = ["0", f"{{{value}}}"]
        elif rng.random() < 0.5:
            items.reverse()
        return "{" + ", ".join(items) + "}"

    # -- expressions ---------------------------------------------------------------------------------------

    def number(self, type_: Number, depth: int = 2) -> str:
        """A value of an arithmetic type, or one that is converted to it without harm."""
        if type_.is_float:
            value = self.floating(depth) if self.rng.random() < 0.8 else self.integer(depth)
            return f"{self.prefix}_F({value})"
        return self.integer(depth)

    def integer(self, depth: int = 2) -> str:
        """An integer."""
        rng = self.rng
        choice = rng.randrange(24)
        if depth <= 0 or choice < 8:
            return self._integer_leaf()
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        if choice < 14:
            return f"({a} {rng.choice(('+', '-', '*', '&', '|', '^', '<', '==', '>=', '&&', '||'))} {b})"
        match choice:
            case 14:
                return f"({a} {rng.choice(('<<', '>>'))} ({b} & 7))"
            case 15:
                return f"((unsigned)({a}) {rng.choice('/%')} ((unsigned)({b}) | 1))"
            case 16:
                return f"(({rng.choice(self.types_of_integers())}){a})"
            case 17:
                return f"({rng.choice(('-', '~', '!'))}({a}))"
            case 18:
                op = rng.choice(("<", "<=", "==", "!=", ">"))
                return f"({self.floating(depth - 1)} {op} {self.floating(depth - 1)})"
            case 19:
                return f"{self.prefix}_INT({self.floating(depth - 1)})"
            case 20:
                return self._pointer_test() or a
            case 21:
                return f"({self.integer(0)} ? {a} : {b})"
            case 22:
                place = self.find(lambda p: not (isinstance(p.type, Number) and p.type.bits))
                return f"(int)sizeof({place.text})" if place is not None else a
        record = self._chosen_record()
        return record or b

    def types_of_integers(self) -> tuple[str, ...]:
        return ("char", "unsigned char", "short", "int", "unsigned", "long long", "unsigned long", "_Bool")

    def _integer_leaf(self) -> str:
        rng = self.rng
        if self.counters and rng.random() < 0.15:
            return rng.choice(self.counters)[0]
        place = self.number_place(floating=False) if rng.random() < 0.75 else None
        return rng.choice(_INT_CONSTANTS) if place is None else place.text

    def floating(self, depth: int = 2) -> str:
        """A float or double."""
        rng = self.rng
        choice = rng.randrange(12)
        if depth <= 0 or choice < 5:
            place = self.number_place(floating=True) if rng.random() < 0.75 else None
            return rng.choice(_FLOAT_CONSTANTS) if place is None else place.text
        if choice < 9:
            return f"({self.floating(depth - 1)} {rng.choice('+-*/')} {self.floating(depth - 1)})"
        if choice == 9:
            return f"(({rng.choice(('float', 'double'))}){self.integer(depth - 1)})"
        if choice == 10:
            return f"((float){self.floating(depth - 1)})"
        return f"(-({self.floating(depth - 1)}))"

    def _pointer_test(self) -> str | None:
        """Two pointers to one type, compared; or one, with null."""
        first = self.find(lambda p: isinstance(p.type, Pointer), 5)
        if first is None:
            return None
        assert isinstance(first.type, Pointer)
        target = first.type.target
        second = self.find(lambda p: isinstance(p.type, Pointer) and p.type.target == target, 5)
        if second is None or self.rng.random() < 0.3:
            return self.rng.choice(_NULL_TESTS).format(first.text)
        cast = "(__UINTPTR_TYPE__)" if self.rng.random() < 0.3 else ""
        return f"({cast}{first.text} {self.rng.choice(('==', '!='))} {cast}{second.text})"

    def _chosen_record(self) -> str | None:
        """A member of one of two records."""
        first = self.find(lambda p: isinstance(p.type, Record), 5)
        if first is None:
            return None
        record = first.type
        assert isinstance(record, Record)
        numbers = [n for n, t in record.members if isinstance(t, Number) and not t.is_float]
        second = self.find(lambda p: p.type is record, 5)
        if second is None or not numbers:
            return None
        return f"({self.integer(0)} ? {first.text} : {second.text}).{self.rng.choice(numbers)}"


def _serves(held: Type, wanted: Pointer) -> bool:
    """Whether a pointer may be what is wanted."""
    if not isinstance(held, Pointer) or held.target != wanted.target:
        return False
    return wanted.nullable or (not held.nullable and held.room >= wanted.room)


def _holds(array: Type, wanted: Pointer) -> bool:
    return isinstance(array, Array) and array.element == wanted.target and array.count >= wanted.room
