"""From a recipe to a program: the text in C, and what its executions come to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .carriers import DIRECT
from .pattern import FINE, Outcome
from .recipes import Program, Recipe, Run

_OPENING, _CLOSING = "$<", "$>"


def build(recipe: Recipe) -> Program:
    """The program of a recipe."""
    pattern, context, source = recipe.pattern, recipe.context, recipe.source
    selector = "k" if "%B" in context.top else source.expression
    body, tops = _filled_body(recipe, selector)
    main = context.main.replace("%S", source.before).replace("%K", source.expression).replace("%B", body)
    parts = [
        pattern.top,
        source.top,
        *tops,
        context.top.replace("%B", body),
        f"int @main(void)\n{{\n{main}\n}}",
    ]
    text = "\n".join(part.strip("\n") for part in parts if part.strip())
    if "@sink" in text:
        text = f"static int @sink;\n{text}"
    return Program(recipe, f"{_headers(text)}{_indented(text)}\n", tuple(_runs(recipe)))


def markers(body: str) -> Iterator[str]:
    """The types of the markers, in the order in which they are filled: inner ones first, line by line."""
    for line in body.splitlines():
        while (found := _innermost(line)) is not None:
            start, end, type_, _ = found
            yield type_
            line = line[:start] + "0" + line[end:]


def _innermost(line: str) -> tuple[int, int, str, str] | None:
    """The place, type and expression of the first marker that has no other in it."""
    selector = line.find("$K")
    closing = line.find(_CLOSING)
    if selector >= 0 and (closing < 0 or selector < closing):
        return selector, selector + 2, "int", "$K"
    if closing < 0:
        return None
    start = line.rindex(_OPENING, 0, closing)
    type_, _, expression = line[start + 2 : closing].partition("|")
    return start, closing + 2, type_, expression


def _filled_body(recipe: Recipe, selector: str) -> tuple[str, list[str]]:
    lines: list[str] = []
    tops: list[str] = []
    number = 0
    for line in _with_checks(recipe.pattern.body, checked=recipe.checked).splitlines():
        before: list[str] = []
        while (found := _innermost(line)) is not None:
            start, end, type_, expression = found
            expression = selector if expression == "$K" else expression
            carrier = recipe.carriers.get(number, DIRECT if expression != selector else None)
            top, prelude, value = carrier.carry(type_, expression, number) if carrier else ("", "", selector)
            tops.append(top)
            before.append(prelude)
            line = line[:start] + value + line[end:]
            number += 1
        lines += [*before, line]
    return "\n".join(line for line in lines if line.strip()), tops


def _with_checks(body: str, *, checked: bool) -> str:
    """With `$check(p, cleanup)` as statements, or without."""

    def filled(found: re.Match[str]) -> str:
        pointer, _, cleanup = found[1].partition(",")
        if not checked:
            return ""
        if not cleanup:
            return f"if (!{pointer}) {{\nreturn 0;\n}}"
        return f"if (!{pointer}) {{\n{cleanup.strip()};\nreturn 0;\n}}"

    return re.sub(r"\$check\((.*)\);?", filled, body)


_HEADERS = {
    "stdlib.h": r"\b(malloc|calloc|realloc|free|exit|abort|qsort|bsearch|abs|atoi|strtol|div)\b",
    "string.h": r"\b(str(?!uct)[a-z]+|mem[a-z]+)\b",
    "stdio.h": r"\b(v?[sf]?n?printf|put[a-z]+|f[a-z]+[cs]|fopen|fread|fwrite|fclose|fflush|FILE|stdin)\b",
    "assert.h": r"\bassert\b",
    "limits.h": r"\b(U?(INT|LONG|LLONG|SHRT|CHAR|SCHAR)_(MIN|MAX))\b",
    "stddef.h": r"\b(offsetof|size_t|ptrdiff_t)\b",
    "stdint.h": r"\b(u?int(8|16|32|64|ptr)_t|INT\d+_M)",
    "unistd.h": r"\b(write|read|close)\b",
    "alloca.h": r"\balloca\b",
}
INPUTS = {
    "__VERIFIER_nondet_int": "int __VERIFIER_nondet_int(void);",
    "__VERIFIER_nondet_uchar": "unsigned char __VERIFIER_nondet_uchar(void);",
    "__VERIFIER_nondet_bool": "_Bool __VERIFIER_nondet_bool(void);",
    "__VERIFIER_assume": "void __VERIFIER_assume(int);",
}


def _headers(text: str) -> str:
    included = [f"#include <{name}>" for name, names in _HEADERS.items() if re.search(names, text)]
    declared = [f"extern {declaration}" for name, declaration in INPUTS.items() if name in text]
    return "".join(f"{line}\n" for line in [*included, *declared])


def _indented(text: str) -> str:
    """With four spaces for each open brace."""
    lines, depth = [], 0
    for line in text.splitlines():
        stripped = line.strip()
        closing = len(stripped) - len(stripped.lstrip("}"))
        indent = 0 if stripped.startswith("#") else max(0, depth - closing)
        lines.append("    " * indent + stripped)
        depth += stripped.count("{") - stripped.count("}")
    return "\n".join(lines)


def _runs(recipe: Recipe) -> Iterator[Run]:
    """All executions that matter."""
    pattern, asked = recipe.pattern, recipe.asked
    for given, selector in recipe.source.cases:
        inputs = (given,) if recipe.source.has_input else ()
        for gate in (1, 0, -5) if recipe.context.gate else (None,):
            reaches = selector is not None and gate in (None, 1)
            everything = inputs if gate is None else (*inputs, gate)
            outcome = pattern.outcome(selector, asked.model) if reaches and selector is not None else FINE
            yield Run(everything, 0, outcome)
            if asked.may_fail and reaches:
                failed = Outcome.of(pattern.on_failure)
                yield Run(everything, 1, failed if failed != FINE or outcome == FINE else None)
                yield Run(everything, 2, None)
