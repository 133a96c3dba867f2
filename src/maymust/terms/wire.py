"""Terms as plain data (JSON, msgspec), and back: one table of nodes, so sharing survives.

A node is `["c", value, width]` (width 0: Bool), `["v", name, sort]` or `[operator, indices, arguments]`,
where arguments are numbers of earlier nodes. The roots are numbers of nodes too. Reading rebuilds each
node through `build.make`, which checks sorts; data that does not fit raises WireError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maymust.errors import InternalError
from maymust.terms.build import make
from maymust.terms.operators import OPERATORS
from maymust.terms.sorts import bitvec, sort_named
from maymust.terms.term import Term, boolean, constant, variable
from maymust.terms.traverse import postorder

if TYPE_CHECKING:
    from collections.abc import Sequence


class WireError(ValueError):
    """Data that is no table of terms."""


def terms_to_wire(roots: Sequence[Term]) -> dict[str, list[Any]]:
    """The table of the roots and all their subterms."""
    numbers: dict[Term, int] = {}
    nodes: list[list[Any]] = []
    for term in postorder(roots):
        numbers[term] = len(nodes)
        if term.value is not None:
            nodes.append(["c", int(term.value), term.width])
        elif term.op is None:
            nodes.append(["v", term.name, str(term.sort)])
        else:
            nodes.append([term.op.name, list(term.indices), [numbers[a] for a in term.args]])
    return {"nodes": nodes, "roots": [numbers[root] for root in roots]}


def terms_from_wire(data: dict[str, list[Any]]) -> list[Term]:
    """The roots of a table."""
    built: list[Term] = []
    try:
        for number, node in enumerate(data["nodes"]):
            built.append(_node(node, built, number))
        return [built[_backward(root, len(built))] for root in data["roots"]]
    except (InternalError, KeyError, TypeError, ValueError, IndexError) as error:
        raise WireError(f"not a table of terms: {error}") from None


def term_from_wire(data: dict[str, list[Any]]) -> Term:
    """The only root of a table."""
    (term,) = terms_from_wire(data)
    return term


def _node(node: list[Any], built: list[Term], number: int) -> Term:
    tag, first, second = node
    if tag == "c":
        return _constant(_integer(first), _integer(second))
    if tag == "v":
        if not isinstance(first, str) or not isinstance(second, str):
            raise WireError(f"{first!r} of sort {second!r} is no variable")
        return variable(first, sort_named(second))
    args = tuple([built[_backward(index, number)] for index in second])
    op = OPERATORS[tag]
    if op.arity is None and len(args) < 2:
        raise WireError(f"{tag} takes two arguments or more")
    return make(op, args, tuple([_integer(index) for index in first]))


def _constant(value: int, width: int) -> Term:
    largest = (1 << bitvec(width).width) - 1 if width else 1
    if not 0 <= value <= largest:
        raise WireError(f"{value} does not fit into {width} bit(s)")
    return constant(value, width) if width else boolean(value)


def _integer(value: object) -> int:
    if type(value) is not int:  # neither a float nor a truth value, which Python takes for numbers
        raise WireError(f"{value!r} is no integer")
    return value


def _backward(index: int, limit: int) -> int:
    if not 0 <= _integer(index) < limit:
        raise WireError(f"node {index} is not defined before its use")
    return index
