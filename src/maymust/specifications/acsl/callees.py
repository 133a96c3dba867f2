"""Contracts of functions that are called: what they say of a call, in FIR (`from_ir.contract.Calls`)."""

from __future__ import annotations

from collections.abc import Mapping

from maymust.diagnostics import InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.from_ir.contract import REQUIRES, CalleeContract, Calls
from maymust.engines.forge.from_ir.names import Names
from maymust.engines.forge.from_ir.sites import Followed, Site, Written
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.frontends.acsl import typed
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.c import Translation
from maymust.frontends.c.source import Source
from maymust.frontends.c.types import IntType
from maymust.frozen import frozen
from maymust.interp.replay import Run
from maymust.ir.program import Havoc, Property
from maymust.specifications.acsl.contracts import Words
from maymust.specifications.acsl.meaning.exclusion import may_leave_out
from maymust.specifications.acsl.meaning.translation import Translator
from maymust.specifications.acsl.meaning.vocabulary import Unspeakable


@frozen(eq=False)
class Callees:
    """The contracts that stand for calls in a program, by function, and where."""

    contracts: Mapping[str, typed.TypedContract]
    scopes: Mapping[str, Scope]
    followed: Followed

    @property
    def functions(self) -> list[str]:
        """The functions whose contracts are used."""
        return list(dict.fromkeys(site.function for site in self.followed.sites))

    def without_body(self, run: Run) -> str | None:
        """A function that the run calls, which has a contract, but no body: what it gives may be against its
        contract."""
        for edge, _ in run.inputs:
            match edge.statement:
                case Havoc(name=name, kind="call") if name.removesuffix("()") in self.contracts:
                    return name.removesuffix("()")
        return None

    @property
    def required(self) -> dict[Site, tuple[Property, ...]]:
        """What is required at each call."""
        return {
            site: tuple(
                Property(f"call {number} requires {n}", REQUIRES, f"{clause.text} of {function}", site.span)
                for n, clause in enumerate(self.contracts[function].requires)
            )
            for number, site in enumerate(self.followed.sites)
            for function in [site.function]
        }

    @property
    def clauses(self) -> dict[str, tuple[typed.Clause, Scope]]:
        """The clause behind each property that is required, and what its names mean."""
        return {
            wanted.id: (clause, self.scopes[function])
            for site, properties in self.required.items()
            for function in [site.function]
            for wanted, clause in zip(properties, self.contracts[function].requires, strict=True)
        }

    def calls(self, translation: Translation, bound: Bound) -> Calls:
        """The calls, for the translation within a bound."""
        program, source = translation.program, translation.source

        def contract_of(names: Names, written: Written) -> CalleeContract:
            function = program.function(names.procedure)
            return _spoken(self.contracts[function], self.scopes[function], source, names, written, bound)

        numbers = frozenset(
            site.callee
            for site in self.followed.sites
            if isinstance(self.scopes[site.function].returns, IntType)
        )
        return Calls(self.followed, self.followed.misses(program), self.required, numbers, contract_of)


def _spoken(
    contract: typed.TypedContract, scope: Scope, source: Source, names: Names, written: Written, bound: Bound
) -> CalleeContract:
    """What the contract says of a call. Raises Unsupported."""
    _check_used(contract, bound)
    if written.frees_others and any(not each.is_function for each in names.memory.outside):
        what = f"the contract of `{contract.function}`: the function may free what is from outside"
        raise Unsupported(what, contract.span)
    try:
        changed = _changed(contract, Words(names, scope, source), written)
        words = Words(names, scope, source, written=changed)
        translator = Translator(words)
        requires = tuple(map(translator.ensured, contract.requires))
        fits = tuple(map(translator.required, contract.requires))
        assumed = [*map(translator.required, contract.ensures)]
        assumed += [translator.unchanged(each, assumed=True) for each in contract.frames]
        if not written.frees:
            assumed += words.kept_alive()
    except InputError as refused:
        (reason,) = refused.diagnostics
        raise Unsupported(f"the contract of `{contract.function}`: {reason.message}", reason.span) from None
    except Unspeakable as limit:
        raise Unsupported(f"the contract of `{contract.function}`: {limit}", contract.span) from None
    allocates = written.allocates or any(map(_is_about_new, _terms(contract)))
    return CalleeContract(requires, fits, tuple(sorted(changed)), tuple(assumed), allocates)


def _check_used(contract: typed.TypedContract, bound: Bound) -> None:
    """Refuses what might say more within the bound than it does in full width: what is ensured would then
    exclude too much, and what is required would end executions that go on."""
    size = max([bound.scope, *bound.scopes.values()]), bound.width
    used: list[typed.Clause | typed.Frame] = [*contract.requires, *contract.ensures, *contract.frames]
    for each in used:
        if not may_leave_out(each, *size):
            what = f"to use the contract of `{contract.function}` with quantifiers over numbers, or counts,"
            raise Unsupported(what, each.span)


def _changed(contract: typed.TypedContract, words: Words, written: Written) -> frozenset[str]:
    """The globals and memories that may be changed: what the contract allows, and what it cannot speak of."""
    if contract.frame is None:
        return written.names | words.assignable(None)
    return written.names.union(*map(words.assignable, contract.frame.locations))


def _terms(contract: typed.TypedContract) -> list[typed.Term]:
    return [part for clause in contract.ensures for part in typed.subterms(clause.term)]


def _is_about_new(term: typed.Term) -> bool:
    return isinstance(term, typed.Apply) and term.operator == "fresh"
