"""Random small programs of several functions, for brute force: they call each other, some themselves, change
globals, read inputs, and assert something here and there."""

from __future__ import annotations

import random

from helpers.random_programs import Template

_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")
_ROOM = 10  # bits of input on the longest path


def random_calls(rng: random.Random) -> Template:
    """A program with two to four functions beside `main`."""
    return _Maker(rng).make()


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.bits = 0
        self.known: dict[
            str, bool
        ] = {}  # the functions so far; whether the first argument bounds their depth
        self.asserted = 0
        self.lines: list[str] = []

    def make(self) -> Template:
        start = self.rng.randint(0, 3)
        lines = [f"int [g0] = {start};", "unsigned char [g1];"]
        for number in range(self.rng.randint(2, 4)):
            lines += self._function(f"[f{number}]")
        self.lines = ["int [main](void)", "{"]
        self.lines.append(f"    int a = {self._input() or 2}, b = {self._input() or 1}, c = 0;")
        self._body(["a", "b", "c"], self.rng.randint(2, 4), None)
        self._assert(["a", "b", "c"])
        self.lines += ["    return 0;", "}"]
        return Template("\n".join([*lines, *self.lines, ""]), (), start)

    def _function(self, name: str) -> list[str]:
        recursive = self.rng.random() < 0.4
        self.lines = [f"int {name}(int a, int b)", "{", "    int c = 0;"]
        if recursive:
            self.lines += ["    if (a <= 0 || a > 3)", f"        return {self._term(['b'])};"]
        self._body(
            ["b", "c"] if recursive else ["a", "b", "c"], self.rng.randint(1, 3), name if recursive else None
        )
        self.lines += [f"    return {self._expression(['a', 'b', 'c'])};", "}"]
        self.known[name] = recursive
        return self.lines

    def _body(self, names: list[str], count: int, own: str | None) -> None:
        """Statements that write to some variables; a function of its `own` may call itself, less deep."""
        for _ in range(count):
            choice = self.rng.random()
            target = self.rng.choice([*names, "[g0]", "[g1]"])
            if own is not None and choice < 0.4:
                self._write(f"{target} = {own}(a - {self.rng.randint(1, 2)}, {self._term(names)});")
                own = None
            elif self.known and choice < 0.6:
                callee = self.rng.choice(list(self.known))
                first = str(self.rng.randint(0, 3)) if self.known[callee] else self._term(names)
                self._write(f"{target} = {callee}({first}, {self._term(names)});")
            elif choice < 0.75:
                self._write(f"{target} = {self._expression(names)};")
            elif choice < 0.9:
                self.lines.append(f"    if ({self._condition(names)})")
                self._write(f"    {target} = {self._expression(names)};")
            else:
                self._assert(names)

    def _write(self, line: str) -> None:
        self.lines.append(f"    {line}")

    def _assert(self, names: list[str]) -> None:
        if self.asserted < 3:
            self.asserted += 1
            self._write(f"«assert¦{self._condition(names)}»;")

    def _input(self) -> str | None:
        bits = self.rng.choice((1, 2, 3))
        if self.bits + bits > _ROOM:
            return None
        self.bits += bits
        return "«bit»" if bits == 1 else f"«low¦{bits}»"

    def _term(self, names: list[str]) -> str:
        return self.rng.choice([*names, "[g0]", "[g1]", str(self.rng.randint(-1, 4))])

    def _expression(self, names: list[str]) -> str:
        return f"{self._term(names)} {self.rng.choice(('+', '-', '^', '&'))} {self._term(names)}"

    def _condition(self, names: list[str]) -> str:
        return f"{self._term(names)} {self.rng.choice(_COMPARISONS)} {self._expression(names)}"
