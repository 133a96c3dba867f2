"""Random small C programs about loops, for brute force: each is one or two recipes with random numbers.

A recipe is a theme for which a loop invariant is needed. About half of its programs carry a defect, in the
loop or in the claim. A claim may fail without one (a small type wraps) or hold in spite of it: brute force
tells. Loops end, except where an input decides after each round; a loop that reads inputs tells its state
(`«head¦…»`, see `random_programs`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from helpers.random_programs import Template

_TYPES = (
    "int",
    "int",
    "int",
    "unsigned",
    "unsigned",
    "short",
    "unsigned short",
    "signed char",
    "unsigned char",
)
_ALL = "@"  # stands for the list of all variables until they are known


def random_loops(rng: random.Random, recipe: str | None = None) -> Template:
    """A program of the given recipe, or a mixture. Its runs are short and few enough to try them all."""
    maker = LoopMaker(rng)
    if recipe is not None:
        RECIPES[recipe](maker)
    elif rng.random() < 0.2:
        maker.repeated()
    else:
        for _ in range(rng.choice((1, 1, 1, 2))):
            rng.choice(list(RECIPES.values()))(maker)
    return maker.template()


class LoopMaker:
    """Collects the parts of one program. Variables are declared at its start, set where a recipe begins."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.variables: list[str] = []
        self.declarations: list[str] = []
        self.functions: list[str] = []
        self.lines: list[str] = []
        self.numbers = 0

    def template(self) -> Template:
        parts = ["int [g0] = 0;", "unsigned char [g1];", *self.functions, "int [main](void)", "{"]
        parts += [*self.declarations, *self.lines, "return 0;", "}", ""]
        return Template("\n".join(parts).replace(_ALL, ", ".join(self.variables)), (), 0)

    # -- parts ---------------------------------------------------------------------------------------------

    def emit(self, *lines: str) -> None:
        self.lines += lines

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    def maybe(self, probability: float = 0.5) -> bool:
        return self.rng.random() < probability

    def new(self, stem: str, kind: str, start: object = 0) -> str:
        """A variable, set to the start."""
        name = f"{stem}{self.number()}"
        self.variables.append(name)
        self.declarations.append(f"{kind} {name} = 0;")
        self.emit(f"{name} = {start};")
        return name

    def kind(self) -> str:
        return self.rng.choice(_TYPES)

    def length(self, most: int) -> str:
        """How often a loop runs: a constant or an input."""
        if self.maybe():
            return str(self.rng.randint(2, most))
        bits = self.rng.randint(1, most.bit_length() - 1)
        return self.new("n", "int", f"«low¦{bits}»")

    def claim(self, true: str, false: str, faulty: bool) -> None:
        self.emit(f"«assert¦{false if faulty else true}»;")

    def head(self) -> str:
        """The mark of a loop that reads inputs."""
        return f"«head¦{self.number()}¦{_ALL}»"

    def loop(self, counter: str, length: str, body: Sequence[str], reads: bool = False) -> None:
        """`body` with the counter from 0 below the length, in one of C's forms. Jumps out need a `goto`."""
        body = [self.head(), *body] if reads else body
        number = self.number()
        start, more, step = f"{counter} = 0;", f"{counter} < {length}", f"{counter}++;"
        forms = (
            [f"for ({counter} = 0; {more}; {counter}++) {{", *body, "}"],
            [start, f"while ({more}) {{", *body, step, "}"],
            [start, f"if ({more}) do {{", *body, step, f"}} while ({more});"],
            [start, f"again{number}:", f"if ({more}) {{", *body, step, f"goto again{number};", "}"],
            [start, "for (;;) {", f"if (!({more})) break;", *body, step, "}"],
        )
        self.emit(*self.rng.choice(forms))

    def repeated(self) -> None:
        """A recipe in a loop of two or three rounds."""
        round_ = self.new("o", "int")
        outer, self.lines = self.lines, []
        RECIPES[self.rng.choice(("affine", "phases", "nested", "meet", "bits", "callee", "byte ring"))](self)
        inner, self.lines = self.lines, outer
        self.loop(round_, str(self.rng.randint(2, 3)), inner)

    # -- recipes: equalities and bounds --------------------------------------------------------------------

    def affine(self) -> None:
        rng, faulty = self.rng, self.maybe()
        a, b = rng.randint(1, 5), rng.randint(1, 5)
        kind = self.kind()
        x, y, i, length = self.new("x", kind), self.new("y", kind), self.new("i", "int"), self.length(60)
        body = [f"{x} += {a};", f"{y} += {b};"]
        if faulty and self.maybe():
            body.append(f"if ({i} == {rng.randint(0, 9)}) {y}++;")
        self.loop(i, length, body)
        self.claim(f"{b} * {x} == {a} * {y}", f"{b} * {x} == {a} * {y} + ({i} > {rng.randint(0, 9)})", faulty)

    def three_counters(self) -> None:
        rng, faulty = self.rng, self.maybe()
        a, b, c, i = (self.new(stem, "int") for stem in "abci")
        ball = self.new("d", "int")
        wrong = f"{c} += {b} == {rng.randint(0, 4)} ? 2 : 1;" if faulty else f"{c}++;"
        self.loop(
            i,
            self.length(12),
            [f"{ball} = «low¦2»;", f"if ({ball} == 0) {a}++; else if ({ball} == 1) {b}++; else {wrong}"],
            reads=True,
        )
        self.claim(f"{a} + {b} + {c} == {i}", f"{a} + {b} + {c} <= {i}", faulty)

    def walk(self) -> None:
        rng, faulty = self.rng, self.maybe()
        low, high = rng.randint(-3, 0), rng.randint(2, 9)
        x, i = self.new("x", rng.choice(("int", "short", "signed char"))), self.new("i", "int")
        guard = f"{x} <= {high}" if faulty else f"{x} < {high}"
        body = [f"if («bit») {{ if ({guard}) {x}++; }} else if ({x} > {low}) {x}--;"]
        if self.maybe():
            self.emit("while («bit») {", self.head(), *body, "}")
        else:
            self.loop(i, self.length(40), body, reads=True)
        self.emit(f"«assert¦{low} <= {x} && {x} <= {high}»;")

    def congruence(self) -> None:
        rng, faulty = self.rng, self.maybe()
        m = rng.choice((2, 3, 4, 4, 5, 8))
        rest = rng.randrange(m)
        x, i = self.new("x", self.kind(), rest), self.new("i", "int")
        second = m * rng.randint(0, 3) + (rng.randint(1, m - 1) if faulty else 0)
        self.loop(
            i,
            self.length(30),
            [f"if («bit») {x} += {m * rng.randint(1, 3)}; else {x} += {second};"],
            reads=True,
        )
        self.emit(f"«assert¦{x} % {m} == {rest}»;")

    def maximum(self) -> None:
        faulty = self.maybe()
        greatest, x, i = self.new("m", "int"), self.new("x", "signed char"), self.new("i", "int")
        start = self.rng.choice(("-8", "-1", "0"))
        self.emit(f"{greatest} = {start};")
        compare = f"{x} > {greatest} + 1" if faulty else f"{x} > {greatest}"
        body = [f"{x} = «low¦4» - 8;", f"if ({compare}) {greatest} = {x};", f"«assert¦{x} <= {greatest}»;"]
        self.loop(i, str(self.rng.randint(2, 5)), body, reads=True)

    # -- recipes: phases -----------------------------------------------------------------------------------

    def phases(self) -> None:
        rng, faulty = self.rng, self.maybe()
        up, down, middle = rng.randint(1, 3), rng.randint(1, 3), rng.randint(3, 40)
        length = rng.randint(middle, 80)
        x, i = self.new("x", self.kind()), self.new("i", "int")
        compare = "<=" if faulty and self.maybe() else "<"
        self.loop(i, str(length), [f"if ({i} {compare} {middle}) {x} += {up}; else {x} -= {down};"])
        end = up * middle - down * (length - middle)
        self.claim(f"{x} == {end}", f"{x} == {end} + 1 || {x} > {end} + 3", faulty)

    def build_then_use(self) -> None:
        rng, faulty = self.rng, self.maybe()
        step = rng.randint(1, 3)
        x, y, i = self.new("x", "int"), self.new("y", self.kind()), self.new("i", "int")
        length = self.length(40)
        self.loop(i, length, [f"{x} += {step};"])
        taken = step + 1 if faulty else step
        self.emit(f"while ({x} > 0) {{", f"{x} -= {taken};", f"{y}++;", "}")
        self.claim(f"{x} == 0 && {y} == {length}", f"{x} == 0", faulty)

    def meet(self) -> None:
        faulty = self.maybe()
        low, high = self.new("l", "int"), self.new("h", "int", self.length(63))
        both = f"{low}++; {high}--;"
        one = f"if («bit») {low}++; else {high}--;"
        if self.maybe():
            self.emit(f"while ({low} < {high}) {{", both, "}")
            self.claim(f"{low} - {high} == 0 || {low} - {high} == 1", f"{low} == {high}", faulty)
        else:
            self.emit(f"while ({low} < {high}) {{", self.head(), one, "}")
            self.claim(f"{low} == {high}", f"{low} != {self.rng.randint(0, 20)}", faulty)

    def descent(self) -> None:
        faulty = self.maybe()
        outer, inner = self.new("o", "int", self.length(7)), self.new("j", self.kind())
        fall = 2 if faulty else 1
        self.emit(
            f"while ({outer} > 0) {{",
            self.head(),
            f"if ({inner} > 0) {inner} -= {fall}; else {{ {outer}--; {inner} = «low¦2»; }}",
            f"«assert¦{inner} >= 0 && {inner} < 4»;",
            "}",
        )

    def nested(self) -> None:
        rng, faulty = self.rng, self.maybe()
        i, j, count = self.new("i", "int"), self.new("j", "int"), self.new("c", self.kind())
        length, width = self.length(12), rng.randint(2, 9)
        inner_length = rng.choice((f"{i}", f"{length} - {i}", f"{width}"))
        compare = "<=" if faulty and self.maybe() else "<"
        true = f"{j} < {inner_length}"
        inner = [
            f"for ({j} = 0; {j} {compare} {inner_length}; {j}++) {{",
            f"{count}++;",
            f"«assert¦{true}»;",
            "}",
        ]
        self.loop(i, length, inner)
        most = f"{i} * {width}" if inner_length == f"{width}" else f"{i} * ({i} + 1)"
        self.claim(f"{count} <= {most}", f"{count} < {rng.randint(3, 30)}", faulty)

    def three_deep(self) -> None:
        rng = self.rng
        i, j, k = (self.new(stem, "int") for stem in "ijk")
        claim = f"{i} + {j} + {k} != {rng.randint(3, 18)}" if self.maybe() else f"{k} + 1 < {i}"
        self.emit(
            f"for ({i} = 0; {i} < {self.rng.randint(4, 9)}; {i}++)",
            f"for ({j} = 0; {j} < {i}; {j}++)",
            f"for ({k} = 0; {k} < {j}; {k}++)",
            f"«assert¦{claim}»;",
        )

    # -- recipes: control ----------------------------------------------------------------------------------

    def machine(self) -> None:
        """States 0 to 5; the flag is set on the way from 1 to 2 and cleared in 4."""
        rng, faulty = self.rng, self.maybe()
        state, flag, steps = self.new("s", "int"), self.new("f", "int"), self.new("c", "unsigned char")
        forget = ";" if faulty else f"{flag} = 0;"
        self.emit(
            "while («bit») {",
            self.head(),
            f"switch ({state}) {{",
            f"case 0: {state} = «bit» ? {rng.choice((0, 1, 5))} : 1; break;",
            f"case 1: «assert¦{flag} == 0»;",
            f"if («bit») {{ {flag} = 1; {state} = 2; }} else {state} = 5;",
            "break;",
            f"case 2: {state} = «bit» ? {rng.choice((2, 3))} : 4; break;",
            f"case 3: «assert¦{flag} == 1»; {state} = «bit» ? {rng.choice((2, 3))} : 4; break;",
            f"case 4: {forget} {steps} = ({steps} + 1) & 3; {state} = 5; break;",
            f"default: {state} = 0;",
            "}",
            "}",
        )

    def lock(self) -> None:
        faulty = self.maybe()
        locked, count = self.new("k", "int"), self.new("c", self.kind())
        i = self.new("i", "int")
        parity = f"({count} & 1)" if not faulty else f"({count} % {self.rng.choice((3, 4))} == 1)"
        body = [f"if («bit») {{ {locked} = !{locked}; {count}++; }}", f"«assert¦{locked} == {parity}»;"]
        self.loop(i, self.length(20), body, reads=True)

    def magic(self) -> None:
        """Inputs that the code names, in a row."""
        rng = self.rng
        x, matched, i = self.new("x", "int"), self.new("s", "int"), self.new("i", "int")
        first, second = rng.randint(0, 255), rng.choice((rng.randint(0, 255), rng.randint(256, 400)))
        body = [
            f"{x} = «byte»;",
            f"if ({matched} == 0 && {x} == {first}) {matched} = 1;",
            f"else if ({matched} == 1 && {x} == {second}) {matched} = 2;",
            f"else {matched} = 0;",
            f"«assert¦{matched} != 2»;",
        ]
        self.loop(i, str(rng.randint(1, 5)), body, reads=True)

    def leave(self) -> None:
        rng, faulty = self.rng, self.maybe()
        i, kept, skipped = (self.new(stem, "int") for stem in "iks")
        counted = f"if ({i} != {rng.randint(0, 6)}) {skipped}++;" if faulty else f"{skipped}++;"
        self.emit(
            f"for ({i} = 0; {i} < {self.length(14)}; {i}++) {{",
            self.head(),
            f"if («low¦2» == 3 && {kept} > {rng.randint(0, 4)}) break;",
            f"if («bit») {{ {counted} continue; }}",
            f"{kept}++;",
            "}",
            f"«assert¦{kept} + {skipped} == {i}»;",
        )

    def callee(self) -> None:
        """A function counts; it may return early."""
        rng, faulty = self.rng, self.maybe()
        name, kind = f"[h{self.number()}]", self.kind()
        early = f"if (a == {rng.randint(30, 60)}) return {rng.choice(('a', '7'))};" if faulty else ""
        self.functions += [
            f"static {kind} {name}({kind} a, int b)",
            "{",
            f"while (b > 0) {{ {early} a++; b--; }}",
            "return a;",
            "}",
        ]
        m, n = self.new("p", kind, "«low¦5»"), self.new("q", "int", "«low¦5»")
        self.emit(f"«assert¦{name}({m}, {n}) == {m} + {n}»;")

    def assumed(self) -> None:
        rng, faulty = self.rng, self.maybe()
        low, step = rng.randint(1, 10), rng.randint(1, 3)
        high = low + step * rng.randint(4, 12)
        i, end = self.new("i", "int", "«byte»"), self.new("e", "int", high)
        self.emit(f"«assume¦{i} >= {low} && {i} <= {high}»;")
        if not faulty:
            self.emit(f"«assume¦({i} - {low}) % {step} == 0»;")
        self.emit(f"while ({i} < {end}) {i} += {step};")
        self.claim(f"{i} == {end}", f"{i} == {end} || {step} == 1 && {i} != {end}", faulty)

    def dead(self) -> None:
        rng = self.rng
        x, limit = self.new("x", self.kind(), "«low¦4»"), rng.randint(10, 17)
        self.emit(f"while ({x} > {limit} && {x} < {limit + 9}) {{", f"{x} += 3;", f"«assert¦{x} > 200»;", "}")

    # -- recipes: machine integers -------------------------------------------------------------------------

    def byte_ring(self) -> None:
        rng, faulty = self.rng, self.maybe()
        power = rng.choice((0, 0, 1, 2))
        step = rng.choice((1, 3, 5, 7, 11, 255)) << power
        start = self.new("b", "unsigned char", "«low¦3»")
        c, rounds = self.new("c", "unsigned char", start), self.new("r", "int")
        self.emit("do {", f"{c} += {step & 255};", f"{rounds}++;", f"}} while ({c} != {start});")
        self.claim(f"{rounds} == {256 >> power}", f"{rounds} > {256 >> power}", faulty)

    def wrapped(self) -> None:
        """A bound that integers keep and a small type may not."""
        rng = self.rng
        kind = rng.choice(("signed char", "unsigned char", "short"))
        x, i = self.new("x", kind, 1), self.new("i", "int")
        grow = rng.choice((f"{x} += {x};", f"{x} += {rng.randint(1, 9)};", f"{x} = {x} * 3;"))
        self.loop(i, str(rng.randint(3, 40)), [grow])
        self.emit(f"«assert¦{x} >= {rng.choice((0, 1))}»;")

    def bits(self) -> None:
        rng, faulty = self.rng, self.maybe()
        size = rng.randint(4, 8)
        x = self.new("x", rng.choice(("unsigned char", "int", "unsigned")), f"«low¦{size}»")
        count = self.new("c", "int")
        step = rng.choice((f"{x} &= {x} - 1;", f"{x} >>= 1;"))
        self.emit(f"while ({x} != 0) {{", step, f"{count}++;", "}")
        self.claim(f"{count} <= {size}", f"{count} < {size}", faulty)

    def mask(self) -> None:
        rng, faulty = self.rng, self.maybe()
        width = rng.choice((8, 16, 32))
        kind = {8: "unsigned char", 16: "unsigned short", 32: "unsigned"}[width]
        m, rounds = self.new("m", kind, 1), self.new("r", "int")
        doubled = f"{m} |= 1;" if faulty and self.maybe() else ""
        self.emit(
            f"while ({m} != 0 && {rounds} < 50) {{",
            f"«assert¦({m} & ({m} - 1)) == 0»;",
            f"{m} <<= 1; {doubled}",
            f"{rounds}++;",
            "}",
        )
        self.claim(f"{rounds} == {width}", f"{rounds} != {width}", faulty)

    def fibonacci(self) -> None:
        rng, faulty = self.rng, self.maybe()
        kind = self.kind()
        x, y, kept = self.new("x", kind, rng.choice((0, 2))), self.new("y", kind, 1), self.new("t", kind)
        i = self.new("i", "int")
        self.loop(i, self.length(40), [f"{kept} = {x} + {y}; {x} = {y}; {y} = {kept};"])
        self.claim(f"(({x} | {y}) & 1) == 1", f"{y} < {rng.choice((5, 100, 1000, 100000))}", faulty)

    def swap(self) -> None:
        rng, faulty = self.rng, self.maybe()
        a, b = rng.sample(range(1, 9), 2)
        x, y, kept = self.new("x", "int", a), self.new("y", "int", b), self.new("t", "int")
        i = self.new("i", "int")
        extra = f"if ({i} == {rng.randint(2, 30)}) {x}++;" if faulty else ""
        self.loop(i, self.length(50), [f"{kept} = {x}; {x} = {y}; {y} = {kept}; {extra}"])
        self.claim(f"{x} + {y} == {a + b}", f"{x} + {y} == {a + b} && {x} != {y}", faulty)

    def gcd(self) -> None:
        rng, faulty = self.rng, self.maybe()
        factor = rng.randint(1, 4)
        a, b = (
            self.new("a", "int", f"{factor} * («low¦4» + 1)"),
            self.new("b", "int", f"{factor} * («low¦4» + 1)"),
        )
        self.emit(f"while ({a} != {b}) {{", f"if ({a} > {b}) {a} -= {b}; else {b} -= {a};", "}")
        true = rng.choice((f"{a} > 0", f"{a} % {factor} == 0", f"{a} <= {16 * factor}"))
        self.claim(true, f"{a} != {factor * rng.randint(2, 7)}", faulty)

    def deep(self) -> None:
        """Nothing happens for a long time."""
        rng = self.rng
        x, i, length = self.new("x", "int", 7), self.new("i", "int"), rng.randint(200, 2000)
        when = rng.choice((length - 1, length, length + 1, length // 2, 3 * length))
        self.loop(i, str(length), [f"if ({i} == {when}) {x} = 8;"])
        self.emit(f"«assert¦{x} == 7»;")

    def soup(self) -> None:
        """Anything, with small values."""
        rng = self.rng
        names = [self.new(stem, self.kind(), rng.choice(("0", "1", "«low¦2»"))) for stem in "xyz"]
        i = self.new("i", "int")

        def value() -> str:
            return rng.choice((*names, *names, i, str(rng.randint(0, 5))))

        def condition() -> str:
            return f"{value()} {rng.choice(('<', '<=', '==', '!='))} {value()}"

        def step() -> str:
            change = (
                f"({value()} {rng.choice(('+', '-', '*', '^', '&'))} {value()}) & {rng.choice((1, 3, 7))}"
            )
            return f"{rng.choice(names)} = {rng.choice((change, change, '«bit»'))};"

        body = [f"if ({condition()}) {step()} else {step()}" if self.maybe() else step() for _ in range(3)]
        out = f"out{self.number()}"
        if self.maybe(0.3):
            body.append(f"if ({condition()}) goto {out};")
        self.loop(i, self.length(20), body, reads=True)
        self.emit(f"{out}: ;")
        self.claim(f"{value()} < 8 || {condition()}", f"{condition()} || {condition()}", self.maybe(0.6))


RECIPES: dict[str, Callable[[LoopMaker], None]] = {
    "affine": LoopMaker.affine,
    "three counters": LoopMaker.three_counters,
    "walk": LoopMaker.walk,
    "congruence": LoopMaker.congruence,
    "maximum": LoopMaker.maximum,
    "phases": LoopMaker.phases,
    "build then use": LoopMaker.build_then_use,
    "meet": LoopMaker.meet,
    "descent": LoopMaker.descent,
    "nested": LoopMaker.nested,
    "three deep": LoopMaker.three_deep,
    "machine": LoopMaker.machine,
    "lock": LoopMaker.lock,
    "magic": LoopMaker.magic,
    "leave": LoopMaker.leave,
    "callee": LoopMaker.callee,
    "assumed": LoopMaker.assumed,
    "dead": LoopMaker.dead,
    "byte ring": LoopMaker.byte_ring,
    "wrapped": LoopMaker.wrapped,
    "bits": LoopMaker.bits,
    "mask": LoopMaker.mask,
    "fibonacci": LoopMaker.fibonacci,
    "swap": LoopMaker.swap,
    "gcd": LoopMaker.gcd,
    "deep": LoopMaker.deep,
    "soup": LoopMaker.soup,
}
