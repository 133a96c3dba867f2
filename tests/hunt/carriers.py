"""Carriers: the ways in which a value gets where it is used."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Carrier:
    """`%T` is the type, `%E` the expression, `%N` a number of this use; `top` stands outside of functions,
    `before` before the statement, and `value` in the place of the expression. One that is not `wide` carries
    small numbers only."""

    name: str
    value: str
    before: str = ""
    top: str = ""
    pointers: bool = True
    numbers: bool = True
    wide: bool = True
    recursive: bool = False

    def serves(self, type_: str, *, small: bool) -> bool:
        """Whether it can carry a value of the type. A `small` one is between -100,000 and 100,000."""
        if "*" in type_:
            return self.pointers
        return self.numbers and (self.wide or small)

    def carry(self, type_: str, expression: str, number: int) -> tuple[str, str, str]:
        """What stands outside, before, and in its place."""

        def filled(text: str) -> str:
            return text.replace("%T", type_).replace("%N", str(number)).replace("%E", expression)

        return filled(self.top), filled(self.before), filled(self.value)


_IDENTITY = "static %T @same%N(%T v)\n{\nreturn v;\n}"
DIRECT = Carrier("direct", "(%E)")
CARRIERS = (
    Carrier("local", "v%N", "%T v%N = %E;"),
    Carrier("global", "@g%N", "@g%N = %E;", "static %T @g%N;"),
    Carrier("static local", "s%N", "static %T s%N;\ns%N = %E;"),
    Carrier(
        "member",
        "s%N.m",
        "struct @s%N s%N;\ns%N.pad = 1;\ns%N.m = %E;",
        "struct @s%N {\nchar pad;\n%T m;\n};",
    ),
    Carrier(
        "member behind pointer",
        "q%N->in.m",
        "struct @s%N s%N = {0}, *q%N = &s%N;\nq%N->in.m = %E;",
        "struct @s%N {\nint pad;\nstruct {\nchar pad;\n%T m;\n} in;\n};",
    ),
    Carrier(
        "initialised member", "s%N.m", "struct @s%N s%N = {.m = %E};", "struct @s%N {\n%T m;\nint pad;\n};"
    ),
    Carrier(
        "copied struct",
        "d%N.m",
        "struct @s%N s%N = {1, %E}, d%N = s%N;",
        "struct @s%N {\nshort pad;\n%T m;\n};",
    ),
    Carrier("element", "a%N[1]", "%T a%N[3];\na%N[1] = %E;"),
    Carrier("call", "@same%N(%E)", "", _IDENTITY),
    Carrier("function pointer", "f%N(%E)", "%T (*f%N)(%T) = @same%N;", _IDENTITY),
    Carrier("pointer to it", "(*w%N)", "%T v%N = %E;\n%T *w%N = &v%N;"),
    Carrier("pointer to pointer", "(**x%N)", "%T v%N = %E;\n%T *w%N = &v%N;\n%T **x%N = &w%N;"),
    Carrier(
        "out parameter",
        "v%N",
        "%T v%N;\n@put%N(&v%N, %E);",
        "static void @put%N(%T *to, %T v)\n{\n*to = v;\n}",
    ),
    Carrier("ternary", "(@one%N ? (%E) : 0)", "", "static int @one%N = 1;"),
    Carrier("comma", "(0, (%E))"),
    Carrier("macro", "@SAME%N(%E)", "", "#define @SAME%N(v) (v)"),
    Carrier("statement expression", "({ %T v%N = %E; v%N; })"),
    Carrier("loop", "v%N", "%T v%N;\nfor (int i%N = 0; i%N < 2; i%N++) {\nv%N = %E;\n}"),
    Carrier("do", "v%N", "%T v%N;\ndo {\nv%N = %E;\n} while (0);"),
    Carrier("goto", "v%N", "%T v%N = %E;\ngoto set%N;\nv%N = 0;\nset%N:;"),
    Carrier("switch", "v%N", "%T v%N;\nswitch (2) {\ncase 1:\nv%N = 0;\nbreak;\ndefault:\nv%N = %E;\n}"),
    Carrier("assigned twice", "v%N", "%T v%N = 0;\nv%N = %E;"),
    Carrier("copied bytes", "v%N", "%T v%N;\n%T u%N = %E;\nmemcpy(&v%N, &u%N, sizeof v%N);"),
    Carrier("compound literal", "((%T){%E})"),
    Carrier("void pointer", "((%T)v%N)", "void *v%N = %E;", numbers=False),
    Carrier("char pointer", "((%T)v%N)", "char *v%N = (char *)(%E);", numbers=False),
    Carrier("union", "u%N.m", "union @u%N u%N;\nu%N.m = %E;", "union @u%N {\n%T m;\nchar c;\n};"),
    Carrier(
        "bit-field",
        "b%N.m",
        "struct @b%N b%N = {0, %E};",
        "struct @b%N {\nunsigned pad : 3;\nint m : 20;\n};",
        pointers=False,
        wide=False,
    ),
    Carrier("arithmetic", "(int)(v%N - 5)", "long v%N = (%E) + 5L;", pointers=False, wide=False),
    Carrier("wide", "(int)v%N", "long long v%N = %E;", pointers=False, wide=False),
    Carrier(
        "recursion",
        "@down%N(%E, 2)",
        "",
        "static %T @down%N(%T v, int n)\n{\nreturn n > 0 ? @down%N(v, n - 1) : v;\n}",
        recursive=True,
    ),
)
