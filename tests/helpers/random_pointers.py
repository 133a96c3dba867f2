"""Random tiny programs about pointers with assertions, as templates for brute force (see `random_programs`).

A subscript is written `a[ i]`, for `[i]` would be a global name.
"""

from __future__ import annotations

import random

from helpers.random_programs import Template

_HEAD = """\
int [g0] = 0;
unsigned char [g1];
void *malloc(__SIZE_TYPE__);
struct [S] { int v; unsigned b : 3; int *p; struct [S] *next; };
union [U] { unsigned w; unsigned char c[ 4]; short h[ 2]; };
static int [twice](int *r, int k) { *r = (*r + k) & 7; return *r; }
static struct [S] [make](int v, int *p) { struct [S] m = { v, v, p, 0 }; return m; }
"""
_START = (
    "int x = {}, y = {};",
    "int a[ 4] = {{ {}, 1, x }};",
    "struct [S] s = {{ 1, 2, &x, 0 }}, t = {{ .v = {}, .p = &a[ 2], .next = &s }};",
    "struct [S] d[ 2] = {{ s, t }};",
    "union [U] u = {{ 0 }};",
    "int *p = &y, *q = a, **pp = &p;",
    "struct [S] *l = &t;",
    "int (*f)(int *, int) = [twice];",
)
_VARIANTS = """\
struct [V] { int k; union { long n; int *p; struct [S] *s; int (*f)(int *, int); } u; };
static struct [V] [copy](struct [V] c) { return c; }
"""
_VARIANT_START = "struct [V] v = {{ 1, {{ .p = &x }} }}, z[ 2] = {{ {{ .k = 0, .u.n = {} }}, v }};"
_WRAPPERS = """\
static void *[same](void *r) { return r; }
static void *[pick](int c, void *r, void *o) { return c ? r : o; }
"""
_WRAPPER_START = "void *w = a;"  # to an int, always
_POINTERS = (
    "s.p", "s.next", "t.p", "t.next", "d[ 0].p", "d[ 1].p", "d[ 0].next", "d[ 1].next", "p", "q", "pp", "l",
)  # fmt: skip
_STATE = (
    "x", "y", "a[ 0]", "a[ 1]", "a[ 2]", "a[ 3]", "s.v", "s.b", "t.v", "t.b", "d[ 0].v", "d[ 1].v", "d[ 0].b",
    "d[ 1].b", "u.w", "[g0]", "[g1]", *(f"(unsigned long){pointer}" for pointer in _POINTERS),
)  # fmt: skip


