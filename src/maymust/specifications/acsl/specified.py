"""Bounded verification of a C function, its contract included (`frontends.acsl`, `docs/CONTRACTS.md`)."""

from __future__ import annotations

from dataclasses import replace

from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.by_contract import names_text
from maymust.engines.forge.from_ir.check_bounded import FailsWithin, ProgramVerdict, check_bounded
from maymust.engines.forge.from_ir.contract import (
    ENSURES,
    REQUIRES,
    STARTS,
    Clause,
    EntryContract,
    Specification,
)
from maymust.engines.forge.from_ir.names import Names
from maymust.engines.forge.from_ir.sites import followed
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.frontends.acsl import contracts_of, typed
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.c import COptions, Translation, translate
from maymust.frozen import frozen
from maymust.ir.program import Program, Property
from maymust.ir.source import NOWHERE
from maymust.specifications.acsl.callees import Callees
from maymust.specifications.acsl.contracts import Words
from maymust.specifications.acsl.harness import harness_name, harness_text, is_possible
from maymust.specifications.acsl.judgements import Judgements
from maymust.specifications.acsl.meaning.exclusion import may_leave_out
from maymust.specifications.acsl.meaning.translation import Translator


@frozen
class SpecifiedProgram:
    """A program with the contract of its entry, if there is one, and those that stand for calls."""

    translation: Translation
    warnings: tuple[Diagnostic, ...]
    contract: typed.TypedContract | None = None
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
        if self.contract is None:
            return []
        ended: list[typed.Clause | typed.Frame] = [*self.contract.ensures, *self.contract.frames]
        found = [Property(f"ensures {n}", ENSURES, each.text, each.span) for n, each in enumerate(ended)]
        starts = enumerate(self.contract.starts)
        return found + [Property(f"starts {n}", STARTS, each.text, each.span) for n, each in starts]

    @property
    def _clauses(self) -> dict[str, typed.Clause | typed.Frame]:
        """What the contract ensures, and what it says of the start, by the properties."""
        if self.contract is None:
            return {}
        clauses: list[typed.Clause | typed.Frame] = [*self.contract.ensures]
        clauses += (*self.contract.frames, *self.contract.starts)
        return {each.id: clause for each, clause in zip(self._ensured, clauses, strict=True)}

    def check(self, bound: Bound, options: ForgeOptions) -> list[tuple[Property, ProgramVerdict]]:
        """A verdict for each property. Raises an `InputError` if the bound makes no sense."""
        program = self.translation.program
        if self.scope is None:
            return check_bounded(program, bound, options)
        unspoken: dict[str, str] = {}
        specification = self._specification(self.scope, bound, unspoken)
        calls = None if self.callees is None else self.callees.calls(self.translation, bound)
        known = [*self._ensured, *self._required]
        found = dict(check_bounded(program, bound, options, specification, ensured=known, calls=calls))
        return [
            (each, self._noted(each, found.get(each) or UndecidedWithin(bound, unspoken[each.id])))
            for each in self.properties
        ]

    def _specification(self, scope: Scope, bound: Bound, unspoken: dict[str, str]) -> Specification:
        """The contract, or one that says nothing, and who judges it. What there are no words for
        is noted in `unspoken`."""
        source, clauses = self.translation.source, self._clauses
        contract = self.contract or typed.TypedContract(scope.function, (), (), None)
        size = max([bound.scope, *bound.scopes.values()]), bound.width
        ending = {name for name, each in clauses.items() if may_leave_out(each, *size)}
        passed = [each for name, each in clauses.items() if name not in ending]
        tried = range(-(1 << (bound.width - 1)), 1 << (bound.width - 1))
        judgements = Judgements(self.translation, scope, contract, clauses, passed, self.callees, tried)

        def opened(names: Names) -> EntryContract:
            start, end = (Words(names, scope, source, at_call=each) for each in (True, False))
            return _spoken(contract, start, end, clauses, ending, unspoken)

        return Specification(opened, judgements.judged)

    def _noted(self, wanted: Property, verdict: ProgramVerdict) -> ProgramVerdict:
        """The verdict, with what its clauses mean within the bound, and the contracts that it rests on."""
        if isinstance(verdict, HoldsWithin) and any(map(typed.quantifies_over_numbers, self._behind(wanted))):
            note = "quantifiers over numbers go over those of the bit width"
            verdict = replace(verdict, notes=(*verdict.notes, note))
        if self.callees is None:
            return verdict
        if isinstance(verdict, FailsWithin) and (name := self.callees.without_body(verdict.run)):
            reason = (
                f"`{name}` has no body: it may do this, but perhaps not by its contract, which is not used"
            )
            return UndecidedWithin(verdict.bound, reason)
        if not self.callees.functions or not isinstance(verdict, HoldsWithin):
            return verdict
        names = self.callees.functions
        contracts = "contract" if len(names) == 1 else "contracts"
        note = f"rests on the {contracts} of {names_text(names)}"
        return replace(verdict, notes=(*verdict.notes, note))

    def _behind(self, wanted: Property) -> list[typed.Clause | typed.Frame]:
        """The clauses that a property is about: what is required, and its own."""
        found: list[typed.Clause | typed.Frame] = [*self.contract.requires] if self.contract else []
        if self.callees is not None and wanted.kind == REQUIRES:
            found.append(self.callees.clauses[wanted.id][0])
        elif wanted.id in self._clauses:
            found.append(self._clauses[wanted.id])
        return found


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
    contract: typed.TypedContract,
    start: Words,
    end: Words,
    clauses: dict[str, typed.Clause | typed.Frame],
    ending: set[str],
    unspoken: dict[str, str],
) -> EntryContract:
    """The contract in FIR, in words for the start and for the end; of what is ensured, what there are no
    words for is noted in `unspoken`.

    A clause that is not `ending`, as it may be false within the bound only, ends no execution: else the rest
    would not be judged there. Nor does what is said of the start.
    """
    first, last = Translator(start), Translator(end)
    try:
        given = [Clause(f"start {n}", each, "", contract.span) for n, each in enumerate(start.well_formed())]
        requires = [
            Clause(f"requires {n}", first.required(each), each.text, each.span)
            for n, each in enumerate(contract.requires)
        ]
    except InputError as refused:
        (reason,) = refused.diagnostics
        raise Unsupported(reason.message, reason.span) from None
    ensures, starts = list[Clause](), list[Clause]()
    for name, clause in clauses.items():
        is_start = any(each is clause for each in contract.starts)
        translator = first if is_start else last
        try:
            if isinstance(clause, typed.Frame):
                condition = translator.unchanged(clause)
            else:
                condition = translator.ensured(clause)
        except InputError as refused:
            unspoken[name] = refused.diagnostics[0].message
            continue
        ends = name in ending and not is_start
        (starts if is_start else ensures).append(Clause(name, condition, clause.text, clause.span, ends))
    return EntryContract((*given, *requires), tuple(ensures), tuple(starts))
