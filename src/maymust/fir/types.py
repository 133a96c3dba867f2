"""Types: unions of products of domains, all of one arity.

The type of an expression says which tuples it may have: for each of them there is a product whose domains
have its atoms. A type without products is empty, and so is every expression that has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from maymust.fir.tree import BOOLEAN, INTEGER, Binary, DomainUse, EmptySet, Expression
from maymust.frozen import frozen

Product = tuple[str, ...]


@frozen
class Type:
    """`arity` is 0 if it is open: of ∅ itself."""

    arity: int
    products: frozenset[Product]

    @property
    def is_empty(self) -> bool:
        """Whether no tuple can be of this type."""
        return not self.products

    def within(self, other: Type) -> bool:
        """Whether every tuple of this type is of the other."""
        return self.products <= other.products

    def __str__(self) -> str:
        return " ∪ ".join("→".join(product) for product in sorted(self.products)) or "∅"


ANY_EMPTY = Type(0, frozenset())
BOOLEANS = Type(1, frozenset({(BOOLEAN,)}))
INTEGERS = Type(1, frozenset({(INTEGER,)}))


def made(arity: int, products: Iterable[Product]) -> Type:
    """The type of these products."""
    return Type(arity, frozenset(products))


def combined(
    left: Type, right: Type, products: Callable[[frozenset[Product], frozenset[Product]], Iterable[Product]]
) -> Type:
    """A type of the arity of both."""
    return made(left.arity or right.arity, products(left.products, right.products))


def union(left: Type, right: Type) -> Type:
    """What is of one type or of the other."""
    return combined(left, right, frozenset.union)


def join(left: Type, right: Type) -> Type:
    """Of `left.right`; the arities are known and not both 1."""
    products = {a[:-1] + b[1:] for a in left.products for b in right.products if a[-1] == b[0]}
    return made(left.arity + right.arity - 2, products)


def product(left: Type, right: Type) -> Type:
    """Of `left→right`; the arities are known."""
    return made(left.arity + right.arity, {a + b for a in left.products for b in right.products})


def closure(type_: Type) -> Type:
    """Of the transitive closure of a binary relation."""
    reached = type_.products
    while True:
        more = reached | {(a, d) for a, b in reached for c, d in reached if b == c}
        if more == reached:
            return Type(2, reached)
        reached = more


def declared(expression: Expression) -> Type | None:
    """The type that a type expression is; None if it is none, or its arities differ."""
    match expression:
        case DomainUse(name):
            return made(1, {(name,)})
        case EmptySet():
            return ANY_EMPTY
        case Binary("union" | "product" as operator, left, right):
            parts = (declared(left), declared(right))
            if parts[0] is None or parts[1] is None:
                return None
            if operator == "union":
                known = {part.arity for part in parts if part} - {0}
                return union(parts[0], parts[1]) if len(known) < 2 else None
            return product(parts[0], parts[1]) if parts[0].arity and parts[1].arity else None
        case _:
            return None
