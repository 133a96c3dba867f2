"""Contexts: where the statements of a pattern run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Context:
    """`%B` is the body, `%S` the source of `k`, `%K` the selector. A context with a `gate` reads one more
    input, of which only positive values lead to the body; one that `repeats` runs the body several times."""

    name: str
    main: str
    top: str = ""
    gate: bool = False
    repeats: bool = False


_WORK = "static int @work(int k)\n{\n%B\nreturn 0;\n}"
_PLAIN = "%S\n{\n%B\n}\nreturn 0;"
PLAIN = Context("main", _PLAIN)
BEFORE_ASSERTION = Context(
    "before an assertion", "%S\n{\n%B\n}\nassert(@right);\nreturn 0;", "static int @right = 1;"
)
CONTEXTS = (
    Context("function", "%S\n@work(%K);\nreturn 0;", _WORK),
    Context("result", "%S\nreturn @work(%K);", _WORK),
    Context("function pointer", "%S\nint (*run)(int) = @work;\nrun(%K);\nreturn 0;", _WORK),
    Context(
        "two calls deep",
        "%S\n@outer(%K);\nreturn 0;",
        f"{_WORK}\nstatic int @outer(int k)\n{{\nreturn @work(k);\n}}",
    ),
    Context("loop", "%S\nfor (int round = 0; round < 2; round++) {\n%B\n}\nreturn 0;", repeats=True),
    Context("called twice", "%S\n@work(%K);\n@work(%K);\nreturn 0;", _WORK, repeats=True),
    Context("loop once", "%S\nint round = 0;\nwhile (round < 1) {\n%B\nround++;\n}\nreturn 0;"),
    Context("do", "%S\ndo {\n%B\n} while (0);\nreturn 0;"),
    Context("branch", "%S\nif (%K > -100000) {\n%B\n}\nreturn 0;"),
    Context("else", "%S\nif (%K < -100000) {\nreturn 0;\n} else {\n%B\n}\nreturn 0;"),
    Context("case", "%S\nswitch (%K > -100000) {\ncase 1: {\n%B\nbreak;\n}\ndefault:\nbreak;\n}\nreturn 0;"),
    Context("goto", "%S\ngoto begin;\nbegin: {\n%B\n}\nreturn 0;"),
    Context("gate", "%S\nif (__VERIFIER_nondet_int() > 0) {\n%B\n}\nreturn 0;", gate=True),
    Context("behind bounds", f"int q[2] = {{1, 2}};\nq[1] = q[0];\n{_PLAIN}"),
    Context("behind an assertion", "%S\nassert(%K == %K);\n{\n%B\n}\nreturn 0;"),
    Context(
        "behind a division", "%S\nint q = 7 / ((%K & 1) + 1);\nif (q < 0)\nreturn 0;\n{\n%B\n}\nreturn 0;"
    ),
    Context(
        "behind a shift", "%S\nunsigned q = 1u << (%K & 31);\nif (q == 0)\nreturn 0;\n{\n%B\n}\nreturn 0;"
    ),
    Context("before more", "%S\n{\n%B\n}\nint q[3] = {0};\nq[2] = 1;\nreturn 0;"),
)
