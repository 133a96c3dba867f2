"""General facts: terms that hold for all values of some of their variables, and instances of them.

A variable made by `any_value` stands for every value. A fact about such variables is used by way of
instances: in each the variables are replaced by terms, chosen so that the elements of arrays that the fact
speaks of are those that a question speaks of (E-matching by the indices). A fact implies each of its
instances, so whatever follows from them follows from the fact. What is to be shown of any value is shown of
the variable itself, which then is a constant like others; so a fact may be an instance of itself.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from maymust.terms import operators as ops
from maymust.terms.build import add, sub
from maymust.terms.sorts import bitvec
from maymust.terms.term import TRUE, Term, constant, variable
from maymust.terms.traverse import postorder, substitute

if TYPE_CHECKING:
    from collections.abc import Iterable

_PREFIX = "any!"
_ROUNDS = 2  # an instance may speak of elements that nothing spoke of before
MOST_INSTANCES = 400

Indices = dict[Term, dict[Term, None]]  # by array: the indices at which it is read or written


def any_value(name: str, width: int) -> Term:
    """A variable that stands for every value of a width."""
    return variable(f"{_PREFIX}{name}", bitvec(width))


def general_variables(term: Term) -> list[Term]:
    """The variables in it that stand for every value, in a stable order."""
    return sorted(v for v in term.free if v.name is not None and v.name.startswith(_PREFIX))


def is_general(term: Term) -> bool:
    """Whether it speaks of every value of something."""
    return any(v.name is not None and v.name.startswith(_PREFIX) for v in term.free)


def is_about(term: Term, variables: frozenset[Term]) -> bool:
    """Whether it speaks of these variables alone, or of every value."""
    return term.free <= variables or term.free <= variables.union(general_variables(term))


def split_general(terms: Iterable[Term]) -> tuple[list[Term], list[Term]]:
    """The terms that are not general, and those that are."""
    plain: list[Term] = []
    general: list[Term] = []
    for term in terms:
        (general if is_general(term) else plain).append(term)
    return plain, general


def instances(facts: Iterable[Term], about: Iterable[Term]) -> dict[Term, Term]:
    """Instances of general facts at the elements of arrays that the terms `about` speak of, each with the
    fact that it is of."""
    general = list(facts)
    found: dict[Term, Term] = {}
    if not general:
        return found
    indices: Indices = {}
    news: list[Term] = list(about)
    for _ in range(_ROUNDS):
        _gather(news, indices)
        news = []
        for fact in general:
            for chosen in _choices(fact, indices):
                instance = substitute(fact, chosen)
                if instance is not TRUE and instance not in found:
                    found[instance] = fact
                    news.append(instance)
                    if len(found) >= MOST_INSTANCES:
                        return found
        if not news:
            break
    return found


def _gather(terms: Iterable[Term], indices: Indices) -> None:
    for part in postorder(list(terms)):
        if part.op is ops.SELECT or part.op is ops.STORE:
            for array in _bases(part.args[0]):
                indices.setdefault(array, {})[part.args[1]] = None


def _bases(array: Term) -> list[Term]:
    """The array variables whose elements an array may hold."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [array]
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if part.name is not None:
            found[part] = None
        elif part.op is ops.STORE:
            stack.append(part.args[0])
        elif part.op is ops.ITE:
            stack += part.args[1:]
    return list(found)


def _choices(fact: Term, indices: Indices) -> Iterable[dict[Term, Term]]:
    """Terms for the general variables of a fact, by matching the elements that it speaks of."""
    variables = general_variables(fact)
    options: dict[Term, dict[Term, None]] = {v: {} for v in variables}
    for part in postorder((fact,)):
        if part.op is not ops.SELECT:
            continue
        mentioned = [v for v in variables if v in part.args[1].free]
        for array in _bases(part.args[0]):
            for index in indices.get(array, ()):
                for v in mentioned:
                    term = _solved(part.args[1], v, index)
                    if term is not None:
                        options[v][term] = None
    return [dict(zip(variables, chosen, strict=True)) for chosen in product(*options.values())]


def _solved(pattern: Term, v: Term, index: Term) -> Term | None:
    """What `v` must be for the pattern to be the index, where that is easy to see."""
    while pattern is not v:
        if pattern.op is None or v not in pattern.free:
            return None
        first, second = pattern.args[0], pattern.args[-1]
        if pattern.op is ops.ADD:
            if v in first.free and v in second.free:
                return None
            pattern, other = (first, second) if v in first.free else (second, first)
            index = sub(index, other)
        elif pattern.op is ops.SUB:
            if v in first.free and v in second.free:
                return None
            if v in first.free:
                pattern, index = first, add(index, second)
            else:
                pattern, index = second, sub(first, index)
        elif pattern.op is ops.CONCAT and index.op is ops.CONCAT and first.width == index.args[0].width:
            if v in first.free and v in second.free:
                return None
            pattern, index = (first, index.args[0]) if v in first.free else (second, index.args[1])
        elif pattern.op is ops.CONCAT and index.value is not None:
            low = constant(index.value, second.width)
            high = constant(index.value >> second.width, first.width)
            pattern, index = (first, high) if v in first.free else (second, low)
        elif pattern.op is index.op and _same_but_first(pattern, index):
            pattern, index = first, index.args[0]
        elif pattern.op is ops.MUL and second.value and index.value is not None:
            if index.value % second.value:
                return None
            pattern, index = first, constant(index.value // second.value, first.width)
        else:
            return None
    return index


def _same_but_first(pattern: Term, index: Term) -> bool:
    """Whether two applications of one operator are equal if their first arguments are."""
    if pattern.op in (ops.ZEXT, ops.SEXT):
        return pattern.args[0].width == index.args[0].width
    return pattern.op is ops.MUL and pattern.args[1] is index.args[1]
