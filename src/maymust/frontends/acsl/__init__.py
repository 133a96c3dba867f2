"""Contracts of C functions, in a part of ACSL with sets and reachability (`docs/CONTRACTS.md`).

    comments     where annotations are in the text
    lexing, parsing, tree, printing
                 contracts as they are written
    scope        what their names mean, by clang
    checking, operations, constants, typed
                 contracts with types
    behaviors    behaviors as plain clauses
    vocabulary, translation, terms, integers
                 contracts in FIR, in the words of a translation of C to FIR
    exclusion    whether what is false within a bound is false in full width
    harness      C text that mentions the memory that a contract may speak of

`contracts_of` is the way in. The language's inspiration: ANSI/ISO C Specification Language (Baudin et al.);
CForge, the Forge thesis's sister tool for C, has such contracts, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.diagnostics import Diagnostic
    from maymust.frontends.acsl.scope import Scope
    from maymust.frontends.acsl.typed import TypedContract
    from maymust.frontends.c import COptions


@frozen(eq=False)
class Specified:
    """The contracts in a C file, by function, with what their names mean; warnings are about annotations that
    have no effect."""

    text: bytes
    contracts: Mapping[str, TypedContract]
    scopes: Mapping[str, Scope]
    warnings: tuple[Diagnostic, ...]


def contracts_of(path: str, text: bytes | None, options: COptions) -> Specified:
    """The contracts in a text, or in the file `path` if that is None. Raises InputError with all
    that is wrong."""
    from maymust.frontends.acsl.attaching import read_contracts
    from maymust.frontends.c.clang.deep import run_deep

    return run_deep(lambda: read_contracts(path, text, options))
