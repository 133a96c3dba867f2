"""Has clang parse a text, and makes diagnostics of what it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c.clang import prelude
from maymust.frontends.c.clang.api import Unit
from maymust.frontends.c.clang.pragmas import may_matter, plain, refused, weak_symbols, without_aliases
from maymust.frontends.c.clang.text import ClangFailure, Message
from maymust.ir.source import NOWHERE, Span

if TYPE_CHECKING:
    from maymust.frontends.c.clang.weaving import Weaving

_HEADERS = Path(__file__).parents[1] / "library/include"
_TOOL_HEADERS = Path(__file__).parents[1] / "library/include_tools"  # those of verification tools
_TARGETS = {"ILP32": "i386-linux-gnu", "LP64": "x86_64-linux-gnu"}
_C89 = "gnu89"
# Texts that define what POSIX or others have added to the headers of ISO C (`getline`, `index`) come last.
_ISO_ONLY = ("-D_MAYMUST_ISO_ONLY", "-fno-builtin-index", "-fno-builtin-rindex")
_STANDARDS = (("gnu11",), (_C89,), ("gnu11", *_ISO_ONLY), (_C89, *_ISO_ONLY))
_REPORTED = 20
_TOLERATED = (
    # What compilers accepted for decades, and clang has made errors.
    "return-type", "implicit-function-declaration", "implicit-int", "int-conversion",
    "incompatible-function-pointer-types",
)  # fmt: skip
_OTHER_KIND = re.compile(r"redefinition of '(\w+)' as different kind of symbol")
_LONGEST_STRETCH = 20_000  # tokens of one expression
_MOST_NESTED = 2_000  # statements
_TOKEN = re.compile(
    rb"""(?P<skip>/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
       |(?P<directive>^[ \t]*\#(?:[^\n\\]|\\.)*)
       |(?P<word>\w+)
       |(?P<mark>[^\s\w])""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_NESTING_WORDS = frozenset({b"if", b"while", b"for", b"do", b"switch"})
_CONDITIONAL_DIRECTIVE = re.compile(rb"\s*#\s*(?:if|elif)\b")


def read_source(path: str, text: str | bytes | None) -> bytes:
    """The bytes of the source. Raises InputError where they cannot be had or are no text."""
    if text is None:
        try:
            content = Path(path).read_bytes()
        except FileNotFoundError:
            raise _error(path, "no such file") from None
        except IsADirectoryError:
            raise _error(path, "is a directory, not a C source file") from None
        except (OSError, ValueError) as problem:
            reason = (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
            raise _error(path, f"cannot be read: {reason}") from None
    else:
        content = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    if b"\0" in content:
        raise _error(path, "is not C source text", "it contains NUL bytes")
    sample = content[:65536]
    strange = sum(1 for byte in sample if byte < 32 and byte not in b"\t\n\v\f\r\x1a")
    if strange > len(sample) // 20:
        raise _error(path, "is not C source text")
    return content


# The standard's headers are ours, so results do not depend on the machine and need no C library there; others
# are the system's. Ours make known what those expect of them (`library/library/include/maymust/base.h`).
_SYSTEM_HEADERS = ("/usr/include/x86_64-linux-gnu", "/usr/include")


def parse(
    path: str,
    text: bytes,
    data_model: str,
    include_paths: tuple[str, ...],
    defines: tuple[str, ...],
    weaving: Weaving | None = None,
) -> Unit:
    """Clang's tree of the text, which may have been woven. Raises InputError for text that is not C."""
    _check_nesting(path, text)
    first_errors: list[Message] = []
    for standard, *only in _STANDARDS:
        arguments = [
            "-x",
            "c",
            f"-std={standard}",
            "-target",
            _TARGETS[data_model],
            "-w",
            "-nostdinc",
            "-ferror-limit=1000",
            "-fbracket-depth=1000",
        ]
        arguments += [*only, *[f"-Wno-{name}" for name in _TOLERATED]]
        for directory in include_paths:
            arguments += ["-I", directory]
        arguments += [
            "-include",
            prelude.PATH,
            "-isystem",
            str(_HEADERS),
            *[f"-D{define}" for define in defines],
        ]
        for directory in (*_SYSTEM_HEADERS, str(_TOOL_HEADERS)):
            arguments += ["-idirafter", directory]
        try:
            unit, errors = _parsed(path, text, arguments, weaving)
        except ClangFailure as failure:
            raise _error(path, f"clang cannot parse this file: {failure}") from None
        if not errors:
            unit.scopes_of_c89 = standard == _C89
            _read_pragmas(unit, text, defines)
            return unit
        first_errors = first_errors or errors
    raise InputError(*_diagnostics(path, first_errors))


def _read_pragmas(unit: Unit, main: bytes, defines: tuple[str, ...]) -> None:
    """Notes what pragmas say, in the `main` text and others, and clang's tree does not."""
    own = [main, *[f"#define {each.replace('=', ' ', 1)}".encode() for each in defines]]
    read = [(text, False) for text in own] + unit.included()
    texts = [(plain(text), system) for text, system in read if may_matter(text)]
    unknown = refused(text for text, _ in texts)
    if unknown is not None:
        raise _error(unit.path, f"`{unknown}` is not modelled", "clang does not know it")
    unit.weak = weak_symbols(
        [text for text, system in texts if not system], [text for text, system in texts if system]
    )


def _parsed(
    path: str, text: bytes, arguments: list[str], weaving: Weaving | None
) -> tuple[Unit, list[Message]]:
    """Clang's tree, and what is wrong with the text. What it declares itself is left out of the prelude, and
    of the functions that clang knows without a declaration (`int index;`)."""
    without: set[str] = set()
    ordinary: set[str] = set()
    while True:
        told = [*arguments, *[f"-fno-builtin-{name}" for name in sorted(ordinary)]]
        unit = Unit(path, without_aliases(text), told, weaving, {prelude.PATH: prelude.prelude(without)})
        errors = [message for message in unit.messages() if message.error]
        otherwise = prelude.declared_otherwise(errors) - without
        others = {match[1] for error in errors if (match := _OTHER_KIND.search(error.text))} - ordinary
        if not otherwise and not others:
            unit.declares_itself = frozenset(without)
            return unit, errors
        without |= otherwise
        ordinary |= others


def tool_headers(unit: Unit) -> dict[str, str]:
    """The headers of ours that a unit includes and nobody else has: as they are included, and their texts."""
    found = [Path(file) for file, _ in unit.files() if Path(file).is_relative_to(_TOOL_HEADERS)]
    return {str(path.relative_to(_TOOL_HEADERS)): path.read_text() for path in found}


def _diagnostics(path: str, errors: list[Message]) -> list[Diagnostic]:
    shown = [_diagnostic(path, error) for error in errors[:_REPORTED]]
    if len(errors) > _REPORTED:
        shown.append(Diagnostic("error", f"and {len(errors) - _REPORTED} more", Span(path, 0, 0, 0, 0)))
    return shown


def _diagnostic(path: str, error: Message) -> Diagnostic:
    at = error.position
    span = NOWHERE if at is None else Span(at.file, at.line, at.column, at.line, at.column + 1)
    hint = ""
    if "file not found" in error.text:
        hint = "give the folder of the header with -I, or preprocess the file first"
    elif "nesting level exceeded" in error.text:
        hint = "split it into smaller parts"
    return Diagnostic("error", error.text, span if at is not None else Span(path, 0, 0, 0, 0), hint)


def _check_nesting(path: str, text: bytes) -> None:
    """Refuses text so deeply nested that clang would need more stack than there is, or quadratic time.

    Counts, cheaply and a little too much, the tokens of one expression and the statements inside each other.
    """
    stretch = nested = parentheses = 0
    outer: list[int] = []
    closing = False  # a statement has just ended, unless an `else` follows
    for token in _TOKEN.finditer(text):
        kind, word = token.lastgroup, token[0]
        if kind == "skip":
            continue
        if kind == "directive":
            if len(word) > 5 * _LONGEST_STRETCH and _CONDITIONAL_DIRECTIVE.match(word):
                raise _too_deep(path, text, token.start(), "expression", _MOST_NESTED)
            stretch = 0
            continue
        if closing:
            closing = False
            if word != b"else":
                nested = 0
        stretch += 1
        if word in _NESTING_WORDS or word == b":":
            nested += 1
        elif word == b"(":
            parentheses += 1
        elif word == b")":
            parentheses = max(0, parentheses - 1)
        elif word == b"," and parentheses == 0:
            stretch = 0
        elif word == b";":
            stretch = 0
            closing = parentheses == 0
        elif word == b"{":
            outer.append(nested)
            stretch = nested = parentheses = 0
        elif word == b"}":
            nested = outer.pop() if outer else 0
            stretch = parentheses = 0
            closing = True
        if stretch > _LONGEST_STRETCH:
            raise _too_deep(path, text, token.start(), "expression", _MOST_NESTED)
        if nested > _MOST_NESTED:
            raise _too_deep(path, text, token.start(), "statement", _MOST_NESTED)


def _too_deep(path: str, text: bytes, offset: int, what: str, limit: int) -> InputError:
    line = text.count(b"\n", 0, offset) + 1
    column = offset - text.rfind(b"\n", 0, offset)
    message = f"{what} nested too deeply (more than {limit} levels)"
    return InputError(
        Diagnostic("error", message, Span(path, line, column, line, column), "split it into smaller parts")
    )


def _error(path: str, message: str, hint: str = "") -> InputError:
    return InputError(Diagnostic("error", message, Span(path, 0, 0, 0, 0), hint))
