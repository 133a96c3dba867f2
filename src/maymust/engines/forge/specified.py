"""Bounded verification of a C function, its contract included (`frontends.acsl`, `docs/CONTRACTS.md`)."""

from __future__ import annotations

from dataclasses import replace

from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.callees import Callees
from maymust.engines.forge.checking import ForgeOptions, HoldsWithin, Undecided
from maymust.engines.forge.contracts import Words
from maymust.engines.forge.from_ir.by_contract import names_text
from maymust.engines.forge.from_ir.checking import ENSURES, STARTS, FailsWithin, ProgramVerdict, check_bounded
from maymust.engines.forge.from_ir.contract import Clause, Contract
from maymust.engines.forge.from_ir.names import Names
from maymust.engines.forge.from_ir.sites import followed
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.frontends.acsl import contracts_of, typed
from maymust.frontends.acsl.exactness import is_exact, is_exactly_required
from maymust.frontends.acsl.harness import harness_name, harness_text, is_possible
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.acsl.translation import Translator
from maymust.frontends.c import COptions, Translation, translate
from maymust.frozen import frozen
from maymust.ir.program import Program, Property
from maymust.ir.source import NOWHERE


@frozen
class SpecifiedProgram:
    """A program with the contract of its entry, if there is one, and those that stand for calls."""

    translation: Translation
    warnings: tuple[Diagnostic, ...]
    contract: typed.Contract | None = None
    scope: Scope | None = None
    callees: Callees | None = None

    @property
    def properties(self) -> list[Property]:
        """Those of the program, what the contract ensures, and what those of callees require."""
        program = self.translation.program
        if self.callees is None:
            return [*program.properties, *self._ensured]
        missed = self.callees.followed.misses(program)
        own = [each for each in program.properties if each.id not in missed]
        return [*own, *self._ensured, *self._required]

    @property
    def _required(self) -> list[Property]:
        return [each for some in self.callees.required.values() for each in some] if self.callees else []

    @property
    def _ensured(self) -> list[Property]:
        contract = self.contract
        if contract is None:
            return []
        ended: list[typed.Clause | typed.Frame] = [*contract.ensures, *contract.frames]
        found = [Property(f"ensures {n}", ENSURES, each.text, each.span) for n, each in enumerate(ended)]
        return found + [
            Property(f"starts {n}", STARTS, each.text, each.span) for n, each in enumerate(contract.starts)
        ]

    def check(self, bound: Bound, options: ForgeOptions) -> list[tuple[Property, ProgramVerdict]]:
        """A verdict for each property. Raises an `InputError` if the bound makes no sense."""
        program, inexact = self.translation.program, self._inexact(bound)
        unspoken: dict[str, str] = {}

        def opened(names: Names) -> Contract:
            assert self.contract is not None and self.scope is not None
            return _spoken(self.contract, Words(names, self.scope), self._ensured, inexact, unspoken)

        contract = None if self.contract is None else opened
        calls = None if self.callees is None else self.callees.calls(program, bound)
        clauses = [*self._ensured, *self._required]
        found = dict(check_bounded(program, bound, options, contract, ensured=clauses, calls=calls))
        return [
            (
                each,
                self._noted(_verdict(each, found.get(each), unspoken, bound, exact=each.id not in inexact)),
            )
            for each in self.properties
        ]

    def _noted(self, verdict: ProgramVerdict) -> ProgramVerdict:
        """The verdict, with the contracts that it rests on."""
        if self.callees is None:
            return verdict
        if isinstance(verdict, FailsWithin) and (name := self.callees.without_body(verdict.run)):
            reason = (
                f"`{name}` has no body: it may do this, but perhaps not by its contract, which is not used"
            )
            return Undecided(verdict.bound, reason)
        if not self.callees.functions or not isinstance(verdict, HoldsWithin):
            return verdict
        names = self.callees.functions
        contracts = "contract" if len(names) == 1 else "contracts"
        note = f"rests on the {contracts} of {names_text(names)}"
        return replace(verdict, notes=(*verdict.notes, note))

    def _inexact(self, bound: Bound) -> set[str]:
        """The properties whose violations need not be violations in full width."""
        size = max([bound.scope, *bound.scopes.values()]), bound.width
        contract = self.contract
        if contract is None:
            return set()
        if not is_exactly_required(contract, *size):
            return {each.id for each in self.properties}
        promised = zip(self._ensured, _promised(contract), strict=True)
        return {each.id for each, clause in promised if not is_exact(clause, *size)}


