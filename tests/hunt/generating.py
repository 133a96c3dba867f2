"""Composes programs: a pattern, a source, carriers, a context, and how maymust is asked."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .carriers import CARRIERS, DIRECT, Carrier
from .contexts import BEFORE_ASSERTION, CONTEXTS, PLAIN, Context
from .kinds import ASKS, KNOWN
from .pattern import FINE, Model, Outcome, Pattern
from .patterns import PATTERNS
from .sources import Source, has_source, plain_source, source_of

ENGINES = ("auto", "auto", "auto", "dash", "smash")
_OPENING, _CLOSING = "$<", "$>"


@dataclass(frozen=True)
class Asked:
    """How maymust is asked: for a kind or group, of which data model, by which engine."""

    properties: str
    model: Model
    engine: str
    may_fail: bool

    @property
    def kinds(self) -> frozenset[str]:
        return ASKS[self.properties]

    def __str__(self) -> str:
        failing = " --malloc-may-fail" if self.may_fail else ""
        return f"-p {self.properties} --data-model {self.model} --engine {self.engine}{failing}"


@dataclass(frozen=True)
class Run:
    """The inputs of an execution, the allocations that fail as bits, and what it must come to; None if that is not stated."""

    inputs: tuple[int, ...]
    failing: int
    outcome: Outcome | None


@dataclass(frozen=True)
class Recipe:
    """All choices of a program. `carriers` are by the number of the marker; what is not there is direct."""

    pattern: Pattern
    selectors: tuple[int, ...]
    source: Source
    carriers: dict[int, Carrier]
    context: Context
    checked: bool
    asked: Asked


@dataclass(frozen=True)
class Program:
    """A program in C whose file-scope names are marked by `@`, and its executions."""

    recipe: Recipe
    marked: str
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        return self.marked.replace("@", "")

    @property
    def outcomes(self) -> frozenset[Outcome]:
        """What executions can come to, where it is stated."""
        return frozenset(run.outcome for run in self.runs if run.outcome is not None)

    @property
    def title(self) -> str:
        recipe = self.recipe
        carriers = ", ".join(carrier.name for _, carrier in sorted(recipe.carriers.items())) or "direct"
        return (
            f"{recipe.pattern.name}, k in {list(recipe.selectors)}, {recipe.source.name}, {carriers}, "
            f"{recipe.context.name}; {recipe.asked}"
        )


def programs(
    seed: int, count: int, patterns: Sequence[Pattern] = PATTERNS, engine: str = ""
) -> Iterator[Program]:
    """So many programs, the same for the same seed. Each pattern has its turn."""
    rng = random.Random(f"hunt {seed}")
    order: list[Pattern] = []
    for _ in range(count):
        if not order:
            order = rng.sample(list(patterns), len(patterns))
        yield build(_recipe(rng, order.pop(), engine))


def _recipe(rng: random.Random, pattern: Pattern, engine: str) -> Recipe:
    model = rng.choice(pattern.models if rng.random() < 0.4 else pattern.models[:1])
    may_fail = pattern.allocates and (bool(pattern.on_failure) or rng.random() < 0.3) and rng.random() < 0.8
    selectors = _selectors(rng, pattern, model)
    asked = Asked(_asked(rng, pattern, model), model, engine or rng.choice(ENGINES), may_fail)
    recursion = asked.engine != "dash"  # which unfolds calls
    is_own = bool(asked.kinds & _kinds(pattern, model)) or asked.properties != "assert"
    contexts = [context for context in CONTEXTS if pattern.repeatable or not context.repeats]
    return Recipe(
        pattern,
        selectors,
        source_of(rng, selectors, recursion=recursion),
        _carriers(rng, pattern, recursion=recursion),
        (rng.choice(contexts) if rng.random() < 0.7 else PLAIN) if is_own else BEFORE_ASSERTION,
        may_fail or rng.random() < 0.5,
        asked,
    )


def _selectors(rng: random.Random, pattern: Pattern, model: Model) -> tuple[int, ...]:
    """Some for which all is fine, and in half of the programs one for which it is not."""
    good = [k for k in pattern.outcomes if pattern.outcome(k, model) == FINE]
    wrong = [k for k in pattern.outcomes if pattern.outcome(k, model) != FINE]
    if wrong and (not good or rng.random() < 0.5):
        chosen = [rng.choice(wrong), *rng.sample(good, min(len(good), rng.choice([0, 0, 1, 3])))]
    else:
        chosen = rng.sample(good, min(len(good), rng.choice([1, 1, 2, 4])))
    while not has_source(chosen):
        chosen.pop()
    return tuple(sorted(chosen))


def _asked(rng: random.Random, pattern: Pattern, model: Model) -> str:
    """Mostly for what may go wrong, or for more; sometimes for something else."""
    kinds = _kinds(pattern, model)
    own = sorted(kinds) or ["memory"]
    groups = [name for name in ("memory", "all") if not kinds or ASKS[name] & kinds]
    choice = rng.random()
    if choice < 0.35:
        return rng.choice(own)
    if choice < 0.88:
        return rng.choice(groups)
    return rng.choice(sorted(KNOWN - kinds) if choice < 0.92 else ["assert"])


def _kinds(pattern: Pattern, model: Model) -> frozenset[str]:
    """The kinds of a pattern's violations that maymust knows."""
    outcomes = [Outcome.of(pattern.on_failure), *(pattern.outcome(k, model) for k in pattern.outcomes)]
    return frozenset().union(*(outcome.kinds for outcome in outcomes)) & KNOWN


def _carriers(rng: random.Random, pattern: Pattern, *, recursion: bool) -> dict[int, Carrier]:
    markers = list(_markers(pattern.body))
    chosen = rng.sample(range(len(markers)), min(len(markers), rng.choice([0, 1, 1, 2])))
    return {
        number: rng.choice(
            [
                carrier
                for carrier in CARRIERS
                if carrier.serves(markers[number], small=markers[number] == "int")
                and (recursion or not carrier.recursive)
            ]
        )
        for number in sorted(chosen)
    }


def plainer(recipe: Recipe) -> Iterator[Recipe]:
    """Recipes with one thing less."""
    if len(recipe.selectors) > 1:
        for selector in recipe.selectors:
            yield replace(recipe, selectors=(selector,), source=plain_source([selector]))
    for number in recipe.carriers:
        yield replace(recipe, carriers={n: c for n, c in recipe.carriers.items() if n != number})
    if recipe.context not in (PLAIN, BEFORE_ASSERTION):
        yield replace(recipe, context=PLAIN)
    if (plain := plain_source(recipe.selectors)) != recipe.source:
        yield replace(recipe, source=plain)
    if recipe.checked and not recipe.asked.may_fail:
        yield replace(recipe, checked=False)
    if recipe.asked.may_fail:
        yield replace(recipe, asked=replace(recipe.asked, may_fail=False))
    if recipe.asked.model != "LP64":
        yield replace(recipe, asked=replace(recipe.asked, model="LP64"))
    if recipe.asked.engine != "auto":
        yield replace(recipe, asked=replace(recipe.asked, engine="auto"))


# -- text ----------------------------------------------------------------------------------------------------


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


def _markers(body: str) -> Iterator[str]:
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
    "stdio.h": r"\b(v?[sf]?n?printf|put[a-z]+|fopen|f[a-z]+[cs]|fread|fwrite|fclose|getchar|fflush|FILE|stdin)\b",
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
