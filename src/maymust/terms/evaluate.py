"""Terms compiled to Python functions.

Evaluating a predicate on a concrete state is the hottest operation of DASH, so a term is compiled once
per layout and the function is kept with the layout; a short text that two layouts share is one function.
What is evaluated a few times only is not worth compiling (`Layout.value`). Shared subterms become local
variables, and deep terms are cut into statements, so neither blow-up nor Python's nesting limit can hit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from maymust.terms.operators import OPERATORS, PYTHON_HELPERS
from maymust.terms.sharing import repeats_of, spell_sharing
from maymust.terms.traverse import postorder

if TYPE_CHECKING:
    from maymust.terms.operators import Value
    from maymust.terms.term import Term

# Results are values of the term's sort: an `int`, or an `ArrayValue` for an array.
Function = Callable[[Sequence[Any]], Any]
VectorFunction = Callable[[Sequence[Any]], tuple[Any, ...]]

_NESTING = 30  # deeper expressions become statements
_COLD = 8  # evaluations of a term before it is worth compiling
_MOST_KEPT = 5_000  # compiled texts
_SHORT = 4_000  # characters of a text that is kept

_REPEATS = repeats_of({row: row.python for row in OPERATORS.values()})


class Layout:
    """Which place in a valuation holds which variable; compiles terms for such valuations."""

    __slots__ = ("_evaluated", "_functions", "slots", "variables")

    def __init__(self, variables: Iterable[Term]) -> None:
        self.variables = tuple(variables)
        self.slots: dict[Term, int] = {variable: slot for slot, variable in enumerate(self.variables)}
        self._functions: dict[Term, Function] = {}
        self._evaluated: dict[Term, int] = {}

    def value(self, term: Term, valuation: Sequence[Any]) -> Any:
        """The value of `term` in a valuation; it is compiled if it is asked for often. Requires: every free
        variable has a slot."""
        function = self._functions.get(term)
        if function is not None:
            return function(valuation)
        times = self._evaluated.get(term, 0)
        if times == _COLD:
            del self._evaluated[term]
            return self.function(term)(valuation)
        self._evaluated[term] = times + 1
        return evaluate(term, {v: valuation[self.slots[v]] for v in term.free})

    def function(self, term: Term) -> Function:
        """The value of `term` as a function of a valuation. Requires: every free variable has a slot."""
        function = self._functions.get(term)
        if function is None:
            function = self._functions[term] = _compile((term,), self._place, "{0}")
        return function

    def vector_function(self, terms: Sequence[Term]) -> VectorFunction:
        """The values of several terms at once, sharing their common parts."""
        pattern = "(" + "".join(f"{{{i}}}, " for i in range(len(terms))) + ")"
        return _compile(tuple(terms), self._place, pattern)

    def _place(self, variable: Term) -> str:
        return f"s[{self.slots[variable]}]"


def evaluate(term: Term, valuation: Mapping[Term, Value]) -> Any:
    """The value of `term` where each free variable has the given value. For single evaluations."""
    return evaluate_all((term,), valuation)[0]


def evaluate_all(
    terms: Sequence[Term], valuation: Mapping[Term, Value], known: dict[Term, Value] | None = None
) -> list[Any]:
    """The values of several terms; what they share is evaluated once, also with what is `known` from other
    calls with the same valuation."""
    values = {} if known is None else known
    for part in postorder(terms, values):
        if part.value is not None:
            values[part] = part.value
        elif part.op is None:
            values[part] = valuation[part]
        else:
            arguments = tuple([values[argument] for argument in part.args])
            values[part] = part.op.evaluate((part.args[0].width, part.width), part.indices, arguments)
    return [values[term] for term in terms]


def _compile(terms: tuple[Term, ...], place: Callable[[Term], str], pattern: str) -> Function:
    named, texts = spell_sharing(
        terms,
        _REPEATS,
        _NESTING,
        leaf=lambda part: repr(part.value) if part.value is not None else place(part),
        apply=_python_code,
        name=lambda n: f"t{n}",
    )
    body = "\n".join(f" {name} = {text}" for name, _, text in named)
    result = pattern.format(*texts)
    make = _kept_function_of if len(body) + len(result) <= _SHORT else _function_of
    return make(body, result)


def _function_of(body: str, result: str) -> Function:
    """The function of a valuation `s` that has this body, and returns this."""
    if not body:
        return eval(f"lambda s: {result}", PYTHON_HELPERS)  # type: ignore[no-any-return]  # noqa: S307
    namespace = dict(PYTHON_HELPERS)
    exec(f"def f(s):\n{body}\n return {result}", namespace)  # noqa: S102 - generated above
    return namespace["f"]  # type: ignore[no-any-return]


_kept_function_of = lru_cache(_MOST_KEPT)(_function_of)


def _python_code(part: Term, arguments: tuple[str, ...]) -> str:
    assert part.op is not None
    return part.op.python_code(arguments, (part.args[0].width, part.width), part.indices)
