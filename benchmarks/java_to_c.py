"""A rough translation of the small Java programs that DASH4j is tested on to C, for comparison only.

They are classes with static methods over `int` and `boolean`; an error is `Dash.error()`, an input
`Dash.nondet()`. Java's int arithmetic is ours (it wraps), its shift counts are masked, `>>>` is unsigned.
What is not of this kind gives None.
"""

from __future__ import annotations

import re

PRELUDE = """\
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
"""
_METHOD = re.compile(
    r"(?:public|private|protected|static|final|\s)*\b(int|boolean|void)\s+(\w+)"
    r"\s*\(([^)]*)\)\s*(?:throws \w+\s*)?\{"
)
_UNSUPPORTED = re.compile(
    r"\bnew\b|\[\]|\bString\b|\blong\b|\bbyte\b|\bMath\b|\btry\b|\bthrow\b|\bassert\b|\binstanceof\b|\bthis\b"
)


def java_to_c(text: str) -> str | None:
    """A C program with a function `test`, or None."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    if _UNSUPPORTED.search(text) or text.count("class ") != 1:
        return None
    methods = list(_methods(text))
    names = [name for _, name, _, _ in methods]
    if "test" not in names or len(set(names)) != len(names):
        return None
    heads = [f"{_type(kind)} {name}({_parameters(parameters)})" for kind, name, parameters, _ in methods]
    bodies = [_body(body) for *_, body in methods]
    if any(body is None for body in bodies):
        return None
    functions = [f"{head} {body}\n" for head, body in zip(heads, bodies, strict=True)]
    return PRELUDE + "".join(f"{head};\n" for head in heads) + "\n".join(functions)


def _methods(text: str) -> list[tuple[str, str, str, str]]:
    found, position = [], 0
    while match := _METHOD.search(text, position):
        end, depth = match.end(), 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        found.append((match[1], match[2], match[3], text[match.end() - 1 : end]))
        position = end
    return found


def _type(kind: str) -> str:
    return {"boolean": "_Bool"}.get(kind, kind)


def _parameters(text: str) -> str:
    parts = [part.replace("final ", "").split() for part in text.split(",") if part.strip()]
    return ", ".join(f"{_type(kind)} {name}" for kind, name in parts) or "void"


def _body(text: str) -> str | None:
    text = re.sub(r"(\w+)\s*>>>=\s*([^;]+);", r"\1 = (int)((unsigned)\1 >> ((\2) & 31));", text)
    text = re.sub(r"(\w+)\s*>>>\s*(\w+)", r"(int)((unsigned)\1 >> ((\2) & 31))", text)
    text = re.sub(r"(\w+)\s*(<<|>>)=\s*([^;]+);", r"\1 = \1 \2 ((\3) & 31);", text)
    text = re.sub(r"(\w+)\s*(<<|>>)\s*(\w+)", r"(\1 \2 ((\3) & 31))", text)
    text = text.replace("Dash.error()", "reach_error()")
    text = re.sub(r"Dash\.non[dD]et\(\)", "__VERIFIER_nondet_bool()", text)
    text = re.sub(r"\bboolean\b", "_Bool", text)
    text = re.sub(r"\btrue\b", "1", re.sub(r"\bfalse\b", "0", text))
    text = re.sub(r"\bfinal\s+", "", text)
    text = text.replace("Integer.MIN_VALUE", "(-2147483647 - 1)").replace("Integer.MAX_VALUE", "2147483647")
    return None if re.search(r"\bDash\.|\w+\.\w+\(", text) else text
