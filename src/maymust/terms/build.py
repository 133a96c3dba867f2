"""Constructors of terms that check sorts and simplify as they build.

`make` is the one door: it checks the operator's sort rule, folds constants by the operator's own
meaning, applies the operator's simplifications (`terms.rules`), and interns. Everything else here is
a readable name for a call of `make`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.errors import InternalError
from maymust.terms import operators as ops
from maymust.terms.array_value import ArrayValue
from maymust.terms.sorts import BOOL, ArraySort, BitVecSort, Sort
from maymust.terms.term import FALSE, TRUE, Term, application, boolean, constant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.terms.operators import Operator, Value


def make(op: Operator, args: tuple[Term, ...], indices: tuple[int, ...] = ()) -> Term:
    """`op` applied to `args`, simplified. Requires that the sorts fit; raises InternalError otherwise."""
    if op.arity is None and not indices:
        return conjunction(args) if op is ops.AND else disjunction(args)
    fits = len(args) == op.arity and len(indices) == op.index_count
    sort = op.sort_rule(tuple([a.sort for a in args]), indices) if fits else None
    if sort is None:
        raise InternalError(
            f"{op} does not take ({', '.join(str(a.sort) for a in args)}) with indices {indices}"
        )
    if op is ops.NOT:
        return negation(args[0])
    values = tuple([a.value for a in args if a.value is not None])
    if len(values) == len(args) and not isinstance(sort, ArraySort):  # there are no constants of array sorts
        width = sort.width if isinstance(sort, BitVecSort) else 0
        value = op.evaluate((args[0].width, width), indices, values)
        return constant(value, width) if width else boolean(value)
    if op.commutes and (
        args[0].value is not None or (args[1].value is None and args[1].serial < args[0].serial)
    ):
        args = (args[1], args[0])  # a constant goes last, variables in order of creation
    for simplification in op.simplifications:
        simpler = simplification(args, indices)
        if simpler is not None:
            return simpler
    return application(op, args, indices, sort)


def conjunction(terms: Iterable[Term]) -> Term:
    """The conjunction: flattened, without duplicates, FALSE if it holds a literal and its negation."""
    return _junction(ops.AND, terms, TRUE, FALSE)


def disjunction(terms: Iterable[Term]) -> Term:
    """The disjunction, normalised like `conjunction`."""
    return _junction(ops.OR, terms, FALSE, TRUE)


def _junction(op: Operator, terms: Iterable[Term], neutral: Term, absorbing: Term) -> Term:
    parts: dict[Term, None] = {}
    stack = list(terms)[::-1]
    while stack:
        term = stack.pop()
        if term is neutral or term in parts:
            continue
        if term is absorbing or (term._negation is not None and term._negation in parts):
            return absorbing
        if term.op is op:
            stack.extend(term.args[::-1])
            continue
        if term.sort is not BOOL:
            raise InternalError(f"{op} of a term of sort {term.sort}")
        parts[term] = None
    if not parts:
        return neutral
    if len(parts) == 1:
        return next(iter(parts))
    return application(op, tuple(sorted(parts)), (), BOOL)


def negation(term: Term) -> Term:
    """The negation in negation normal form: pushed through `and` and `or`, never double."""
    stack = [term]
    while term._negation is None:
        top = stack[-1]
        missing = [a for a in top.args if a._negation is None] if top.op in (ops.AND, ops.OR) else []
        if missing:
            stack += missing
            continue
        stack.pop()
        if top._negation is None:
            top._negation = _negated(top)
            if top._negation._negation is None:
                top._negation._negation = top
    return term._negation


def _negated(term: Term) -> Term:
    """The negation of a term. Requires: where it is an `and` or an `or`, its arguments know theirs."""
    if term.sort is not BOOL:
        raise InternalError(f"not of a term of sort {term.sort}")
    if term.op not in (ops.AND, ops.OR):
        return application(ops.NOT, (term,), (), BOOL)
    parts = [a._negation for a in term.args if a._negation is not None]
    return disjunction(parts) if term.op is ops.AND else conjunction(parts)


def and_(*terms: Term) -> Term:
    """The conjunction of the arguments."""
    return conjunction(terms)


def or_(*terms: Term) -> Term:
    """The disjunction of the arguments."""
    return disjunction(terms)


def implies(premise: Term, conclusion: Term) -> Term:
    """premise → conclusion."""
    return disjunction((negation(premise), conclusion))


def eq(a: Term, b: Term) -> Term:
    """a = b, of any sort."""
    return make(ops.EQ, (a, b))


def ne(a: Term, b: Term) -> Term:
    """a ≠ b."""
    return negation(eq(a, b))


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    """`then` where the condition holds, else `otherwise`."""
    return make(ops.ITE, (condition, then, otherwise))


def less(a: Term, b: Term, *, signed: bool) -> Term:
    """a < b."""
    return make(ops.SLT if signed else ops.ULT, (a, b))


def less_equal(a: Term, b: Term, *, signed: bool) -> Term:
    """a <= b, which is stored as ¬(b < a)."""
    return negation(less(b, a, signed=signed))


def add(a: Term, b: Term) -> Term:
    """a + b, modulo."""
    return make(ops.ADD, (a, b))


def sub(a: Term, b: Term) -> Term:
    """a - b, modulo."""
    return make(ops.SUB, (a, b))


def neg(a: Term) -> Term:
    """-a, modulo."""
    return make(ops.SUB, (constant(0, a.width), a))


def complement(a: Term) -> Term:
    """Every bit of `a` flipped."""
    return make(ops.XOR, (a, constant(-1, a.width)))


def resize(a: Term, width: int, *, signed: bool) -> Term:
    """`a` truncated, or extended by its sign (if `signed`) or by zeros, to `width` bits."""
    if width < a.width:
        return make(ops.EXTRACT, (a,), (width - 1, 0))
    if width > a.width:
        return make(ops.SEXT if signed else ops.ZEXT, (a,), (width,))
    return a


def from_bool(condition: Term, width: int) -> Term:
    """1 where the condition holds, else 0."""
    return ite(condition, constant(1, width), constant(0, width))


def is_nonzero(a: Term) -> Term:
    """a ≠ 0."""
    return negation(eq(a, constant(0, a.width)))


def concat(high: Term, low: Term) -> Term:
    """The bits of `high` above those of `low`."""
    return make(ops.CONCAT, (high, low))


def select(array: Term, index: Term) -> Term:
    """The element at an index."""
    return make(ops.SELECT, (array, index))


def store(array: Term, index: Term, element: Term) -> Term:
    """The array with another element at an index."""
    return make(ops.STORE, (array, index, element))


def fill(element: Term, index_width: int) -> Term:
    """The array with the same element at every index of that width."""
    return make(ops.FILL, (element,), (index_width,))


def literal(value: Value, sort: Sort) -> Term:
    """The term without variables that has this value, of this sort; for an array, stores into a fill."""
    if isinstance(value, ArrayValue):
        if not isinstance(sort, ArraySort):
            raise InternalError(f"an array is no value of sort {sort}")
        array = fill(constant(value.default, sort.element), sort.index)
        for index, element in value.items():
            array = store(array, constant(index, sort.index), constant(element, sort.element))
        return array
    if isinstance(sort, ArraySort):
        raise InternalError(f"{value} is no value of sort {sort}")
    return constant(value, sort.width) if isinstance(sort, BitVecSort) else boolean(value)
