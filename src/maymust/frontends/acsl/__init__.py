"""Contracts of C functions, in a part of ACSL with sets and reachability (`docs/CONTRACTS.md`).

    comments     where annotations are in the text
    lexing, parsing, tree, printing
                 contracts as they are written
    scope        what their names mean, by clang
    checking, operations, typed
                 contracts with types
    vocabulary, translation
                 contracts in FIR, in the words of a translation of C to FIR

`contracts_of` is the way in. The language's inspiration: ANSI/ISO C Specification Language (Baudin et al.);
CForge, the Forge thesis's sister tool for C, has such contracts, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maymust.diagnostics import Diagnostic
    from maymust.frontends.acsl.typed import Contract
    from maymust.frontends.c import COptions


def contracts_of(
    path: str, text: bytes | None, options: COptions
) -> tuple[dict[str, Contract], list[Diagnostic]]:
    """The contracts in a C file, by function, and warnings about annotations that have no effect.

    Raises InputError with all that is wrong.
    """
    from maymust.frontends.acsl.attaching import read_contracts
    from maymust.frontends.c.deep import run_deep

    return run_deep(lambda: read_contracts(path, text, options))