def specified_program(file: str, how: COptions, *, modular: bool = False) -> SpecifiedProgram:
    """The program of a C file, with the contract of its entry. Raises InputError.

    With `modular`, contracts stand for calls of other functions.
    """
    plain = translate(file, None, how)
    found = contracts_of(file, None, how)
    warnings = (*plain.warnings, *found.warnings)
    entry = plain.program.entry
    contract = found.contracts.get(entry)
    used = [name for name in plain.program.procedures if name in found.contracts] if modular else []
    if contract is None and not (modular and found.contracts):
        return SpecifiedProgram(plain, warnings)
    scope = found.scopes.get(entry)
    if scope is None or not is_possible(scope):
        message = f"contracts of functions like `{entry}` are not checked"
        hint = "parameters need names, and types without arrays or functions"
        raise InputError(Diagnostic("error", message, contract.span if contract else NOWHERE, hint))
    called = [found.scopes[name] for name in used if name != entry]
    text = found.text + harness_text(scope, called).encode("utf-8", "surrogateescape")
    around = harness_name(entry)
    inputs = how.globals_are_inputs or contract is not None
    within = replace(how, entry=around, globals_are_inputs=inputs, copies=not modular)
    translation = translate(file, text, within)
    callees: Callees | None = None
    if modular:
        reached = followed(translation.program, used, around, entry)
        callees = Callees(found.contracts, found.scopes, reached)
        warnings += _not_followed(callees, translation.program)
    return SpecifiedProgram(translation, warnings, contract, scope, callees)


def _not_followed(callees: Callees, program: Program) -> tuple[Diagnostic, ...]:
    """What is said about properties that nobody asks about."""
    missed = callees.followed.misses(program)
    if not missed:
        return ()
    names = names_text(callees.functions)
    message = f"what may go wrong inside of {names} is not looked at: contracts stand for the calls"
    span = min(each.span for each in program.properties if each.id in missed)
    return (Diagnostic("warning", message, span, "check these functions by themselves, with --entry"),)


def _spoken(
    contract: typed.Contract,
    words: Words,
    ensured: list[Property],
    inexact: set[str],
    unspoken: dict[str, str],
) -> Contract:
    """The contract in FIR; of what is ensured, what there are no words for is noted in `unspoken`.

    What may be violated within the bound only ends no execution: else the rest would not be judged there.
    """
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
    ensures: dict[str, Clause] = {}
    for wanted, clause in zip(ensured, _promised(contract), strict=True):
        try:
            if isinstance(clause, typed.Frame):
                condition = translator.unchanged(clause)
            else:
                condition = translator.ensured(clause)
            ends = wanted.kind == ENSURES and wanted.id not in inexact
            ensures[wanted.id] = Clause(wanted.id, condition, clause.text, clause.span, ends)
        except InputError as refused:
            unspoken[wanted.id] = refused.diagnostics[0].message
    kinds = {each.id: each.kind for each in ensured}
    ended = tuple(each for each in ensures.values() if kinds[each.id] == ENSURES)
    starts = tuple(each for each in ensures.values() if kinds[each.id] == STARTS)
    return Contract((*given, *requires), ended, starts)


def _promised(contract: typed.Contract) -> list[typed.Clause | typed.Frame]:
    """What is ensured, and what is true at the start."""
    return [*contract.ensures, *contract.frames, *contract.starts]


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
