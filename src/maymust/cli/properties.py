"""What `--property` means: names of kinds, groups of them, or a property file as SV-COMP has them."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

from maymust.engines.options import OptionError
from maymust.frontends.c.kinds import ASSERT, DEFAULT, GROUPS, KINDS, LOST

_FILE = ".prp"
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CHECK = re.compile(r"CHECK\(init\((?P<entry>\w+)\(\)\),LTL\((?P<formula>[^;]*?)\)\)(?=CHECK|\Z)")
_CALL = re.compile(r"G!call\((?:__VERIFIER_error|reach_error)\(\)\)")
_FORMULAS = {
    "Gvalid-deref": frozenset({"null", "bounds", "deref"}),
    "Gvalid-free": frozenset({"free"}),
    "Gvalid-memtrack": frozenset({LOST}),
    "Gvalid-memcleanup": frozenset({"leak"}),
    "G!overflow": frozenset({"overflow"}),
}


def selected(given: list[str] | None, *, with_rules: bool = False) -> frozenset[str]:
    """The kinds of properties that are asked for; raises OptionError where a name or a file means none. If
    nothing but rules is given, they are all that is asked for."""
    found: set[str] = set()
    for text in given or ():
        if text.endswith(_FILE):
            found |= _of_file(Path(text))
        else:
            for name in text.split(","):
                found |= _named(name.strip())
    return frozenset(found) if given or with_rules else DEFAULT


def _named(name: str) -> frozenset[str]:
    if name in KINDS:
        return frozenset({name})
    if name in GROUPS:
        return GROUPS[name]
    known = [*KINDS, *GROUPS]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    raise OptionError(f"no property is called `{name}`; {hint}there are: {', '.join(known)}")


def _of_file(path: Path) -> frozenset[str]:
    try:
        content = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"--property: {path} cannot be read: {error}") from None
    text = "".join(_COMMENT.sub("", content).split())
    found: frozenset[str] = frozenset()
    position = 0
    while position < len(text):
        match = _CHECK.match(text, position)
        if match is None:
            raise OptionError(
                f"--property: {path} is no property file: it has no CHECK( init(main()), LTL(…) )"
            )
        if match["entry"] != "main":
            raise OptionError(f"--property: {path} is about `{match['entry']}`: choose it with --entry")
        found |= _of_formula(match["formula"], path)
        position = match.end()
    if not found:
        raise OptionError(f"--property: {path} asks for nothing")
    return found


def _of_formula(formula: str, path: Path) -> frozenset[str]:
    if _CALL.fullmatch(formula):
        return frozenset({ASSERT})
    if formula in _FORMULAS:
        return _FORMULAS[formula]
    raise OptionError(f"--property: {path} asks for `{formula}`, which is not supported")
