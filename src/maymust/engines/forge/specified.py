"""Bounded verification of a C function, its contract included (`frontends.acsl`, `docs/CONTRACTS.md`)."""

from __future__ import annotations

from dataclasses import replace

from maymust.certificates.clauses.judging import Judge, Judgement, NotViolated
from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.checking import ForgeOptions, Undecided
from maymust.engines.forge.contracts import Words
from maymust.engines.forge.from_ir.checking import ENSURES, ProgramVerdict, check_bounded
from maymust.engines.forge.from_ir.contract import Clause, Contract, Outside, Specification
from maymust.engines.forge.from_ir.names import Names
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.errors import InternalError
from maymust.frontends.acsl import contracts_of, typed
from maymust.frontends.acsl.harness import harness_name, harness_text, is_possible
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.acsl.translation import Translator
from maymust.frontends.c import COptions, Translation, translate
from maymust.frontends.c.types import IntType
from maymust.frozen import frozen
from maymust.interp.replay import Run
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
        clauses = enumerate(self._clauses)
        return [Property(f"ensures {number}", ENSURES, each.text, each.span) for number, each in clauses]

    @property
    def _clauses(self) -> list[typed.Clause | typed.Frame]:
        """What the contract ensures."""
        if self.contract is None:
            return []
        frame = self.contract.frame
        return [*self.contract.ensures, *([] if frame is None else [frame])]

    def check(self, bound: Bound, options: ForgeOptions) -> list[tuple[Property, ProgramVerdict]]:
        """A verdict for each property. Raises an `InputError` if the bound makes no sense."""
        program, source = self.translation.program, self.translation.source
        contract, scope = self.contract, self.scope
        if contract is None or scope is None:
            return check_bounded(program, bound, options)
        unspoken: dict[str, str] = {}
        clauses = {each.id: clause for each, clause in zip(self._ensured, self._clauses, strict=True)}
        judge = Judge(program, source, scope, contract)
        small = range(-(1 << (bound.width - 1)), 1 << (bound.width - 1))

        def opened(names: Names) -> Contract:
            start, end = (Words(names, scope, source, at_call=each) for each in (True, False))
            return _spoken(contract, start, end, clauses, unspoken)

        def judged(violated: Property, run: Run, outside: Outside) -> Judgement:
            clause = clauses.get(violated.id)
            found = judge.judged(clause, run, outside, small)
            if isinstance(found, NotViolated) and not _is_about_numbers(contract, clause):
                raise InternalError(f"{violated.description}: the counterexample is none: {found.reason}")
            return found

        specification = Specification(opened, judged)
        found = dict(check_bounded(program, bound, options, specification, ensured=self._ensured))
        return [(each, found.get(each) or Undecided(bound, unspoken[each.id])) for each in self.properties]


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
    contract: typed.Contract,
    start: Words,
    end: Words,
    clauses: dict[str, typed.Clause | typed.Frame],
    unspoken: dict[str, str],
) -> Contract:
    """The contract in FIR, in words for the start and for the end; of what is ensured, what there are no
    words for is noted in `unspoken`."""
    translator = Translator(start)
    try:
        given = [Clause(f"start {n}", each, "", contract.span) for n, each in enumerate(start.well_formed())]
        requires = [
            Clause(f"requires {n}", translator.required(each), each.text, each.span)
            for n, each in enumerate(contract.requires)
        ]
    except InputError as refused:
        (reason,) = refused.diagnostics
        raise Unsupported(reason.message, reason.span) from None
    translator = Translator(end)
    ensures: list[Clause] = []
    for number, clause in clauses.items():
        try:
            if isinstance(clause, typed.Frame):
                condition = translator.unchanged(clause)
            else:
                condition = translator.ensured(clause)
            ensures.append(Clause(number, condition, clause.text, clause.span))
        except InputError as refused:
            unspoken[number] = refused.diagnostics[0].message
    return Contract((*given, *requires), tuple(ensures))


def _is_about_numbers(contract: typed.Contract, clause: typed.Clause | typed.Frame | None) -> bool:
    """Whether fewer bits may make a difference to what is required, to the clause, or to those before it.
    What may change is everything, numbers too."""
    if isinstance(clause, typed.Frame):
        return True
    judged = 0 if clause is None else [each is clause for each in contract.ensures].index(True) + 1
    clauses = [*contract.requires, *contract.ensures[:judged]]
    parts = (part for each in clauses for part in typed.subterms(each.term))
    return any(_is_number(part.type) for part in parts)


def _is_number(type_: typed.Type) -> bool:
    return isinstance(type_.element if isinstance(type_, typed.SetType) else type_, IntType)
