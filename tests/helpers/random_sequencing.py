"""Random expressions with side effects on parts of variables, and whether C defines what they do.

`Run` evaluates an expression by the letter of C11: it makes events, the value computations and side effects
that the standard speaks of, and notes for each which ones are sequenced before it. If two that are not
sequenced touch the same bytes, and one writes, the expression is undefined, or its result depends on the
order of calls. It shares nothing with the front end but the standard.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

Place = tuple[tuple[str, int], ...]
"""The bytes, or other smallest parts, of an object: a variable's name and a number."""
Events = frozenset[int]
NODES = 3

STATE = """
struct r { int x, y; };
struct w { int x, y, b[4]; struct r in[2]; signed f : 3, g : 5; struct r one; };
struct n { int x, y; struct n *next; };
union u { int w; unsigned char c[4]; };
"""
GLOBALS = "int G = 3; int GA[4] = {1, 0, 2, 1}; struct w GS = {.x = 1, .b = {0, 1, 2, 3}, .f = 1};"
LOCALS = """
int i = 1, j = 2, k = 0;
int a[4] = {2, 0, 3, 1};
struct w s = {1, 2, {3, 1, 0, 2}, {{1, 2}, {0, 3}}, 2, 9, {1, 0}};
union u un = {.w = 0x01020003};
struct r rec[4] = {{1, 2}, {3, 0}, {2, 2}, {0, 1}};
int m[32] = {1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0}, *p = &m[14], *q = &m[15], **pp = &p;
struct n n0, n1, n2, *pt = &n0, *qt = &n1;
n0.x = 1; n0.y = 0; n0.next = &n1; n1.x = 2; n1.y = 1; n1.next = &n2; n2.x = 0; n2.y = 3; n2.next = &n0;
"""
HELPERS = """
int pure(int x, int y) { return x * 2 - y; }
int bump(int x) { G = (G + x) & 1023; return G; }
int look(int x) { return G ^ x; }
int tab(int x) { GA[x & 3] = x & 7; return x; }
"""


def start() -> dict[tuple[str, int], int]:
    """What the variables hold at first."""
    held = {("i", 0): 1, ("j", 0): 2, ("k", 0): 0, ("G", 0): 3, ("p", 0): 14, ("q", 0): 15, ("pt", 0): 0}
    held |= {("qt", 0): 1}
    for name, values in (
        ("a", (2, 0, 3, 1)),
        ("GA", (1, 0, 2, 1)),
        ("m", (1, 2, 3, 0) * 5 + (0,) * 12),
        ("s", (1, 2, 3, 1, 0, 2, 1, 2, 0, 3, 2, 9, 1, 0)),
        ("GS", (1, 0, 0, 1, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0)),
        ("un", (3, 0, 2, 1)),
        ("rec", (1, 2, 3, 0, 2, 2, 0, 1)),
        ("nx", (1, 2, 0)),
        ("ny", (0, 1, 3)),
        ("nn", (1, 2, 0)),
    ):
        held |= {(name, number): value for number, value in enumerate(values)}
    return held


def final(name: str) -> list[str]:
    """Statements that leave what the variables hold in results."""
    lines = [f"{name}_r1 = i * 1000003ull + j * 1009ull + k + G * 77ull;"]
    lines += [f"{name}_r2 = {_mixed([f'a[{n}]' for n in range(4)] + [f'GA[{n}]' for n in range(4)])};"]
    for number, of in ((3, "s"), (4, "GS")):
        parts = ["x", "y", *[f"b[{n}]" for n in range(4)], "in[0].x", "in[0].y", "in[1].x", "in[1].y"]
        parts += ["f", "g", "one.x", "one.y"]
        lines += [f"{name}_r{number} = {_mixed([f'{of}.{part}' for part in parts])};"]
    parts = ["un.w", *[f"rec[{n}].{part}" for n in range(4) for part in "xy"]]
    lines += [f"{name}_r5 = {_mixed(parts)};", f"{name}_r6 = {_mixed([f'm[{n}]' for n in range(32)])};"]
    parts = ["(p - m)", "(q - m)", *[f"n{n}.{part}" for n in range(3) for part in "xy"]]
    parts += [_number(place) for place in ("pt", "qt", "n0.next", "n1.next", "n2.next")]
    return [*lines, f"{name}_r7 = {_mixed(parts)};"]


