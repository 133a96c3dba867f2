"""Random bodies of C functions that always end: every loop has a counter that nothing else touches."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from helpers.c_types import TYPES

if TYPE_CHECKING:
    from helpers.random_expressions import Expressions

_NAMES = ("p", "q", "r", "s", "a", "b")


class Body:
    """Makes one body. `trail` is a wide global variable in which values on the way leave a trace."""

    def __init__(self, rng: random.Random, expressions: Expressions, trail: str) -> None:
        self._rng = rng
        self._expressions = expressions
        self._trail = trail
        self._scopes: list[list[str]] = []
        self._counters: list[str] = []
        self._numbers = 0
        self._lines: list[str] = []
        self._loops = 0
        self._skips: list[str] = []

    def function(self, variables: list[str]) -> list[str]:
        """The lines of a body over parameters and globals."""
        self._scopes.append(variables)
        self._emit("{")
        self._scopes.append([])
        kept = f"static {self._type()} k = {self._rng.choice(('0', '3', '-1', '1 << 4', 'GREEN'))};"
        self._emit(kept)
        self._scopes[-1].append("k")
        for _ in range(2):
            self._declaration()
        self._statements(3, self._rng.randint(3, 5))
        if self._skips:
            self._emit("out:")
        self._record()
        self._emit(f"return {self._full()};")
        self._emit("}")
        return self._lines

    # -- parts ---------------------------------------------------------------------------------------------

    def _emit(self, line: str) -> None:
        self._lines.append("    " * (len(self._scopes) - 1) + line)

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _type(self) -> str:
        return self._rng.choice(TYPES).spelling

    def _visible(self) -> list[str]:
        return list(dict.fromkeys(name for scope in self._scopes for name in scope))

    def _full(self, depth: int = 2) -> str:
        return self._expressions.full(self._visible(), self._counters, depth)

    def _condition(self) -> str:
        return self._full(self._rng.randint(1, 3))

    def _record(self) -> None:
        name = self._rng.choice(self._visible())
        self._emit(
            f"{self._trail} = ({self._trail} << 5 | {self._trail} >> 59) ^ (unsigned long long){name};"
        )

    # -- statements ----------------------------------------------------------------------------------------

    def _statements(self, depth: int, count: int) -> None:
        for _ in range(count):
            self._statement(depth)

    def _statement(self, depth: int) -> None:
        simple: list[tuple[int, Callable[[int], None]]] = [
            (6, self._assignment),
            (3, lambda _: self._record()),
        ]
        if depth > 0:
            simple += [
                (4, self._if), (2, self._while), (2, self._do), (2, self._for), (3, self._switch),
                (1, self._duff), (2, self._block), (1, self._forward_goto), (1, self._backward_goto),
                (1, self._goto_inside), (1, self._leave), (1, self._return), (1, self._statement_expression),
            ]  # fmt: skip
        (maker,) = self._rng.choices([m for _, m in simple], [w for w, _ in simple])
        maker(depth - 1)

    def _assignment(self, _: int) -> None:
        makes = self._expressions.assignment if self._rng.random() < 0.7 else self._expressions.full
        self._emit(f"{makes(self._visible(), self._counters)};")

    def _declaration(self) -> None:
        name = self._rng.choice(_NAMES)
        if name in self._scopes[-1] or (len(self._scopes) == 2 and name in self._scopes[0]):
            name = f"v{self._number()}"
        others = [v for v in self._visible() if v != name]
        value = self._expressions.full(others, self._counters, depth=1)
        self._emit(f"{self._type()} {name} = {value};")
        self._scopes[-1].append(name)

    def _nested(self, depth: int, head: str = "{", tail: str = "}", *, declares: bool = True) -> None:
        self._emit(head)
        self._scopes.append([])
        if declares and self._rng.random() < 0.5:
            self._declaration()
        self._statements(depth, self._rng.randint(1, 2))
        self._scopes.pop()
        self._emit(tail)

    def _block(self, depth: int) -> None:
        self._nested(depth)

    def _if(self, depth: int) -> None:
        self._nested(depth, f"if ({self._condition()}) {{")
        if self._rng.random() < 0.5:
            self._nested(depth, "else {")

    def _counter(self, start: int) -> str:
        name = f"n{self._number()}"
        self._emit(f"{self._rng.choice(('int', 'unsigned', 'signed char', 'long long'))} {name} = {start};")
        return name

    def _loop(self, depth: int, head: str, tail: str, counter: str) -> None:
        self._counters.append(counter)
        self._loops += 1
        self._nested(depth, head, tail)
        self._loops -= 1
        self._counters.pop()

    def _while(self, depth: int) -> None:
        counter = self._counter(self._rng.randint(1, 4))
        self._loop(
            depth, f"while ({counter}-- > 0 && ({self._condition()} || {counter} < 2)) {{", "}", counter
        )

    def _do(self, depth: int) -> None:
        counter = self._counter(self._rng.randint(1, 4))
        self._loop(depth, "do {", f"}} while (--{counter} > 0);", counter)

    def _for(self, depth: int) -> None:
        name, count = f"n{self._number()}", self._rng.randint(1, 4)
        step = self._rng.choice((f"{name}++", f"++{name}", f"{name} += 1", f"{name}++, {self._full(1)}"))
        head = f"for ({self._type_for_counter()} {name} = 0; {name} < {count}; {step}) {{"
        self._loop(depth, head, "}", name)

    def _type_for_counter(self) -> str:
        return self._rng.choice(("int", "unsigned char", "unsigned long", "short"))

    def _switch(self, depth: int) -> None:
        labels = self._rng.sample(
            (*range(8), 255, "'a'", "GREEN + 40", "-1", "0x80000000"), self._rng.randint(2, 5)
        )
        value = self._full(1)
        self._emit(f"switch ({self._rng.choice((f'({value}) & 7', f'({value}) & 7', value))}) {{")
        default = self._rng.randrange(len(labels) + 1)
        for index, label in enumerate(labels):
            if index == default:
                self._emit("default:")
            self._emit(f"case {label}:")
            self._nested(depth, "{", "}")
            if self._rng.random() < 0.5:
                self._emit("break;")
        self._emit("}")

    def _duff(self, depth: int) -> None:
        """A switch into the middle of a loop."""
        counter = self._counter(self._rng.randint(1, 3))
        self._emit(f"switch (({self._full(1)}) & 3) {{")
        self._emit("case 0: do {")
        self._counters.append(counter)
        self._loops += 1
        for label in (1, 2):
            self._nested(depth - 1, declares=False)
            self._emit(f"case {label}:")
        self._nested(depth - 1)
        self._loops -= 1
        self._counters.pop()
        self._emit(f"}} while ({counter}-- > 0);")
        self._emit("}")

    def _forward_goto(self, depth: int) -> None:
        label = f"skip{self._number()}"
        self._emit(f"if ({self._condition()}) goto {label};")
        self._nested(depth)
        self._emit(f"{label}: ;")

    def _backward_goto(self, depth: int) -> None:
        label, counter = f"again{self._number()}", self._counter(self._rng.randint(1, 3))
        self._emit(f"{label}:")
        self._counters.append(counter)
        self._nested(depth)
        self._counters.pop()
        self._emit(f"if (--{counter} > 0) goto {label};")

    def _goto_inside(self, depth: int) -> None:
        """A jump into a branch."""
        label = f"inside{self._number()}"
        self._emit(f"if ({self._condition()}) goto {label};")
        self._emit(f"if ({self._condition()}) {{")
        self._nested(depth)
        self._emit(f"{label}: ;")
        self._nested(depth)
        self._emit("}")

    def _leave(self, _: int) -> None:
        """break, continue or a jump to the end, on a condition."""
        ways = ["goto out;"]
        if self._loops:
            ways += ["break;", "break;", "continue;", "continue;"]
        way = self._rng.choice(ways)
        if way == "goto out;":
            self._skips.append(way)
        self._emit(f"if ({self._condition()}) {way}")

    def _return(self, _: int) -> None:
        self._emit(f"if ({self._condition()}) return {self._full()};")

    def _statement_expression(self, _: int) -> None:
        target = self._rng.choice(self._visible())
        others = [v for v in self._visible() if v != target]
        first = self._expressions.full(others, self._counters, depth=1)
        self._emit(
            f"{target} = ({{ {self._type()} u = {first}; u * 2 + ({self._expressions.pure(['u'], 1)}); }});"
        )
