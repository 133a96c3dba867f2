"""Bounded verification of a C function, its contract included (`frontends.acsl`, `docs/CONTRACTS.md`)."""

from __future__ import annotations

from dataclasses import replace

from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.checking import ForgeOptions, Undecided
from maymust.engines.forge.contracts import Words
from maymust.engines.forge.from_ir.checking import ENSURES, FailsWithin, ProgramVerdict, check_bounded
from maymust.engines.forge.from_ir.contract import Clause, Contract
from maymust.engines.forge.from_ir.names import Names
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.frontends.acsl import contracts_of, typed
from maymust.frontends.acsl.exactness import is_exactly_ensured, is_exactly_required
from maymust.frontends.acsl.harness import harness_name, harness_text, is_possible
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.acsl.translation import Translator
from maymust.frontends.c import COptions, Translation, translate
from maymust.frozen import frozen
from maymust.ir.program import Property


@frozen
class SpecifiedProgram:
    """A program with the contract of its entry, if there is one."""

    translation: Translation
    warnings: tuple[Diagnostic, ...]
    contract: typed.Contract | None = None
    scope: Scope | None = None

    @property
    def properties(self) -> list[Property]:
        """Those of the program, and what the contract ensures."""
        return [*self.translation.program.properties, *self._ensured]

    @property
    def _ensured(self) -> list[Property]:
        contract = self.contract
        if contract is None:
            return []
        clauses = [(each.text, each.span) for each in contract.ensures]
        if contract.frame is not None:
            clauses.append((contract.frame.text, contract.frame.span))
        return [
            Property(f"ensures {number}", ENSURES, text, span) for number, (text, span) in enumerate(clauses)
        ]

    def check(self, bound: Bound, options: ForgeOptions) -> list[tuple[Property, ProgramVerdict]]:
        """A verdict for each property. Raises an `InputError` if the bound makes no sense."""
        program = self.translation.program
        if self.contract is None or self.scope is None:
            return check_bounded(program, bound, options)
        unspoken: dict[str, str] = {}

        def opened(names: Names) -> Contract:
            assert self.contract is not None and self.scope is not None
            return _spoken(self.contract, Words(names, self.scope), self._ensured, unspoken)

        found = dict(check_bounded(program, bound, options, opened, ensured=self._ensured))
        inexact = self._inexact(bound)
        return [
            (each, _verdict(each, found.get(each), unspoken, bound, exact=each.id not in inexact))
            for each in self.properties
        ]

    def _inexact(self, bound: Bound) -> set[str]:
        """The properties whose violations need not be violations in full width."""
        contract = self.contract
        assert contract is not None
        size = max([bound.scope, *bound.scopes.values()]), bound.width
        if not is_exactly_required(contract, *size):
            return {each.id for each in self.properties}
        clauses = zip(self._ensured, contract.ensures, strict=False)
        return {each.id for each, clause in clauses if not is_exactly_ensured(clause.term, *size)}


def specified_program(file: str, how: COptions) -> SpecifiedProgram:
    """The program of a C file, with the contract of its entry. Raises InputError."""
    plain = translate(file, None, how)
    found = contracts_of(file, None, how)
    warnings = (*plain.warnings, *found.warnings)
    contract = found.contracts.get(plain.program.entry)
    if contract is None:
        return SpecifiedProgram(plain, warnings)
    scope = found.scopes[contract.function]
    if not is_possible(scope):
        message = f"contracts of functions like `{contract.function}` are not checked"
        hint = "parameters need names, and types without arrays or functions"
        raise InputError(Diagnostic("error", message, contract.span, hint))
    text = found.text + harness_text(scope).encode("utf-8", "surrogateescape")
    within = replace(how, entry=harness_name(contract.function), globals_are_inputs=True)
    return SpecifiedProgram(translate(file, text, within), warnings, contract, scope)


def _spoken(
    contract: typed.Contract, words: Words, ensured: list[Property], unspoken: dict[str, str]
) -> Contract:
    """The contract in FIR; of what is ensured, what there are no words for is noted in `unspoken`."""
    translator = Translator(words)
    try:
        given = [Clause(f"start {n}", each, "", contract.span) for n, each in enumerate(words.well_formed())]
        requires = [
            Clause(f"requires {n}", translator.required(each), each.text, each.span)
            for n, each in enumerate(contract.requires)
        ]
    except InputError as refused:
        (reason,) = refused.diagnostics
        raise Unsupported(reason.message, reason.span) from None
    ensures: list[Clause] = []
    clauses: list[typed.Clause | typed.Frame] = [*contract.ensures]
    if contract.frame is not None:
        clauses.append(contract.frame)
    for wanted, clause in zip(ensured, clauses, strict=True):
        try:
            if isinstance(clause, typed.Frame):
                condition = translator.unchanged(clause)
            else:
                condition = translator.ensured(clause)
            ensures.append(Clause(wanted.id, condition, clause.text, clause.span))
        except InputError as refused:
            unspoken[wanted.id] = refused.diagnostics[0].message
    return Contract((*given, *requires), tuple(ensures))


def _verdict(
    wanted: Property,
    found: ProgramVerdict | None,
    unspoken: dict[str, str],
    bound: Bound,
    *,
    exact: bool,
) -> ProgramVerdict:
    if found is None:
        return Undecided(bound, unspoken[wanted.id])
    if isinstance(found, FailsWithin) and not exact:
        reason = f"fails at bit width {bound.width}, but perhaps not with all numbers: quantifiers, or counts"
        return Undecided(bound, reason)
    return found
