"""Judges counterexamples to contracts in full width, by kind of clause, with `certificates.c.clauses`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maymust.certificates.c.clauses.judging import Judge
from maymust.certificates.judgement import Judgement, NotViolated, SeenViolated
from maymust.engines.forge.from_ir.contract import REQUIRES, Outside
from maymust.errors import InternalError
from maymust.frontends.acsl import typed
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.c import Translation
from maymust.frontends.c.types import IntType
from maymust.interp.replay import Run
from maymust.ir.program import Property
from maymust.specifications.acsl.callees import Callees


class Judgements:
    """Of one program: `clauses` are what the contract of its entry ensures and says of the start, by the
    properties; those of `passed` need not hold where others are judged. `tried` are numbers to try."""

    def __init__(
        self,
        translation: Translation,
        scope: Scope,
        contract: typed.TypedContract,
        clauses: Mapping[str, typed.Clause | typed.Frame],
        passed: Sequence[typed.Clause | typed.Frame],
        callees: Callees | None,
        tried: range,
    ) -> None:
        self._contract = contract
        self._judge = Judge(
            translation.program, translation.source, scope, self._contract, passed=tuple(passed)
        )
        self._clauses, self._callees, self._tried = clauses, callees, tried

    def judged(self, violated: Property, run: Run, outside: Outside) -> Judgement:
        """Whether a run that seems to violate a property does, and is called as it has to be. Requires that
        the run violates it if it is no clause, and ends with the call if it is required there."""
        if violated.kind == REQUIRES:
            assert self._callees is not None
            wanted, scope = self._callees.clauses[violated.id]
            return self._judge.judged_call(wanted, scope, run, outside, self._tried)
        clause = self._clauses.get(violated.id)
        if clause is None and not self._contract.requires:
            return SeenViolated()
        found = self._judge.judged(clause, run, outside, self._tried)
        if isinstance(found, NotViolated) and not self._is_about_numbers(clause):
            raise InternalError(f"{violated.description}: the counterexample is none: {found.reason}")
        return found

    def _is_about_numbers(self, clause: typed.Clause | typed.Frame | None) -> bool:
        """Whether fewer bits may make a difference to what is required, to the clause, or to those before it.
        What may change is everything, numbers too."""
        if isinstance(clause, typed.Frame):
            return True
        clauses = [*self._contract.requires]
        if clause is not None:
            is_it = [each is clause for each in self._contract.ensures]
            before = self._contract.ensures[: is_it.index(True)] if True in is_it else ()
            clauses += [*before, clause]
        parts = (part for each in clauses for part in typed.subterms(each.term))
        return any(_is_number(part.type) for part in parts)


def _is_number(type_: typed.Type) -> bool:
    return isinstance(type_.element if isinstance(type_, typed.SetType) else type_, IntType)
