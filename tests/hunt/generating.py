"""Chooses recipes at random: a pattern, a source, carriers, a context, and how maymust is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .building import build, markers
from .carriers import CARRIERS, Carrier
from .contexts import BEFORE_ASSERTION, CONTEXTS, PLAIN
from .kinds import ASKS, KNOWN
from .pattern import FINE, Model, Outcome, Pattern
from .patterns import PATTERNS
from .recipes import Asked, Program, Recipe
from .sources import has_source, plain_source, source_of

ENGINES = ("auto", "auto", "auto", "dash", "smash")


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
    types = list(markers(pattern.body))
    chosen = rng.sample(range(len(types)), min(len(types), rng.choice([0, 1, 1, 2])))
    return {
        number: rng.choice(
            [
                carrier
                for carrier in CARRIERS
                if carrier.serves(types[number], small=types[number] == "int")
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