def random_pointers(rng: random.Random) -> Template:
    """A program with one or two properties and a few bits of input."""
    return _Maker(rng).make()


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.bits = 0
        self.numbers = 0
        self.heap = rng.random() < 0.3
        self.variants = rng.random() < 0.35
        self.wrappers = rng.random() < 0.3
        self.in_loop = False

    def make(self) -> Template:
        """The program."""
        rng = self.rng
        head = _HEAD + (_VARIANTS if self.variants else "") + (_WRAPPERS if self.wrappers else "")
        first = [*_START, *[_VARIANT_START] * self.variants, *[_WRAPPER_START] * self.wrappers]
        start = "\n    ".join(first).format(*(self._input() for _ in range(5)))
        lines = [line for _ in range(rng.randint(3, 7)) for line in self._statement(2)]
        lines += [f"«assert¦{self._condition()}»;" for _ in range(rng.randint(1, 2))]
        body = "\n    ".join(lines)
        return Template(f"{head}int [main](void)\n{{\n    {start}\n    {body}\n    return 0;\n}}\n", (), 0)

    def _input(self) -> str:
        bits = self.rng.choice((1, 1, 2, 3))
        if self.bits + bits > 9 or (self.in_loop and self.bits > 4):
            return str(self.rng.randrange(8))
        self.bits += bits * (3 if self.in_loop else 1)
        return "«bit»" if bits == 1 else f"«low¦{bits}»"

    def _index(self) -> str:
        return self.rng.choice(("0", "1", "3", "x & 3", "y & 3", "*p & 3", "s.v & 3", "[g0] & 3"))

    def _value(self, depth: int = 1) -> str:
        rng = self.rng
        if depth and rng.random() < 0.4:
            return f"({self._value(0)} {rng.choice('+-*^&|')} {self._value(0)})"
        if self.wrappers and rng.random() < 0.15:
            return rng.choice(("*(int *)w", "*(int *)[same](p)", f"*(int *)[pick]({self._index()}, q, w)"))
        if self.variants and rng.random() < 0.25:
            return self._variant_value()
        return rng.choice(
            (
                "x", "y", "*p", "*q", "**pp", f"a[ {self._index()}]", "l->v", "*l->p", "s.v", "t.v",
                "*s.p", "[g0]", "(l->next ? l->next->v : 3)", "d[ x & 1].v", "*d[ 1].p", "u.c[ x & 3]",
                "u.h[ 1]", "s.b", "l->b", "(int)(q - a)", str(rng.randrange(8)), "(p == q)", "(p == &x)",
                "(l->next == &s)", "(int)(x * 0.5)",
            )
        )  # fmt: skip

    def _condition(self) -> str:
        rng = self.rng
        if rng.random() < 0.3:
            return rng.choice(
                (
                    "p == &x",
                    "q >= a && q < a + 4",
                    "*p == **pp",
                    "l == &s || l == &t",
                    "l->next != l",
                    "p != q",
                    "s.p == t.p",
                )
            )
        return f"{self._value()} {rng.choice(('<', '<=', '!=', '!=', '=='))} {self._value()}"

    def _variant(self) -> str:
        return self.rng.choice(("v", "v", "z[ 0]", "z[ 1]", "z[ x & 1]"))

    def _variant_value(self) -> str:
        """What is in a union, where that is known."""
        v = self._variant()
        return self.rng.choice(
            (
                f"({v}.k == 0 ? (int){v}.u.n : 5)", f"({v}.k == 1 ? *{v}.u.p : 4)", f"{v}.k",
                f"({v}.k == 2 ? {v}.u.s->v : 6)", f"({v}.k == 1 && {v}.u.p == p)",
                f"({v}.k == 3 && {v}.u.f == [twice])",
            )
        )  # fmt: skip

    def _variant_statement(self, value: str) -> list[str]:
        rng, v = self.rng, self._variant()
        match rng.randrange(6):
            case 0:
                return [f"{v} = (struct [V]){{ 0, {{ {value} }} }};", "v.u.n = x; v.k = 0;"][
                    : rng.randint(1, 2)
                ]
            case 1 | 2:
                return [f"{v} = (struct [V]){{ .k = 1, .u.p = {self._pointer()} }};"]
            case 3:
                return [f"{v} = (struct [V]){rng.choice(('{ 2, { .s = l } }', '{ 3, { .f = f } }'))};"]
            case 4:
                return [f"{v} = {rng.choice(('z[ 1]', '[copy](z[ y & 1])', 'v', '[copy](v)'))};"]
        return rng.choice(
            (
                [f"if ({v}.k == 1)", f"    *{v}.u.p = {value};"],
                [f"if ({v}.k == 1)", f"    p = {v}.u.p;"],
                [f"if ({v}.k == 2)", f"    l = {v}.u.s;"],
                [f"if ({v}.k == 2)", f"    {v}.u.s->v = {value};"],
                [f"if ({v}.k == 3)", f"    {v}.u.f(&y, {value});"],
            )
        )

    def _wrapper_statement(self, value: str) -> list[str]:
        return [
            self.rng.choice(
                (
                    f"w = {self._pointer()};", "p = w;", f"p = [same]({self._pointer()});",
                    f"*(int *)w = {value};", f"p = [pick]({self._index()}, {self._pointer()}, w);",
                    "l = [same](l);", f"((struct [S] *)[pick]({self._index()}, &s, l))->v = {value};",
                )
            )
        ]  # fmt: skip

    def _pointer(self) -> str:
        return self.rng.choice(
            (
                "&x",
                "&y",
                f"&a[ {self._index()}]",
                "s.p",
                "l->p",
                "&s.v",
                "&l->v",
                "p",
                "q",
                "*pp",
                "&[g0]",
                "d[ y & 1].p",
                "&d[ x & 1].v",
            )
        )

    def _statement(self, depth: int) -> list[str]:
        rng = self.rng
        choice = rng.randrange(20)
        value = f"{self._value()} & 7"
        if self.variants and rng.random() < 0.3:
            return self._variant_statement(value)
        if self.wrappers and rng.random() < 0.25:
            return self._wrapper_statement(value)
        if choice < 6 or depth == 0:
            target = rng.choice(
                (
                    "*p", "*q", "**pp", "x", f"a[ {self._index()}]", "l->v", "*l->p", "s.v", "[g0]",
                    "d[ x & 1].v", "s.b", "l->b", "u.w", "u.c[ 1]", "u.h[ y & 1]", "d[ y & 1].b",
                )
            )  # fmt: skip
            return [f"{target} = {value};"]
        match choice:
            case 6 | 7 | 8:
                return [f"{rng.choice(('p', 'p', 's.p', 'l->p', '*pp', 'd[ x & 1].p'))} = {self._pointer()};"]
            case 9:
                return [f"q = a + ({self._index()});"]
            case 10:
                return [f"pp = {self._value()} ? &p : &s.p;"]
            case 11:
                return [f"l = {self._value()} ? &s : {rng.choice(('&t', '&d[ 1]', '&d[ x & 1]', 'l'))};"]
            case 12:
                return [f"l->next = {rng.choice(('&s', '&t', 'l', '0', 'l->next', '&d[ y & 1]'))};"]
            case 13:
                return ["if (l->next)", "    l = l->next;"]
            case 14:
                source = rng.choice(("s", "t", "*l", "d[ 0]", f"[make]({value}, p)"))
                return [f"{rng.choice(('s', 't', '*l', 'd[ x & 1]'))} = {source};"]
            case 15:
                return [f"{rng.choice(('f', '[twice]'))}({self._pointer()}, {value});"]
            case 16 if not self.in_loop and not self.heap and rng.random() < 0.5:
                return self._loop()
            case 17 if self.heap and not self.in_loop:
                return [
                    f"{{ struct [S] *h = malloc(sizeof *h); h->v = {value}; h->b = 1;",
                    f"h->p = {self._pointer()}; h->next = l; l = h; }}",
                ]
            case 18:
                return [f"[g0] = {self._input()};"]
        inner = [f"    {line}" for _ in range(rng.randint(1, 2)) for line in self._statement(depth - 1)]
        return [f"if ({self._condition()}) {{", *inner, "}"]

    def _loop(self) -> list[str]:
        self.numbers += 1
        self.in_loop = True
        inner = [f"    {line}" for _ in range(2) for line in self._statement(1)]
        self.in_loop = False
        if self.rng.random() < 0.5:
            name = f"i{self.numbers}"
            return [
                f"for (int {name} = 0; {name} < 3; {name}++) {{",
                *inner,
                f"    a[ {name}] = a[ 3 - {name}];",
                "}",
            ]
        self.bits += 3
        state = list(_STATE)
        if self.variants:
            state += [f"{v}{part}" for v in ("v", "z[ 0]", "z[ 1]") for part in (".k", ".u.n")]
        if self.wrappers:
            state.append("(unsigned long)w")
        return ["while («bit») {", f"    «head¦{self.numbers}¦{', '.join(state)}»", *inner, "}"]