def _number(pointer: str) -> str:
    return f"({pointer} == &n0 ? 0 : {pointer} == &n1 ? 1 : 2)"


def _mixed(parts: list[str]) -> str:
    text = "0ull"
    for part in parts:
        text = f"({text} * 31 + (unsigned long long)(long long){part})"
    return text


def results(run: Run, value: int) -> tuple[int, ...]:
    """What the results should be."""
    held = run.held

    def mixed(values: list[int]) -> int:
        total = 0
        for one in values:
            total = (total * 31 + one) % 2**64
        return total

    def all_of(name: str) -> list[int]:
        return [v for (of, _), v in sorted(held.items()) if of == name]

    first = held["i", 0] * 1000003 + held["j", 0] * 1009 + held["k", 0] + held["G", 0] * 77
    whole = _wrapped(sum(byte << 8 * n for n, byte in enumerate(all_of("un"))))
    nodes = [held[name, n] for n in range(NODES) for name in ("nx", "ny")]
    nodes += [held["pt", 0], held["qt", 0], *all_of("nn")]
    return (
        value % 2**64,
        first % 2**64,
        mixed(all_of("a") + all_of("GA")),
        mixed(all_of("s")),
        mixed(all_of("GS")),
        mixed([whole, *all_of("rec")]),
        mixed(all_of("m")),
        mixed([held["p", 0], held["q", 0], *nodes]),
    )


@dataclass(slots=True)
class Event:
    """A value computation, side effect or call: what comes before it, what it touches, whether it writes."""

    before: Events
    touched: frozenset[tuple[str, int]] = frozenset()
    writes: bool = False


@dataclass(slots=True)
class Run:
    """One evaluation, with the operands of `+`, `=` and so on from left to right, or from right to left."""

    backwards: bool = False
    held: dict[tuple[str, int], int] = field(default_factory=start)
    events: list[Event] = field(default_factory=list)

    def event(self, before: Events, touched: Place = (), *, writes: bool = False) -> int:
        """Another event, behind these and all before them."""
        known = before.union(*[self.events[number].before for number in before])
        self.events.append(Event(known, frozenset(touched), writes))
        return len(self.events) - 1

    @property
    def undefined(self) -> bool:
        """Whether two events that are not sequenced touch the same, and one writes."""
        touching = [(number, event) for number, event in enumerate(self.events) if event.touched]
        return any(
            (one.writes or other.writes)
            and not one.touched.isdisjoint(other.touched)
            and m not in other.before
            for at, (m, one) in enumerate(touching)
            for n, other in touching[at + 1 :]
            if n not in one.before
        )

    def since(self, count: int) -> Events:
        """The events from that number on."""
        return frozenset(range(count, len(self.events)))

    def both(self, first: Callable[[], Value], second: Callable[[], Value]) -> tuple[Value, Value]:
        """Two evaluations that are not sequenced."""
        if self.backwards:
            later = second()
            return first(), later
        earlier = first()
        return earlier, second()


Value = tuple[int, Events]
"""A value and the events that compute it."""
Where = tuple[Place, Events]
Evaluation = Callable[[Run, Events], Value]
"""Evaluates behind some events."""
Designation = Callable[[Run, Events], Where]


@dataclass(frozen=True, slots=True)
class Lvalue:
    """An lvalue: its text, how it is found, and how what it holds is made of parts and taken apart."""

    text: str
    find: Designation
    bits: int = 32
    signed: bool = True
    bytewise: bool = False

    def read(self, run: Run, place: Place) -> int:
        if not self.bytewise:
            return run.held[place[0]]
        return _wrapped(sum(run.held[part] << 8 * n for n, part in enumerate(place)))

    def write(self, run: Run, place: Place, value: int) -> int:
        value %= 1 << self.bits
        if self.signed and value >> (self.bits - 1):
            value -= 1 << self.bits
        if not self.bytewise:
            run.held[place[0]] = value
        else:
            for n, part in enumerate(place):
                run.held[part] = value >> 8 * n & 255
        return value


@dataclass(frozen=True, slots=True)
class Made:
    """An expression: its text and its meaning."""

    text: str
    run: Evaluation


