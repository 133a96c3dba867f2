"""From contracts with types to FIR, in the words of a `Vocabulary`.

A clause holds only where it is *defined* (`terms`). So `requires p->v > 0` requires that `p` is valid, and
`ensures \\result->v > 0` promises it.

Numbers have to fit (`integers`): a clause is ensured, and required, of executions where they do.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir import tree as fir
from maymust.fir.tree import Expression
from maymust.frontends.acsl.typed import (
    Clause,
    Element,
    Field,
    Frame,
    Location,
    Path,
    TypedContract,
    Variable,
)
from maymust.frontends.c.types import INT, CType, PointerType
from maymust.frozen import frozen
from maymust.ir.source import Span
from maymust.specifications.acsl.meaning.integers import TRUE, conjunction
from maymust.specifications.acsl.meaning.terms import Terms
from maymust.specifications.acsl.meaning.vocabulary import ELEMENTS, Unspeakable, Vocabulary


@frozen
class FirClause:
    """A clause in FIR, how it is written, and where."""

    condition: Expression
    text: str
    span: Span


@frozen
class FirContract:
    """A contract in FIR; that nothing else has changed is among what is ensured. `starts` is checked where it
    begins."""

    requires: tuple[FirClause, ...]
    ensures: tuple[FirClause, ...]
    starts: tuple[FirClause, ...] = ()


def translated(contract: TypedContract, vocabulary: Vocabulary) -> FirContract:
    """The contract in FIR. Raises InputError where the vocabulary has no words for it."""
    translator = Translator(vocabulary)
    requires = [FirClause(translator.required(each), each.text, each.span) for each in contract.requires]
    ensures = [FirClause(translator.ensured(each), each.text, each.span) for each in contract.ensures]
    ensures += [FirClause(translator.unchanged(each), each.text, each.span) for each in contract.frames]
    starts = [FirClause(translator.ensured(each), each.text, each.span) for each in contract.starts]
    return FirContract(tuple(requires), tuple(ensures), tuple(starts))


class Translator:
    """Translates clauses and frames."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = vocabulary
        self._terms = Terms(vocabulary)

    def required(self, clause: Clause) -> Expression:
        """That the clause is defined, and true, and all its numbers fit."""
        found, fits = self._clause(clause)
        return replace(conjunction(fits, found), span=clause.span)

    def ensured(self, clause: Clause) -> Expression:
        """That the clause is defined, and true, if all its numbers fit."""
        found, fits = self._clause(clause)
        return replace(found if fits == TRUE else fir.Binary("implies", fits, found), span=clause.span)

    def _clause(self, clause: Clause) -> tuple[Expression, Expression]:
        self._terms.integers.fits = []
        try:
            found = conjunction(
                self._terms.defined(clause.term, "now"), self._terms.value(clause.term, "now")
            )
        except Unspeakable as reason:
            hint = "this clause cannot be checked within a bound"
            raise InputError(Diagnostic("error", str(reason), clause.span, hint)) from None
        return found, conjunction(*self._terms.integers.fits)

    # -- what may change -----------------------------------------------------------------------------------

    def unchanged(self, frame: Frame, *, assumed: bool = False) -> Expression:
        """That nothing else has changed: no other global, no other part of an object that there was; of what
        the frame assumes, that it is defined, and only where it is true.

        What an undefined location would be is nothing. Numbers fit, if it is `assumed`; else it is of
        executions where they do.
        """
        try:
            self._terms.integers.fits = []
            found = self._where_assumed(frame)
            fits = conjunction(*self._terms.integers.fits)
            if fits != TRUE:
                found = conjunction(fits, found) if assumed else fir.Binary("implies", fits, found)
            return replace(found, span=frame.span)
        except Unspeakable as reason:
            hint = "leave `assigns` out: then nothing is said about what changes"
            raise InputError(Diagnostic("error", str(reason), frame.span, hint)) from None

    def _where_assumed(self, frame: Frame) -> Expression:
        if frame.assumes is None:
            return self._frame(frame.locations)
        defined, asked = self._terms.defined(frame.assumes, "old"), self._terms.value(frame.assumes, "old")
        same = self._terms.where(asked, partial(self._frame, frame.locations))
        return conjunction(defined, fir.Binary("implies", asked, same))

    def _frame(self, assigned: tuple[Location, ...]) -> Expression:
        found: list[Expression] = []
        for name, path, now, old in self._words.globals():
            if now != old and not any(covers(each, name, path) for each in assigned):
                found.append(self._same_elements(name, path, now, old, assigned))
        found += [self._unchanged(of, path, assigned) for of, path in self._words.fields()]
        return conjunction(*found)

    def _same_elements(
        self, name: str, path: Path, now: Expression, old: Expression, assigned: tuple[Location, ...]
    ) -> Expression:
        """That a global variable has its old value; of an array, all elements that are not assigned have."""
        elements = [each for each in assigned if isinstance(each, Element)]
        indices = [
            self._terms.index(each.index, "old")
            for each in elements
            if isinstance(each.array, Variable)
            and (each.array.name, (*each.array.path, ELEMENTS)) == (name, path)
        ]
        if not indices:
            return fir.Binary("equal", now, old)
        bound = self._words.bound(INT)
        one = fir.VariableUse(bound)
        same = fir.Binary("equal", fir.Binary("join", one, now), fir.Binary("join", one, old))
        for index in indices:
            same = fir.Binary("or", fir.Binary("subset", one, index), same)
        return fir.Quantified("all", (bound,), same)

    def _unchanged(self, of: CType, path: Path, assigned: tuple[Location, ...]) -> Expression:
        kept = self._words.objects(of, "old")
        for each in assigned:
            if isinstance(each, Field) and each.of == of and is_within(path, each.path):
                kept = fir.Binary("difference", kept, self._terms.value(each.base, "old"))
        name = self._words.bound(PointerType(of, 0))
        one = fir.VariableUse(name)
        now = fir.Binary("join", one, self._words.field(of, path, "now"))
        old = fir.Binary("join", one, self._words.field(of, path, "old"))
        same = self._same_members(one, of, path, now, old, assigned)
        return fir.Quantified("all", (name,), fir.Binary("implies", fir.Binary("subset", one, kept), same))

    def _same_members(
        self,
        one: Expression,
        of: CType,
        path: Path,
        now: Expression,
        old: Expression,
        assigned: tuple[Location, ...],
    ) -> Expression:
        """That an object's member has its old value; of an array, all elements that are not assigned have."""
        places = [
            (self._terms.value(each.array.base, "old"), self._terms.place(each.array, each.index, "old"))
            for each in assigned
            if isinstance(each, Element)
            and isinstance(each.array, Field)
            and (each.array.of, (*each.array.path, ELEMENTS)) == (of, path)
        ]
        if not places:
            return fir.Binary("equal", now, old)
        bound = self._words.bound(INT)
        at = fir.VariableUse(bound)
        same = fir.Binary("equal", fir.Binary("join", at, now), fir.Binary("join", at, old))
        for bases, assigned_there in places:
            meant = conjunction(fir.Binary("subset", one, bases), fir.Binary("subset", at, assigned_there))
            same = fir.Binary("or", meant, same)
        return fir.Quantified("all", (bound,), same)


def is_within(path: Path, whole: Path) -> bool:
    """Whether a member is a part of another, or the same."""
    return whole == path[: len(whole)]


def covers(location: Location, name: str, path: Path) -> bool:
    """Whether a location is a global variable, or a member of it, that this one is a part of."""
    return isinstance(location, Variable) and location.name == name and is_within(path, location.path)
