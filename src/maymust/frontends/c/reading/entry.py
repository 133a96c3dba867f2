"""Chooses the function to analyse."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c import library
from maymust.ir.source import Span

if TYPE_CHECKING:
    from maymust.frontends.c.reading.declarations import Declarations


def choose_entry(declarations: Declarations, path: str, wanted: str | None) -> str:
    """The function to analyse. Raises InputError where the choice is not clear."""
    defined = declarations.defined_in_main_file()
    everywhere = declarations.defined()
    if wanted is not None:
        if wanted in everywhere:
            return wanted
        near = difflib.get_close_matches(wanted, everywhere, n=5, cutoff=0.5) or everywhere[:10]
        known = "defined here: " + ", ".join(near) if near else "no function is defined here"
        raise _error(path, f"there is no function `{wanted}` with a body", known)
    if library.MAIN in everywhere:
        return library.MAIN
    if not defined:
        raise _error(path, "no function to analyse", "a function with a body is needed")
    if len(defined) == 1:
        return defined[0]
    listed = ", ".join(defined[:20]) + (", …" if len(defined) > 20 else "")
    raise _error(path, f"there is no `main`, and several functions: {listed}", "choose one with --entry")


def _error(path: str, message: str, hint: str) -> InputError:
    return InputError(Diagnostic("error", message, Span(path, 0, 0, 0, 0), hint))
