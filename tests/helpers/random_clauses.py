"""Random functions on lists, and random clauses about them. With what `SMALL` requires, all numbers that
occur fit into five bits."""

from __future__ import annotations

from random import Random

DECLARED = """#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *g;
int n;
"""
SMALL = """requires -2 <= x <= 2 && -2 <= n <= 2 && c <= 2;
requires \\forall struct node *o; -2 <= o->value <= 2;"""
FUNCTION = "struct node *f(struct node *p, struct node *q, int x, unsigned char c)"
_STATEMENTS = (
    "if (p) p->next = q;",
    "if (p) p->value = x;",
    "if (q && q->next) q->next->value = n;",
    "if (q) q = q->next;",
    "g = p;",
    "n = x;",
    "if (x > n) g = q;",
    "if (g) g->next = g;",
    "if (m && !fresh) { free(m); fresh = 1; g = m; }",
    "while (p && p->next && p->value < x) p = p->next;",
)
_ALLOCATION = "m = malloc(sizeof *m); m->value = x; m->next = p; if (q) q->next = m;"
_RESULTS = ("p", "q", "m", "g", "0")
_LOCATIONS = (
    "n",
    "g",
    "p->value",
    "p->next",
    "*q",
    "q->next->value",
    "g->next",
    "\\reach(p, next)->value",
    "\\reach({q, g}, next)->next",
    "\\reach(q, next)->next->value",
    "(x > n ? p : q)->value",
)
_QUANTIFIERS = (("\\forall", "==>"), ("\\exists", "&&"))


def random_function(chance: Random) -> str:
    """Its body. It allocates at most one node."""
    chosen = chance.choices(_STATEMENTS, k=chance.randrange(4))
    if chance.random() < 0.5:
        chosen.insert(chance.randrange(len(chosen) + 1), _ALLOCATION)
    return f"{{ struct node *m = 0; int fresh = 0; {' '.join(chosen)} return {chance.choice(_RESULTS)}; }}"


def random_frame(chance: Random) -> str:
    """What may change."""
    return ", ".join(chance.sample(_LOCATIONS, chance.randrange(1, 6)))


class Clauses:
    """Makes random clauses of what is ensured."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._objects: list[str] = []
        self._numbers: list[str] = []
        self._in_old = False

    def truth(self, depth: int) -> str:
        """A condition."""
        if not depth:
            return self._atom()
        kind = self._chance.randrange(9)
        if kind < 3:
            operator = self._chance.choice(("&&", "||", "==>", "<==>", "^^"))
            return f"({self.truth(depth - 1)} {operator} {self.truth(depth - 1)})"
        if kind == 3:
            return f"!({self.truth(depth - 1)})"
        if kind == 4:
            return f"({self._atom()} ? {self.truth(depth - 1)} : {self.truth(depth - 1)})"
        if kind == 5:
            return self._old(depth)
        return self._quantified(depth)

    def _old(self, depth: int) -> str:
        before, self._in_old = self._in_old, True
        found = f"\\old({self.truth(depth - 1)})"
        self._in_old = before
        return found

    def _ended(self) -> tuple[str, ...]:
        """What has a value at the end only."""
        return () if self._in_old else ("\\result",)

    def _quantified(self, depth: int) -> str:
        quantifier, joined = self._chance.choice(_QUANTIFIERS)
        if self._chance.random() < 0.7:
            name = f"o{len(self._objects)}"
            self._objects.append(name)
            guard = f"{name} \\in {self.objects(1)} {joined} " if self._chance.random() < 0.5 else ""
            found = f"({quantifier} struct node *{name}; {guard}{self.truth(depth - 1)})"
            self._objects.pop()
            return found
        name = f"i{len(self._numbers)}"
        self._numbers.append(name)
        found = f"({quantifier} int {name}; -2 <= {name} < 3 {joined} {self.truth(depth - 1)})"
        self._numbers.pop()
        return found

    def _atom(self) -> str:
        match self._chance.randrange(9):
            case 0 | 1:
                other = self._chance.choice((self.pointer(2), "NULL"))
                return f"{self.pointer(2)} {self._chance.choice(('==', '!='))} {other}"
            case 2 | 3:
                compared = self._chance.choice(("==", "!=", "<", "<=", ">", ">="))
                return f"{self.number(2)} {compared} {self.number(2)}"
            case 4:
                return f"\\valid({self._chance.choice((self.pointer(1), self.objects(1)))})"
            case 5:
                return f"{self.pointer(1)} \\in {self.objects(2)}"
            case 6:
                return f"{self.objects(2)} {self._chance.choice(('==', '!='))} {self.objects(2)}"
            case 7:
                return f"\\subset({self.objects(1)}, {self.objects(1)})"
            case _:
                return f"({self.number(1)} + 0) \\in {self._numbers_of()}"

    def _numbers_of(self) -> str:
        return self._chance.choice(
            (f"{self.objects(1)}->value", "{x, n}", "(-1 .. 2)", "(n .. x)", "{i | int i; 0 <= i < 2}")
        )

    def pointer(self, depth: int) -> str:
        """A pointer to a node."""
        if depth and self._chance.random() < 0.4:
            return f"{self.pointer(depth - 1)}->next"
        if depth and self._chance.random() < 0.2:
            return f"\\old({self._chance.choice(('p', 'g', 'g->next', 'p->next'))})"
        return self._chance.choice(("p", "q", "g", *self._ended(), *self._objects * 3))

    def objects(self, depth: int) -> str:
        """A set of nodes."""
        chosen = self._chance.choice(("p", "q", "g", *self._ended(), *self._objects))
        match self._chance.randrange(7 if depth else 3):
            case 0 | 1:
                return f"\\reach({chosen}, next)"
            case 2:
                return f"{{{chosen}, g}}"
            case 3:
                return f"\\old(\\reach({self._chance.choice(('p', 'g'))}, next))"
            case 4:
                return f"{self.objects(depth - 1)}->next"
            case 5:
                operator = self._chance.choice(("union", "inter", "diff"))
                return f"\\{operator}({self.objects(depth - 1)}, {self.objects(depth - 1)})"
            case _:
                name = f"s{self._chance.randrange(1000)}"
                return f"{{{name} | struct node *{name}; {name}->value == {self.number(1)}}}"

    def number(self, depth: int) -> str:
        """A number. What a pointer leads to is not computed with: within a bound it may not fit if there is
        nothing."""
        if depth and self._chance.random() < 0.3:
            return f"({self._known(depth - 1)} {self._chance.choice('+-&|^/%')} {self._known(depth - 1)})"
        if depth and self._chance.random() < 0.2:
            return f"({self._atom()} ? {self.number(0)} : {self.number(0)})"
        if self._chance.random() < 0.5:
            return f"{self._chance.choice(('p', 'g', *self._ended(), *self._objects))}->value"
        return self._known(0)

    def _known(self, depth: int) -> str:
        if depth and self._chance.random() < 0.5:
            return f"({self._known(depth - 1)} {self._chance.choice('+-&|^')} {self._known(depth - 1)})"
        reached = [f"\\card(\\reach({each}, next))" for each in ("p", *self._ended(), *self._objects)]
        return self._chance.choice(("x", "n", "c", "0", "1", "-1", "\\old(n)", *reached, *self._numbers * 3))
