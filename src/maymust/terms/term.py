"""Hash-consed, immutable, typed terms.

Two terms with the same structure are the same object, so equality is identity, sets of terms are cheap,
and a memo keyed by terms is a common-subexpression table. Build terms with `maymust.terms.build`; the
functions here do not simplify.

The tables by which terms are found keep them alive: a term that was made once is there when it is made again.
Where much was made that nobody needs any more, `forget_unused` lets it go.
"""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING

from maymust.terms.sorts import BOOL, BitVecSort, Sort, bitvec

if TYPE_CHECKING:
    from maymust.terms.operators import Operator


class Term:
    """A constant (`value` set), a variable (`name` set) or an application (`op` set) of a sort.

    Constants are of Bool or bit-vectors; an array that is known is `store`s into a `fill`.

    `width` is 0 for Bool and for arrays. `free` is the set of variables in the term. `size` counts nodes of
    the tree (not of the DAG). `serial` numbers terms in the order of their creation and gives a stable order.
    """

    __slots__ = (
        "__weakref__",
        "_negation",
        "args",
        "free",
        "indices",
        "name",
        "op",
        "serial",
        "size",
        "sort",
        "value",
        "width",
    )

    op: Operator | None
    args: tuple[Term, ...]
    indices: tuple[int, ...]
    sort: Sort
    width: int
    name: str | None
    value: int | None
    free: frozenset[Term]
    size: int
    serial: int
    _negation: Term | None

    def __repr__(self) -> str:
        from maymust.terms.text import term_to_text

        text = term_to_text(self, limit=400)
        return text if len(text) < 400 else text[:397] + "..."

    def __lt__(self, other: Term) -> bool:
        return self.serial < other.serial

    def __reduce__(self) -> str | tuple[object, ...]:
        from maymust.terms.wire import term_from_wire, terms_to_wire

        return term_from_wire, (terms_to_wire([self]),)


_constants: dict[tuple[int, int], Term] = {}
_variables: dict[tuple[str, Sort], Term] = {}
_applications: dict[tuple[object, ...], Term] = {}
_EMPTY: frozenset[Term] = frozenset()
_serial = 0
_made_before = 0  # terms, when the tables were last gone through


def _new(sort: Sort) -> Term:
    global _serial
    term = Term.__new__(Term)
    term.op = None
    term.args = ()
    term.indices = ()
    term.sort = sort
    term.width = sort.width if isinstance(sort, BitVecSort) else 0
    term.name = None
    term.value = None
    term.free = _EMPTY
    term.size = 1
    term.serial = _serial
    term._negation = None
    _serial += 1
    return term


def constant(value: int, width: int) -> Term:
    """The bit-vector constant `value` modulo 2**width."""
    value &= (1 << width) - 1
    key = (width, value)
    term = _constants.get(key)
    if term is None:
        term = _new(bitvec(width))
        term.value = value
        _constants[key] = term
    return term


def _truth(value: bool) -> Term:
    term = _new(BOOL)
    term.value = value
    _constants[(0, value)] = term
    return term


FALSE = _truth(False)
TRUE = _truth(True)
FALSE._negation, TRUE._negation = TRUE, FALSE


def boolean(value: object) -> Term:
    """TRUE or FALSE."""
    return TRUE if value else FALSE


def variable(name: str, sort: Sort) -> Term:
    """The variable called `name` of that sort."""
    key = (name, sort)
    term = _variables.get(key)
    if term is None:
        term = _new(sort)
        term.name = name
        term.free = frozenset((term,))
        _variables[key] = term
    return term


def application(op: Operator, args: tuple[Term, ...], indices: tuple[int, ...], sort: Sort) -> Term:
    """The application of `op`, as it is. Requires: `sort` is what the operator's sort rule gives."""
    key = (op, args, indices)
    term = _applications.get(key)
    if term is not None:
        return term
    term = _new(sort)
    term.op = op
    term.args = args
    term.indices = indices
    free = args[0].free
    more = [a.free for a in args[1:] if a.free is not free and not a.free <= free]
    if more:
        free = more[0] if len(more) == 1 and free <= more[0] else free.union(*more)
    term.free = free
    term.size = 1 + sum([a.size for a in args])
    _applications[key] = term
    return term


def forget_unused(grown_by: int = 0) -> bool:
    """Lets go of all terms that nothing but the tables holds, if as many as `grown_by` were made since that
    was last done; returns whether it was."""
    global _made_before
    if _serial - _made_before < grown_by:
        return False
    _made_before = _serial
    alive = [
        weakref.ref(term) for table in (_constants, _variables, _applications) for term in table.values()
    ]
    for table in (_constants, _variables, _applications):
        table.clear()
    gc.collect()  # a term and its negation hold each other
    for reference in alive:
        term = reference()
        if term is None:
            continue
        if term.value is not None:
            _constants[term.width, term.value] = term
        elif term.name is not None:
            _variables[term.name, term.sort] = term
        else:
            _applications[term.op, term.args, term.indices] = term
    return True
