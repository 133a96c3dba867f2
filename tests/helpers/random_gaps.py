"""Random programs with assertions and something that is not modelled, and what may come behind it: by an
explicit search of all paths, from a meaning of its own.

Every branch is open, so a path is a sequence of choices. A state is the stack of active calls, up to a depth,
and whether something was passed that is not modelled.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

DEEPEST = 5  # calls
HEAD = """
extern void __VERIFIER_assert(int); extern int any(void);
int passed; int table[4];
#define A(n) __VERIFIER_assert(passed != n)
"""
_GAPS = (
    "__builtin_strange();",
    "table[any()] = 1;",
    "table[9] = 1;",
    "passed = __builtin_strange() + any();",
)


@dataclass
class Step:
    """What happens at a place of a function, and where it goes on."""

    does: str = ""  # "assert", "gap", "call", "return"
    number: int = 0
    onwards: list[int] = field(default_factory=list)


class RandomGaps:
    """A program: its text, and its functions as steps, the first of which is `main`."""

    def __init__(self, seed: int, functions: int = 3) -> None:
        self.rng = random.Random(seed)
        self.count = functions
        self.asserted = 0
        self.steps: list[list[Step]] = []
        texts = [self._function(number) for number in range(functions)]
        declared = " ".join([f"int f{number}(void);" for number in range(functions)])
        self.text = f"{HEAD}{declared}\n" + "\n".join(texts) + "\nint main(void) { f0(); return 0; }\n"

    # -- making ----------------------------------------------------------------------------------------------

    def _function(self, number: int) -> str:
        self.here: list[Step] = []
        self.steps.append(self.here)
        self.depth, self.loops, self.number = 0, list[tuple[int, int]](), number
        first, back = self._new(), self._new()
        self.back = back
        text, last = self._block(back)
        self.here[first].onwards = [back]
        self.here[last] = Step("return")
        return f"int f{number}(void) {{\n again:; {text} return 1; }}"

    def _new(self) -> int:
        self.here.append(Step())
        return len(self.here) - 1

    def _block(self, at: int) -> tuple[str, int]:
        """Statements from a place on: their text, and where they end."""
        texts = []
        for _ in range(self.rng.randint(1, 4)):
            text, at = self._statement(at)
            texts.append(text)
        return " ".join(texts), at

    def _statement(self, at: int) -> tuple[str, int]:
        makers = [self._assert, self._assert, self._assert, self._gap, self._call]
        if self.depth < 2:
            makers += [self._if, self._while, self._switch]
        if self.depth:
            makers += [self._leave]
        return self.rng.choice(makers)(at)

    def _simple(self, at: int, does: str, number: int = 0) -> int:
        behind = self._new()
        self.here[at] = Step(does, number, [behind])
        return behind

    def _assert(self, at: int) -> tuple[str, int]:
        self.asserted += 1
        return f"A({self.asserted});", self._simple(at, "assert", self.asserted)

    def _gap(self, at: int) -> tuple[str, int]:
        if self.rng.random() < 0.5:
            return self._assert(at)
        return self.rng.choice(_GAPS), self._simple(at, "gap")

    def _call(self, at: int) -> tuple[str, int]:
        called = self.rng.randrange(self.number, self.count)
        asked, behind = self._new(), self._new()
        self.here[at].onwards = [asked, behind]  # or recursion would never end
        self.here[asked] = Step("call", called, [behind])
        return f"if (any()) f{called}();", behind

    def _choice(self, at: int) -> tuple[str, int]:
        """An open condition, which may be one that is not modelled."""
        if self.rng.random() < 0.15:
            return "__builtin_strange()", self._simple(at, "gap")
        return "any()", at

    def _if(self, at: int) -> tuple[str, int]:
        condition, at = self._choice(at)
        yes, no, behind = self._new(), self._new(), self._new()
        self.here[at].onwards = [yes, no]
        self.depth += 1
        first, yes = self._block(yes)
        second, no = self._block(no)
        self.depth -= 1
        for end in (yes, no):
            self.here[end].onwards = [behind]
        return f"if ({condition}) {{ {first} }} else {{ {second} }}", behind

    def _while(self, at: int) -> tuple[str, int]:
        head = self._new()
        self.here[at].onwards = [head]
        condition, asked = self._choice(head)
        body, behind = self._new(), self._new()
        self.here[asked].onwards = [body, behind]
        self.depth += 1
        self.loops.append((head, behind))
        text, end = self._block(body)
        self.loops.pop()
        self.depth -= 1
        self.here[end].onwards = [head]
        return f"while ({condition}) {{ {text} }}", behind

    def _switch(self, at: int) -> tuple[str, int]:
        condition, at = self._choice(at)
        behind, texts = self._new(), []
        self.here[at].onwards = [behind]
        running: int | None = None
        self.depth += 1
        self.loops.append((self.loops[-1][0] if self.loops else -1, behind))
        for case in range(self.rng.randint(1, 3)):
            entry = self._new()
            self.here[at].onwards.append(entry)
            if running is not None:
                self.here[running].onwards = [entry]
            text, running = self._block(entry)
            if self.rng.random() < 0.5:
                text += " break;"
                self.here[running].onwards = [behind]
                running = None
            texts.append(f"case {case}: {text}")
        self.loops.pop()
        self.depth -= 1
        if running is not None:
            self.here[running].onwards = [behind]
        return f"switch ({condition}) {{ {' '.join(texts)} }}", behind

    def _leave(self, at: int) -> tuple[str, int]:
        """Leaves on one of two ways; what comes next is on the other."""
        onwards, away = self._new(), self._new()
        self.here[at].onwards = [onwards, away]
        ways = ["return", "stop", "goto", *(["break"] if self.loops else [])]
        if self.loops and self.loops[-1][0] >= 0:
            ways.append("continue")
        match self.rng.choice(ways):
            case "return":
                text = "return 2;"
                self.here[away] = Step("return")
            case "stop":
                text = "__builtin_abort();"
            case "goto":
                text = "goto again;"
                self.here[away].onwards = [self.back]
            case "break":
                text = "break;"
                self.here[away].onwards = [self.loops[-1][1]]
            case _:
                text = "continue;"
                self.here[away].onwards = [self.loops[-1][0]]
        return f"if (any()) {text}", onwards

    # -- searching -------------------------------------------------------------------------------------------

    def behind_gaps(self) -> set[int]:
        """The numbers of the assertions that a path meets behind something that is not modelled."""
        start = (((0, 0),), False)
        seen, work, found = {start}, [start], set[int]()
        while work:
            stack, passed = work.pop()
            function, at = stack[-1]
            step = self.steps[function][at]
            if step.does == "assert" and passed:
                found.add(step.number)
            passed = passed or step.does == "gap"
            outer = stack[:-1]
            if step.does == "return":
                following = [outer] if outer else []
            elif step.does == "call":
                following = [(*outer, (function, step.onwards[0]), (step.number, 0))]
            else:
                following = [(*outer, (function, target)) for target in step.onwards]
            for after in following:
                state = (after, passed)
                if len(after) <= DEEPEST and state not in seen:
                    seen.add(state)
                    work.append(state)
        return found
