"""Bitwuzla's terms as ours: what an interpolant is written in."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from maymust.terms import (
    Term,
    add,
    boolean,
    complement,
    concat,
    conjunction,
    constant,
    disjunction,
    eq,
    fill,
    from_bool,
    implies,
    is_nonzero,
    ite,
    less,
    less_equal,
    make,
    ne,
    neg,
    resize,
    store,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maymust.terms.operators import Operator


def read_term(root: Any, variables: Mapping[int, Term]) -> Term | None:
    """One of Bitwuzla's terms as ours; None where it has what we do not.

    `variables` are by Bitwuzla's number for them: it may have several of one name.
    """
    known: dict[int, Term] = {}
    stack = [root]
    while stack:
        top = stack[-1]
        if top.id() in known:
            stack.pop()
            continue
        children = top.children()
        missing = [child for child in children if child.id() not in known]
        if missing:
            stack += missing
            continue
        term = _meaning(top, [known[child.id()] for child in children], variables)
        if term is None:
            return None
        known[top.id()] = term
        stack.pop()
    return known[root.id()]


def _meaning(term: Any, args: list[Term], variables: Mapping[int, Term]) -> Term | None:
    sort = term.sort()
    if term.is_const():
        return variables.get(term.id())
    if sort.is_array():
        return _array_meaning(term, args)
    if not (sort.is_bool() or sort.is_bv()):
        return None
    if term.is_value():
        return boolean(term.is_true()) if sort.is_bool() else constant(int(term.value(2), 2), sort.bv_size())
    kind = term.kind().name
    meaning = _MEANINGS.get(kind)
    if meaning is not None:
        return meaning(args, 0 if sort.is_bool() else sort.bv_size())
    operator = _OPERATORS.get(kind)
    if operator is None:
        return None
    if operator.arity == len(args):
        return make(operator, tuple(args), tuple(term.indices()))
    return reduce(lambda x, y: make(operator, (x, y)), args)


def _array_meaning(term: Any, args: list[Term]) -> Term | None:
    """A term that is an array, and no variable."""
    kind = term.kind().name
    if kind == "ARRAY_STORE":
        return store(*args)
    if kind == "CONST_ARRAY":
        return fill(args[0], term.sort().array_index().bv_size())
    return ite(*args) if kind == "ITE" else None


def _bit(value: Term, index: int) -> Term:
    return make(ops.EXTRACT, (value,), (index, index))


# What Bitwuzla's kinds mean in our terms: those that it has beyond ours or gives other arguments.
# Each takes the arguments, and the width of the result.
_MEANINGS: dict[str, Callable[[Sequence[Term], int], Term]] = {
    "AND": lambda a, _: conjunction(a),
    "OR": lambda a, _: disjunction(a),
    "IMPLIES": lambda a, _: implies(a[0], a[1]),
    "IFF": lambda a, _: eq(a[0], a[1]),
    "XOR": lambda a, _: ne(a[0], a[1]),
    "EQUAL": lambda a, _: conjunction(eq(x, y) for x, y in pairwise(a)),
    "DISTINCT": lambda a, _: conjunction(ne(x, y) for i, x in enumerate(a) for y in a[:i]),
    "BV_ULE": lambda a, _: less_equal(a[0], a[1], signed=False),
    "BV_UGT": lambda a, _: less(a[1], a[0], signed=False),
    "BV_UGE": lambda a, _: less_equal(a[1], a[0], signed=False),
    "BV_SLE": lambda a, _: less_equal(a[0], a[1], signed=True),
    "BV_SGT": lambda a, _: less(a[1], a[0], signed=True),
    "BV_SGE": lambda a, _: less_equal(a[1], a[0], signed=True),
    "BV_NOT": lambda a, _: complement(a[0]),
    "BV_NEG": lambda a, _: neg(a[0]),
    "BV_INC": lambda a, width: add(a[0], constant(1, width)),
    "BV_DEC": lambda a, width: add(a[0], constant(-1, width)),
    "BV_NAND": lambda a, _: complement(make(ops.BAND, (a[0], a[1]))),
    "BV_NOR": lambda a, _: complement(make(ops.BOR, (a[0], a[1]))),
    "BV_XNOR": lambda a, _: complement(make(ops.XOR, (a[0], a[1]))),
    "BV_COMP": lambda a, _: from_bool(eq(a[0], a[1]), 1),
    "BV_REDAND": lambda a, _: from_bool(eq(a[0], constant(-1, a[0].width)), 1),
    "BV_REDOR": lambda a, _: from_bool(is_nonzero(a[0]), 1),
    "BV_REDXOR": lambda a, _: reduce(
        lambda x, y: make(ops.XOR, (x, y)), [_bit(a[0], i) for i in range(a[0].width)]
    ),
    "BV_CONCAT": lambda a, _: reduce(concat, a),
    "BV_REPEAT": lambda a, width: reduce(concat, [a[0]] * (width // a[0].width)),
    "BV_ZERO_EXTEND": lambda a, width: resize(a[0], width, signed=False),
    "BV_SIGN_EXTEND": lambda a, width: resize(a[0], width, signed=True),
}
_OPERATORS: dict[str, Operator] = {
    "NOT": ops.NOT, "ITE": ops.ITE, "BV_ULT": ops.ULT, "BV_SLT": ops.SLT, "BV_EXTRACT": ops.EXTRACT,
    "BV_ADD": ops.ADD, "BV_SUB": ops.SUB, "BV_MUL": ops.MUL, "BV_UDIV": ops.UDIV, "BV_UREM": ops.UREM,
    "BV_SDIV": ops.SDIV, "BV_SREM": ops.SREM, "BV_AND": ops.BAND, "BV_OR": ops.BOR, "BV_XOR": ops.XOR,
    "BV_SHL": ops.SHL, "BV_SHR": ops.LSHR, "BV_ASHR": ops.ASHR, "ARRAY_SELECT": ops.SELECT,
}  # fmt: skip