class Maker:
    """Makes expressions of type int."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._kinds = rng.sample(range(13), 3)  # of lvalues: few, so that they meet

    def expression(self, depth: int) -> Made:
        rng = self._rng
        if depth <= 0:
            return self._constant() if rng.random() < 0.5 else self._read(0)
        makers = (
            [self._assign] * 6 + [self._compound] * 3 + [self._step] * 4 + [self._binary] * 5
            + [self._read] * 3 + [self._choice] * 2 + [self._logical] * 2 + [self._comma] * 2
            + [self._call] * 2 + [self._link, self._copy, self._move]
        )  # fmt: skip
        return rng.choice(makers)(depth - 1)

    # -- values --------------------------------------------------------------------------------------------

    def _constant(self) -> Made:
        number = self._rng.randrange(4)
        return Made(str(number), lambda run, base: (number, frozenset((run.event(base),))))

    def _read(self, depth: int) -> Made:
        lvalue = self._lvalue(depth)

        def run(run: Run, base: Events) -> Value:
            place, found = lvalue.find(run, base)
            done = run.event(base | found, place)
            return lvalue.read(run, place), frozenset((done,))

        return Made(lvalue.text, run)

    def _binary(self, depth: int) -> Made:
        left, right, op = self.expression(depth), self.expression(depth), self._rng.choice("+-&|^")

        def run(run: Run, base: Events) -> Value:
            (a, ea), (b, eb) = run.both(lambda: left.run(run, base), lambda: right.run(run, base))
            return _computed(op, a, b), frozenset((run.event(base | ea | eb),))

        return Made(f"({left.text} {op} {right.text})", run)

    def _comma(self, depth: int) -> Made:
        left, right = self.expression(depth), self.expression(depth)

        def run(run: Run, base: Events) -> Value:
            before = len(run.events)
            left.run(run, base)
            return right.run(run, base | run.since(before))

        return Made(f"({left.text}, {right.text})", run)

    def _logical(self, depth: int) -> Made:
        left, right, op = self.expression(depth), self.expression(depth), self._rng.choice(("&&", "||"))

        def run(run: Run, base: Events) -> Value:
            before = len(run.events)
            first, found = left.run(run, base)
            if (first != 0) != (op == "&&"):
                return int(first != 0), frozenset((run.event(base | found),))
            second, also = right.run(run, base | run.since(before))
            return int(second != 0), frozenset((run.event(base | found | also),))

        return Made(f"({left.text} {op} {right.text})", run)

    def _choice(self, depth: int) -> Made:
        condition, then, otherwise = (self.expression(depth) for _ in range(3))

        def run(run: Run, base: Events) -> Value:
            before = len(run.events)
            first, _ = condition.run(run, base)
            return (then if first else otherwise).run(run, base | run.since(before))

        return Made(f"({condition.text} ? {then.text} : {otherwise.text})", run)

    def _call(self, depth: int) -> Made:
        name = self._rng.choice(("pure", "bump", "look", "tab"))
        given = [self.expression(depth) for _ in range(2 if name == "pure" else 1)]

        def run(run: Run, base: Events) -> Value:
            before = len(run.events)
            values = [0] * len(given)
            numbers = range(len(given))
            for number in reversed(numbers) if run.backwards else numbers:
                values[number] = given[number].run(run, base)[0]
            behind = base | run.since(before)
            if name == "pure":
                return _wrapped(values[0] * 2 - values[1]), frozenset((run.event(behind),))
            x = values[0]
            if name == "tab":
                place = ("GA", x & 3)
                run.held[place] = x & 7
                return x, frozenset((run.event(behind, (place,), writes=True),))
            if name == "bump":
                run.held["G", 0] = _wrapped(run.held["G", 0] + x) & 1023
            done = run.event(behind, (("G", 0),), writes=name == "bump")
            return run.held["G", 0] if name == "bump" else run.held["G", 0] ^ x, frozenset((done,))

        return Made(f"{name}({', '.join(argument.text for argument in given)})", run)

    # -- side effects --------------------------------------------------------------------------------------

    def _assign(self, depth: int) -> Made:
        return self._assigned(self._lvalue(depth), self.expression(depth))

    def _assigned(self, lvalue: Lvalue, value: Made) -> Made:
        def run(run: Run, base: Events) -> Value:
            place: Place = ()

            def find() -> Value:
                nonlocal place
                place, found = lvalue.find(run, base)
                return 0, found

            (_, ea), (given, eb) = run.both(find, lambda: value.run(run, base))
            new = lvalue.write(run, place, given)
            run.event(base | ea | eb, place, writes=True)
            return new, frozenset((run.event(base | ea | eb),))

        return Made(f"({lvalue.text} = {value.text})", run)

    def _compound(self, depth: int) -> Made:
        lvalue, value, op = self._lvalue(depth), self.expression(depth), self._rng.choice("+-^|")

        def run(run: Run, base: Events) -> Value:
            place: Place = ()

            def read() -> Value:
                nonlocal place
                place, found = lvalue.find(run, base)
                done = run.event(base | found, place)
                return lvalue.read(run, place), frozenset((done,))

            (held, ea), (given, eb) = run.both(read, lambda: value.run(run, base))
            new = lvalue.write(run, place, _computed(op, held, given))
            run.event(base | ea | eb, place, writes=True)
            return new, frozenset((run.event(base | ea | eb),))

        return Made(f"({lvalue.text} {op}= {value.text})", run)

    def _step(self, depth: int) -> Made:
        lvalue, delta, prefix = self._lvalue(depth), self._rng.choice((1, -1)), self._rng.random() < 0.3
        sign = "++" if delta == 1 else "--"

        def run(run: Run, base: Events) -> Value:
            place, found = lvalue.find(run, base)
            done = run.event(base | found, place)
            held = lvalue.read(run, place)
            new = lvalue.write(run, place, held + delta)
            run.event(base | {done}, place, writes=True)
            return new if prefix else held, frozenset((done,))

        return Made(f"({sign}{lvalue.text})" if prefix else f"({lvalue.text}{sign})", run)

    def _copy(self, depth: int) -> Made:
        """`(one = another).x`, of structures; the value is read as part of the assignment's."""
        target, source = self._record(depth), self._record(depth)
        member = self._rng.randrange(2)

        def run(run: Run, base: Events) -> Value:
            place: Place = ()

            def find() -> Value:
                nonlocal place
                place, found = target.find(run, base)
                return 0, found

            taken: list[int] = []

            def read() -> Value:
                there, found = source.find(run, base)
                taken.extend(run.held[part] for part in there)
                return 0, frozenset((run.event(base | found, there),))

            (_, ea), (_, eb) = run.both(find, read)
            for part, value in zip(place, taken, strict=True):
                run.held[part] = value
            run.event(base | ea | eb, place, writes=True)
            return taken[member], frozenset((run.event(base | ea | eb),))

        return Made(f"({target.text} = {source.text}).{'xy'[member]}", run)

    def _move(self, depth: int) -> Made:
        """A pointer to an element is moved a little, and what it points to is used."""
        name, delta = self._rng.choice((("p", 1), ("q", -1), ("(*pp)", 1)))
        place: Place = ((name if name != "(*pp)" else "p", 0),)
        value = self.expression(depth)

        def find(run: Run, base: Events) -> Where:
            pointed = frozenset((run.event(base),))
            done = run.event(base | pointed, place)
            held = run.held[place[0]]
            run.held[place[0]] = held + delta
            run.event(base | {done}, place, writes=True)
            return (("m", held),), frozenset((done,))

        sign = "++" if delta == 1 else "--"
        return self._assigned(Lvalue(f"*{name}{sign}", find), value)

    def _link(self, depth: int) -> Made:
        """A pointer to a structure is assigned, and something in that is used."""
        target, value = self._pointer(depth), self._pointer(depth)

        def read(run: Run, base: Events) -> Value:
            place, found = value.find(run, base)
            done = run.event(base | found, place)
            return run.held[place[0]], frozenset((done,))

        assigned = self._assigned(target, Made(value.text, read))

        def find(run: Run, base: Events) -> Where:
            node, found = assigned.run(run, base)
            return (("nx", node),), found

        return self._assigned(Lvalue(f"{assigned.text}->x", find), self.expression(depth))

    # -- lvalues -------------------------------------------------------------------------------------------

    def _lvalue(self, depth: int) -> Lvalue:
        rng = self._rng
        kind = rng.choice(self._kinds)
        index = self.expression(depth - 1)
        if kind < 2:
            name = rng.choice(("i", "j", "k", "G"))
            return Lvalue(name, _fixed((name, 0)))
        if kind < 4:
            name = rng.choice(("a", "GA"))
            return Lvalue(f"{name}[{index.text} & 3]", _element(name, index, 3))
        if kind < 7:
            return self._member(rng.choice(("s", "s", "GS")), index)
        if kind == 7:
            if rng.random() < 0.3:
                return Lvalue("un.w", _fixed(*[("un", n) for n in range(4)]), bytewise=True)
            return Lvalue(f"un.c[{index.text} & 3]", _element("un", index, 3), 8, False)
        if kind == 8:
            part = rng.randrange(2)
            return Lvalue(
                f"rec[{index.text} & 3].{'xy'[part]}", _element("rec", index, 3, lambda n: 2 * n + part)
            )
        if kind < 11:
            name = rng.choice(("p", "q", "(*pp)"))
            return Lvalue(f"{name}[{index.text} & 1]", self._pointed(name, index))
        node, part = self._pointer(depth), rng.choice("xy")

        def find(run: Run, base: Events) -> Where:
            place, found = node.find(run, base)
            done = run.event(base | found, place)
            return ((f"n{part}", run.held[place[0]]),), frozenset((done,))

        return Lvalue(f"{node.text}->{part}", find)

    def _member(self, name: str, index: Made) -> Lvalue:
        rng = self._rng
        kind = rng.randrange(6)
        if kind == 0:
            number = rng.randrange(2)
            return Lvalue(f"{name}.{'xy'[number]}", _fixed((name, number)))
        if kind == 1:
            return Lvalue(f"{name}.b[{index.text} & 3]", _element(name, index, 3, lambda n: 2 + n))
        if kind == 2:
            part = rng.randrange(2)
            find = _element(name, index, 1, lambda n: 6 + 2 * n + part)
            return Lvalue(f"{name}.in[{index.text} & 1].{'xy'[part]}", find)
        if kind == 3:
            return Lvalue(f"{name}.f", _fixed((name, 10)), 3)
        if kind == 4:
            return Lvalue(f"{name}.g", _fixed((name, 11)), 5)
        number = rng.randrange(2)
        return Lvalue(f"{name}.one.{'xy'[number]}", _fixed((name, 12 + number)))

    def _record(self, depth: int) -> Lvalue:
        rng = self._rng
        index = self.expression(depth - 1)
        kind = rng.randrange(3)
        if kind == 0:
            return Lvalue("s.one", _fixed(("s", 12), ("s", 13)))
        name, first, mask = ("rec", 0, 3) if kind == 1 else ("s", 6, 1)

        def find(run: Run, base: Events) -> Where:
            value, found = index.run(run, base)
            at = first + 2 * (value & mask)
            return ((name, at), (name, at + 1)), found

        return Lvalue(f"{'rec' if kind == 1 else 's.in'}[{index.text} & {mask}]", find)

    def _pointer(self, depth: int) -> Lvalue:
        """A pointer to a structure that has one."""
        name = self._rng.choice(("pt", "qt"))
        if depth <= 0 or self._rng.random() < 0.4:
            return Lvalue(name, _fixed((name, 0)))
        inner = self._pointer(depth - 1)

        def find(run: Run, base: Events) -> Where:
            place, found = inner.find(run, base)
            done = run.event(base | found, place)
            return (("nn", run.held[place[0]]),), frozenset((done,))

        return Lvalue(f"{inner.text}->next", find)

    def _pointed(self, name: str, index: Made) -> Designation:
        place: Place = (("p" if name == "(*pp)" else name, 0),)

        def find(run: Run, base: Events) -> Where:
            def pointer() -> Value:
                done = run.event(base, place)
                return run.held[place[0]], frozenset((done,))

            (at, ea), (by, eb) = run.both(pointer, lambda: index.run(run, base))
            return (("m", at + (by & 1)),), frozenset((run.event(base | ea | eb),))

        return find


def _fixed(*place: tuple[str, int]) -> Designation:
    return lambda run, base: (place, frozenset((run.event(base),)))


def _element(name: str, index: Made, mask: int, number: Callable[[int], int] = lambda n: n) -> Designation:
    def find(run: Run, base: Events) -> Where:
        value, found = index.run(run, base)
        return ((name, number(value & mask)),), found

    return find


def _wrapped(value: int) -> int:
    return (value + 2**31) % 2**32 - 2**31


def _computed(op: str, a: int, b: int) -> int:
    match op:
        case "+":
            return _wrapped(a + b)
        case "-":
            return _wrapped(a - b)
        case "&":
            return _wrapped(a & b)
        case "|":
            return _wrapped(a | b)
    return _wrapped(a ^ b)
