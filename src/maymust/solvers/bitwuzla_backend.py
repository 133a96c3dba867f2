"""Bitwuzla: a fresh instance for each check (under a millisecond), terms translated once; interpolants."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import bitwuzla

from maymust.solvers.arrays import ArrayTerms, confirmed
from maymust.solvers.base import Answer, Sat, Undecided, Unsat
from maymust.solvers.bitwuzla_floats import BitwuzlaFloats
from maymust.solvers.bitwuzla_managers import new_manager
from maymust.solvers.bitwuzla_reading import read_term
from maymust.solvers.fills import FillVariables, restricted
from maymust.solvers.floats import beside
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    ArraySort,
    ArrayValue,
    BitVecSort,
    Sort,
    Term,
    Value,
    array_value,
    bitvec,
    conjunction,
    postorder,
)
from maymust.terms.float_operators import FLOAT_ROWS

if TYPE_CHECKING:
    from collections.abc import Sequence

_KINDS = {
    "=": "EQUAL", "and": "AND", "or": "OR", "not": "NOT", "ite": "ITE",
    "bvadd": "BV_ADD", "bvsub": "BV_SUB", "bvmul": "BV_MUL", "bvudiv": "BV_UDIV", "bvurem": "BV_UREM",
    "bvsdiv": "BV_SDIV", "bvsrem": "BV_SREM", "bvand": "BV_AND", "bvor": "BV_OR", "bvxor": "BV_XOR",
    "bvshl": "BV_SHL", "bvlshr": "BV_SHR", "bvashr": "BV_ASHR", "bvult": "BV_ULT", "bvslt": "BV_SLT",
    "zero_extend": "BV_ZERO_EXTEND", "sign_extend": "BV_SIGN_EXTEND", "extract": "BV_EXTRACT",
    "concat": "BV_CONCAT", "select": "ARRAY_SELECT", "store": "ARRAY_STORE",
}  # fmt: skip


class BitwuzlaSolver:
    """See `solvers.base.Solver`."""

    name = "bitwuzla"

    def __init__(self) -> None:
        self._manager = new_manager()
        self._kinds = {name: getattr(bitwuzla.Kind, kind) for name, kind in _KINDS.items()}
        self._terms: dict[Term, Any] = {}
        self._variables: dict[int, Term] = {}  # by the number that Bitwuzla gives to a term
        self._floats = BitwuzlaFloats(self._manager, self._terms)
        self._arrays = ArrayTerms()
        self._fills = FillVariables()
        self._pushed: list[tuple[Term, ...]] = []

    def push(self, conjuncts: Sequence[Term]) -> None:
        """Until the matching `pop`, these are part of every query."""
        self._pushed.append(tuple(conjuncts))

    def pop(self) -> None:
        """Takes back the last `push`."""
        self._pushed.pop()

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        """Is the conjunction, with all that is pushed, satisfiable?"""
        conjuncts = [*itertools.chain(*self._pushed), *conjuncts]
        for conjunct in conjuncts:
            self._term(conjunct)
        if not self._arrays.filled_are_compared_in(conjuncts):
            return self._check(conjuncts, (), seconds=seconds, core=core)
        relaxed = self._fills.without_fills(conjuncts)
        answer = self._check(relaxed, self._fills.instances(relaxed), seconds=seconds, core=core)
        if isinstance(answer, Sat):
            return confirmed(restricted(answer.model, conjuncts), conjuncts, self.name)
        if isinstance(answer, Unsat) and answer.core is not None:
            pairs = zip(conjuncts, relaxed, strict=True)
            return Unsat(frozenset(conjunct for conjunct, part in pairs if part in answer.core))
        return answer

    def _check(
        self, conjuncts: Sequence[Term], known: Sequence[Term], *, seconds: float, core: bool
    ) -> Answer:
        """Is the conjunction satisfiable, with what is `known`, which is in no core?"""
        translated = [self._term(conjunct) for conjunct in conjuncts]
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        options.set(bitwuzla.Option.PRODUCE_UNSAT_CORES, core)
        options.set(bitwuzla.Option.TIME_LIMIT_PER, max(1, int(seconds * 1000)))
        solver = bitwuzla.Bitwuzla(self._manager, options)
        extra = [self._term(conjunct) for conjunct in known]
        for formula in (*translated, *extra, *self._floats.needed_by((*conjuncts, *known))):
            solver.assert_formula(formula)
        result = solver.check_sat()
        if result == bitwuzla.Result.SAT:
            return self._believed(self._model(solver, conjuncts), conjuncts)
        if result == bitwuzla.Result.UNSAT:
            if not core:
                return Unsat()
            ids = {formula.id() for formula in solver.get_unsat_core()}
            return Unsat(
                frozenset(c for c, formula in zip(conjuncts, translated, strict=True) if formula.id() in ids)
            )
        return Undecided("time limit")

    def interpolant(self, a: Sequence[Term], b: Sequence[Term], *, seconds: float) -> Term | Sat | Undecided:
        """A term that a implies and that contradicts b, over the variables of both; Sat where a and b do
        not contradict each other.

        It is a proposal: whoever builds on it checks it with another solver. Requires: nothing is pushed.
        """
        first, second = conjunction(a), conjunction(b)
        if first in (TRUE, FALSE) or second in (TRUE, FALSE) or first is second:
            # Bitwuzla has no interpolants of these: both sides must be asserted, and differ.
            answer = self.check((first, second), seconds=seconds)
            if isinstance(answer, Unsat):
                return TRUE if first is TRUE or second is FALSE else FALSE
            return answer
        if any(part.op in FLOAT_ROWS for part in postorder((first, second))):
            return Undecided("there are no interpolants of floats")
        asserted = [self._term(first), self._term(second)]
        if self._arrays.filled_are_compared_in((first, second)):
            return self._interpolant_without_fills(first, second, seconds)
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        options.set(bitwuzla.Option.PRODUCE_INTERPOLANTS, True)
        options.set(bitwuzla.Option.INTERPOLANTS_SIMP, True)
        options.set(bitwuzla.Option.TIME_LIMIT_PER, max(1, int(seconds * 1000)))
        solver = bitwuzla.Bitwuzla(self._manager, options)
        for formula in asserted:
            solver.assert_formula(formula)
        result = solver.check_sat()
        if result == bitwuzla.Result.SAT:
            return self._believed(self._model(solver, (first, second)), (first, second))
        if result != bitwuzla.Result.UNSAT:
            return Undecided("time limit")
        try:
            proposed = solver.get_interpolant(asserted[:1])
        except bitwuzla.BitwuzlaException as error:  # of some conflicts between arrays it has none
            return Undecided(f"no interpolant: {error}")
        found = read_term(proposed, self._variables)
        if found is None or not found.free <= first.free & second.free:
            return Undecided("the interpolant cannot be expressed")
        return found

    def _interpolant_without_fills(self, a: Term, b: Term, seconds: float) -> Term | Sat | Undecided:
        """With the fills' variables, which both sides may know, for they stand for terms that they have."""
        (first,), (second,) = self._fills.without_fills((a,)), self._fills.without_fills((b,))
        found = self.interpolant(
            (first, *self._fills.instances((first,))),
            (second, *self._fills.instances((second,))),
            seconds=seconds,
        )
        if isinstance(found, Sat):
            return confirmed(restricted(found.model, (a, b)), (a, b), self.name)
        if isinstance(found, Undecided):
            return found
        restored = self._fills.with_fills(found)
        fits = restored.free <= a.free & b.free
        return restored if fits else Undecided("the interpolant cannot be expressed")

    def _believed(self, model: dict[Term, Value], conjuncts: Sequence[Term]) -> Sat | Undecided:
        return confirmed(model, conjuncts, self.name) if self._arrays.are_in(conjuncts) else Sat(model)

    def _model(self, solver: Any, conjuncts: Sequence[Term]) -> dict[Term, Value]:
        free = frozenset().union(*[conjunct.free for conjunct in conjuncts])
        values: dict[Term, Value] = {}
        for variable in sorted(free):
            value = solver.get_value(self._term(variable))
            if variable.sort is BOOL:
                values[variable] = value.is_true()
            elif isinstance(variable.sort, ArraySort):
                values[variable] = _array(value, variable.sort)
            else:
                values[variable] = _number(value)
        return values

    def _sort(self, sort: Sort) -> Any:
        if isinstance(sort, BitVecSort):
            return self._manager.mk_bv_sort(sort.width)
        if isinstance(sort, ArraySort):
            index, element = self._sort(bitvec(sort.index)), self._sort(bitvec(sort.element))
            return self._manager.mk_array_sort(index, element)
        return self._manager.mk_bool_sort()

    def _term(self, term: Term) -> Any:
        known = self._terms.get(term)
        if known is not None:
            return known
        for part in postorder((term,), self._terms):
            for other in beside(part):
                self._term(other)
            self._terms[part] = self._translate(part)
            self._arrays.note(part)
        return self._terms[term]

    def _translate(self, term: Term) -> Any:
        if term.value is not None:
            if term.sort is BOOL:
                return self._manager.mk_true() if term.value else self._manager.mk_false()
            return self._manager.mk_bv_value(self._sort(term.sort), term.value)
        if term.op is None:
            made = self._manager.mk_const(self._sort(term.sort), term.name)
            self._variables[made.id()] = term
            return made
        float_term = self._floats.translate(term)
        if float_term is not None:
            return float_term
        args = [self._terms[argument] for argument in term.args]
        if term.op.smtlib == "const":
            return self._manager.mk_const_array(self._sort(term.sort), args[0])
        indices = list(term.indices)
        if term.op.smtlib in ("zero_extend", "sign_extend"):
            indices = [term.width - term.args[0].width]
        return self._manager.mk_term(self._kinds[term.op.smtlib], args, indices)


def _number(value: Any) -> int:
    return int(value.value(2), 2)


def _array(value: Any, sort: ArraySort) -> ArrayValue:
    """A value of an array: stores into a constant array."""
    elements: dict[int, int] = {}
    while value.kind() == bitwuzla.Kind.ARRAY_STORE:
        array, index, element = value.children()
        elements.setdefault(_number(index), _number(element))
        value = array
    return array_value(sort.index, _number(value.children()[0]), elements.items())
