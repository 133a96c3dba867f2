"""Walking and rewriting terms with an explicit stack: terms may be far deeper than Python's stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms.build import make

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from maymust.terms.term import Term


def postorder(roots: Iterable[Term], known: Container[Term] = ()) -> Iterator[Term]:
    """Every distinct subterm of the roots, arguments before the terms that use them.

    What is `known`, with its subterms, is left out: a cache that grows with the walk keeps a sequence of
    growing terms, such as the conditions of a long path, from being walked again and again.
    """
    seen: set[Term] = set()
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(list(roots))]
    while stack:
        term, expanded = stack.pop()
        if expanded:
            yield term
        elif term not in seen and term not in known:
            seen.add(term)
            stack.append((term, True))
            stack.extend([(argument, False) for argument in reversed(term.args)])


def substitute(term: Term, mapping: Mapping[Term, Term], memo: dict[Term, Term] | None = None) -> Term:
    """`term` with variables replaced, all at once, and simplified.

    A `memo` may be shared between calls with the same mapping.
    """
    if term.free.isdisjoint(mapping):
        return term
    if memo is None:
        memo = {}
    stack = [term]
    while stack:
        top = stack[-1]
        if top in memo:
            stack.pop()
            continue
        if top.free.isdisjoint(mapping):
            memo[top] = top
            stack.pop()
            continue
        if top.op is None:
            memo[top] = mapping.get(top, top)
            stack.pop()
            continue
        missing = [argument for argument in top.args if argument not in memo]
        if missing:
            stack.extend(missing)
            continue
        memo[top] = make(top.op, tuple([memo[argument] for argument in top.args]), top.indices)
        stack.pop()
    return memo[term]


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The conjuncts of a term: its arguments if it is an `and`, nothing if it is true."""
    from maymust.terms.operators import AND
    from maymust.terms.term import TRUE

    if term is TRUE:
        return ()
    return term.args if term.op is AND else (term,)
