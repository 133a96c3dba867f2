"""The rules that come with the package: `rules/*.slic`."""

from __future__ import annotations

import difflib
from pathlib import Path

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.slic import RuleText
from maymust.frontends.slic.lexing import description
from maymust.ir.source import Span

SUFFIX = ".slic"
_FOLDER = Path(__file__).parent / "rules"


def names() -> list[str]:
    """The names of the package's rules."""
    return sorted(path.stem for path in _FOLDER.glob(f"*{SUFFIX}"))


def packaged(name: str) -> RuleText:
    """A rule of the package. Requires that there is one of this name."""
    return RuleText(name, f"<{name}{SUFFIX}>", (_FOLDER / f"{name}{SUFFIX}").read_text())


def summary(rule: RuleText) -> str:
    """What a rule is about, in one line."""
    return description(rule.text)


def load(given: str) -> RuleText:
    """The rule of a file, or the package's rule of that name. Raises InputError where there is none."""
    if given in names():
        return packaged(given)
    path = Path(given)
    if path.suffix != SUFFIX and not path.exists():
        near = difflib.get_close_matches(given, names(), n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        message = f"no rule is called `{given}`; {hint}there are: {', '.join(names())}; or give a file"
        raise InputError(Diagnostic("error", message))
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise _unreadable(given, "is not text in UTF-8") from None
    except OSError as problem:
        raise _unreadable(given, f"cannot be read: {problem.strerror}") from None
    name = "".join(c if c.isalnum() and c.isascii() else "_" for c in path.stem)
    return RuleText(name, given, text)


def _unreadable(given: str, message: str) -> InputError:
    return InputError(Diagnostic("error", message, Span(given, 0, 0, 0, 0)))
