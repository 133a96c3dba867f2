"""Reads what sanitizers and valgrind say of a run: what is wrong, and where in the program's own text.

A report has a headline and, but for the undefined-behaviour sanitizer's, a stack of calls. The first call in
it that is in the text where the violation is expected tells the line; those before are the tool's or the
C library's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from maymust.frozen import frozen

# Of what a function returns, gcc does not tell the place.
_UNDEFINED = re.compile(r"^(?:(?P<file>.*?):(?P<line>\d+):\d+|<unknown>): runtime error: (?P<what>.*)$")
_ADDRESS = re.compile(r"^==\d+==ERROR: (?P<what>AddressSanitizer: .*)$")
_ADDRESS_FRAME = re.compile(r"^\s*#\d+ 0x[0-9a-f]+ (?:in (?P<function>.*?))?\s*(?P<at>\S+)?$")
_HINT = re.compile(r"^==\d+==Hint: (?P<what>.*)$")
_VALGRIND = re.compile(r"^==\d+== (?P<what>\S.*)$")
_VALGRIND_FRAME = re.compile(r"^==\d+==    (?:at|by) 0x[0-9A-F]+: (?P<function>.*?) \((?P<at>.*)\)$")
_PLACE = re.compile(r"^(?P<file>.*?):(?P<line>\d+)(?::\d+)?$")
_OPERANDS = re.compile(r"(?: on address| on unknown address| on|:)? (?:0x|\(pc).*$")
_JUMPED_TO_NULL = "pc points to the zero page"
_RELEASES = re.compile(r"(?:^|_|::)(?:free|cfree|realloc|reallocarray|Deallocate|Reallocate)(?:$|\()")


@frozen
class Frame:
    """A call on the stack; `line` is 0 where the place is not known."""

    function: str
    file: str
    line: int


@frozen
class Report:
    """A violation that a tool reports. `hints` are what it adds to the headline."""

    headline: str
    frames: tuple[Frame, ...]
    hints: str = ""

    @property
    def short(self) -> str:
        """The headline without addresses."""
        return _OPERANDS.sub("", self.headline)

    def says(self, texts: tuple[str, ...]) -> bool:
        """Whether it has one of these texts."""
        return any(text in self.headline or text in self.hints for text in texts)

    def line_in(self, file: str) -> int:
        """The line of the innermost call that is in a file; 0 if none is told. (Of a jump to null, the stack
        lacks the call that made it.)"""
        if _JUMPED_TO_NULL in self.hints:
            return 0
        name = PurePath(file).name
        return next((frame.line for frame in self.frames if PurePath(frame.file).name == name), 0)

    def is_in_release(self, file: str) -> bool:
        """Whether it is of the function that frees, called from the file."""
        name = PurePath(file).name
        for frame in self.frames:
            if PurePath(frame.file).name == name:
                return False
            if _RELEASES.search(frame.function):
                return True
        return False


def sanitizer_reports(said: str) -> list[Report]:
    """The reports of the compiler's sanitizers, in order."""
    lines = said.splitlines()
    found = []
    for number, line in enumerate(lines):
        if match := _UNDEFINED.match(line):
            frame = Frame("", match["file"] or "", int(match["line"] or 0))
            found.append(Report(match["what"], (frame,)))
        elif match := _ADDRESS.match(line):
            behind = lines[number + 1 :]
            hints = [hint["what"] for hint in map(_HINT.match, behind) if hint]
            found.append(Report(match["what"], tuple(_first_stack(behind, _ADDRESS_FRAME)), "; ".join(hints)))
    return found


def valgrind_reports(said: str) -> list[Report]:
    """The reports of valgrind, in order; lines that have no stack below are not reports."""
    lines = said.splitlines()
    found = []
    for number, line in enumerate(lines[:-1]):
        match = _VALGRIND.match(line)
        if (
            match
            and not line.startswith(match[0].split(" ")[0] + "  ")
            and _VALGRIND_FRAME.match(lines[number + 1])
        ):
            found.append(Report(match["what"], tuple(_first_stack(lines[number + 1 :], _VALGRIND_FRAME))))
    return found


def _first_stack(lines: list[str], pattern: re.Pattern[str]) -> Iterator[Frame]:
    """The calls of the first stack in these lines: those that are beside each other."""
    begun = False
    for line in lines:
        match = pattern.match(line)
        if match:
            begun = True
            place = _PLACE.match(match["at"] or "")
            file, number = (place["file"], int(place["line"])) if place else (match["at"] or "", 0)
            yield Frame(match["function"] or "", file, number)
        elif begun:
            return
