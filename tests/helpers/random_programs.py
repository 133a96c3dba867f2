"""Random small programs with assertions, for brute force.

A program is a template for two texts: the one that maymust reads, and the one that `brute_force` compiles.
They differ where the templates' marks stand:

    [name]                a global name, made the program's own where many programs share a file
    «any¦8»               the initialiser of an uninitialised variable of 8 bits: nothing, or a choice
    «byte», «bit»         an input of 8 bits, of one bit
    «low¦3»               an int of which only the lowest three bits are looked at
    «head¦7¦a, b»         a loop that need not end begins here, with number 7 and these variables
    «assume¦c», «assert¦c», «error», «label»   what the names say
    «divide¦a¦op¦b»       a division, which is stuck where b is zero
"""

from __future__ import annotations

import random
from dataclasses import dataclass

_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")


@dataclass(frozen=True, slots=True)
class Template:
    """The text with marks, each property on its own line; the entry's parameters; how g0 begins."""

    text: str
    parameters: tuple[str, ...]
    start: int

    @property
    def entry(self) -> str:
        """The function where it begins; C wants other parameters of `main`."""
        return "entry" if self.parameters else "main"


def random_template(rng: random.Random) -> Template:
    """A program with one to three properties and at most about 2^17 choices of inputs."""
    return _Maker(rng).make()


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.bits = 0  # of input, on the longest path
        self.numbers = 0
        self.properties = 0
        self.lines: list[str] = []
        self.variables: list[str] = []  # that may be written
        self.all: list[str] = []  # everything that a state consists of
        self.in_main = True
        self.endless = False
        self.many = False  # in a loop: inputs are read more than once
        self.callable = False
        self.jumps = False  # to the error label

    def make(self) -> Template:
        rng = self.rng
        start = rng.randint(0, 3)
        header = [f"int [g0] = {start};", "unsigned char [g1];"]
        function = self._function() if rng.random() < 0.6 else []
        self.in_main = True
        self.endless = rng.random() < 0.45
        parameters = tuple(rng.choice(("unsigned char", "_Bool")) for _ in range(rng.choice((0, 0, 0, 1, 2))))
        self.bits += sum(8 if p == "unsigned char" else 1 for p in parameters)
        names = ["a", "b"][: len(parameters)]
        declared = ", ".join(f"{t} {n}" for t, n in zip(parameters, names, strict=True)) or "void"
        self.lines = [f"int [{'entry' if parameters else 'main'}]({declared})", "{"]
        self.variables = ["[g0]", "[g1]", *names]
        self.all = list(self.variables)
        for name in "xyz"[: rng.randint(1, 3)]:
            self._local(name)
        self.callable = bool(function)
        self._statements(2, rng.randint(3, 6))
        if not self.properties or rng.random() < 0.7:
            self._assertion()
        self.lines.append("    return 0;")
        if self.jumps:
            self.lines.append("«label»")
        self.lines.append("}")
        return Template("\n".join([*header, *function, *self.lines, ""]), parameters, start)

    # -- expressions ---------------------------------------------------------------------------------------

    def _input(self) -> str | None:
        """An input, if there is room for one."""
        cost = 4 if self.many else 1
        kind = self.rng.choice(("«bit»", "«bit»", "«low¦2»", "«low¦3»", "«byte»"))
        bits = {"«bit»": 1, "«low¦2»": 2, "«low¦3»": 3, "«byte»": 8}[kind]
        if self.many and kind == "«byte»":
            kind, bits = "«bit»", 1
        if self.bits + cost * bits > 17:
            return None
        self.bits += cost * bits
        return kind

    def _local(self, name: str) -> None:
        rng = self.rng
        kind = rng.choice(
            ("int", "int", "unsigned char", "unsigned char", "unsigned", "signed char", "_Bool")
        )
        if kind in ("unsigned char", "signed char", "_Bool") and self.bits <= 8 and rng.random() < 0.25:
            self.bits += 1 if kind == "_Bool" else 8
            value = " = «bit»" if kind == "_Bool" else "«any¦8»"  # a _Bool without a value is any byte
            self.lines.append(f"    {kind} {name}{value};")
        else:
            start = (self._input() if rng.random() < 0.6 else None) or str(rng.randint(0, 5))
            self.lines.append(f"    {kind} {name} = {start};")
        self.variables.append(name)
        self.all.append(name)

    def _value(self, depth: int = 1) -> str:
        rng = self.rng
        choice = rng.randrange(30)
        if depth == 0 or choice < 9:
            return rng.choice((*self.all, *self.all, str(rng.choice((0, 1, 2, 3, 5, 7, 10, 100, 255)))))
        if choice == 9:
            return f"«divide¦{self._value(depth - 1)}¦{rng.choice('/%')}¦{self._value(depth - 1)}»"
        if choice < 13:
            return f"({self._condition()} ? {self._value(depth - 1)} : {self._value(depth - 1)})"
        op = rng.choice(("+", "+", "-", "*", "&", "|", "^"))
        return f"({self._value(depth - 1)} {op} {self._value(depth - 1)})"

    def _condition(self) -> str:
        rng = self.rng
        choice = rng.randrange(8)
        if choice == 0:
            return rng.choice(self.all)
        if choice == 1:
            return f"!({self._value(0)} & {rng.choice((1, 2, 3, 4))})"
        if choice == 2:
            return f"({self._comparison()} {rng.choice(('&&', '||'))} {self._comparison()})"
        return self._comparison()

    def _comparison(self) -> str:
        return f"{self._value(1)} {self.rng.choice(_COMPARISONS)} {self._value(0)}"

    # -- statements ----------------------------------------------------------------------------------------

    def _statements(self, depth: int, count: int) -> None:
        for _ in range(count):
            self._statement(depth)

    def _statement(self, depth: int) -> None:
        rng = self.rng
        makers = [self._assignment] * 6 + [self._assertion] * (1 if self.properties < 2 else 0)
        if depth:
            makers += [self._if] * 3 + [self._for, self._switch, self._assumption]
            if self.in_main and self.endless:
                makers += [self._loop] * 3
            if self.in_main and self.callable:
                makers += [self._call] * 2
        rng.choice(makers)(depth - 1)

    def _emit(self, line: str) -> None:
        self.lines.append("    " + line)

    def _assignment(self, _: int = 0) -> None:
        rng = self.rng
        target = rng.choice(self.variables)
        read = self._input() if rng.random() < 0.3 else None
        if self.endless:  # values stay small, so that there are few states
            mask = rng.choice((1, 3, 7, 15))
            choices = (f"{target} = ({self._value()}) & {mask};", f"{target} = ({target} + 1) & {mask};")
            self._emit(f"{target} = {read};" if read and read != "«byte»" else rng.choice(choices))
        elif read:
            self._emit(f"{target} = {read};")
        else:
            forms = (
                f"{target} = {self._value(2)};",
                f"{target}++;",
                f"--{target};",
                f"{target} += {self._value()};",
            )
            self._emit(rng.choice(forms))

    def _assertion(self, _: int = 0) -> None:
        rng = self.rng
        if self.in_main and rng.random() < 0.2:
            self.properties += not self.jumps
            self.jumps = True
            self._emit(f"if ({self._condition()} && {self._condition()}) goto ERROR;")
            return
        self.properties += 1
        if rng.random() < 0.3:
            self._emit(f"if ({self._condition()} && {self._condition()}) «error»;")
        else:
            weak = f"({self._condition()} || {self._condition()})"
            self._emit(f"«assert¦{weak if rng.random() < 0.5 else self._condition()}»;")

    def _assumption(self, _: int = 0) -> None:
        self._emit(f"«assume¦{self._condition()}»;")

    def _nested(self, depth: int, head: str, tail: str = "}") -> None:
        self._emit(head)
        self._statements(depth, self.rng.randint(1, 2))
        self._emit(tail)

    def _if(self, depth: int) -> None:
        self._nested(depth, f"if ({self._condition()}) {{")
        if self.rng.random() < 0.4:
            self._nested(depth, "else {")

    def _number(self) -> int:
        self.numbers += 1
        return self.numbers

    def _for(self, depth: int) -> None:
        name, keep = f"i{self._number()}", self.many
        self.many = True
        self.all.append(name)
        self._emit(f"for (int {name} = 0; {name} < {self.rng.randint(1, 4)}; {name}++) {{")
        self._statements(depth, self.rng.randint(1, 2))
        self._emit("}")
        self.all.remove(name)
        self.many = keep

    def _loop(self, depth: int) -> None:
        """A loop that ends or not, with inputs or not. Its states are seen by brute force."""
        keep, self.many = self.many, True
        condition = self.rng.choice(("«bit»", "1", self._condition(), self._condition()))
        self._emit(f"while ({condition}) {{")
        self._emit(f"«head¦{self._number()}¦{', '.join(self.all)}»")
        self._statements(depth, self.rng.randint(1, 3))
        if condition == "1" or self.rng.random() < 0.3:
            self._emit(f"if ({self._condition()}) break;")
        self._emit("}")
        self.many = keep

    def _switch(self, _: int) -> None:
        self._emit(f"switch ({self._value(1)}) {{")
        for label in self.rng.sample(range(6), self.rng.randint(1, 3)):
            self._emit(f"case {label}:")
            self._statement(0)
            if self.rng.random() < 0.6:
                self._emit("break;")
        self._emit("default: ;")
        self._emit("}")

    def _call(self, _: int = 0) -> None:
        target = self.rng.choice([v for v in self.variables if v != "[g0]"])
        mask = " & 7" if self.endless else ""
        self._emit(f"{target} = [step]({self._value(0)}){mask};")

    def _function(self) -> list[str]:
        """A function with effects on a global, perhaps with a property and an early return."""
        rng = self.rng
        self.in_main, self.endless = False, True
        self.lines = ["int [step](int p)", "{"]
        self.variables, self.all = ["[g0]", "p"], ["[g0]", "p"]
        self.many = True
        self._statements(1, rng.randint(1, 3))
        if rng.random() < 0.4:
            self._emit(f"if ({self._condition()}) return {self._value(0)};")
        self._emit(f"return {self._value()};")
        self.many = False
        return [*self.lines, "}"]
