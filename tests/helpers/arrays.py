"""Small programs with arrays, as text without what does not matter here."""

from __future__ import annotations

import re

from maymust.ir.program import Program
from maymust.ir.text import program_from_text
from maymust.ir.validate import validate

_HEAD = """\
program "arrays.c" LP64 entry main
property P1 assert "it holds" @ 1:1-1:2
"""
_DECLARATION = re.compile(r"(global|parameter|local) (\S+) (\S+)\Z")


def array_program(text: str) -> Program:
    """The program of a text: the lines of `%start` or, if there are several procedures, of all of them;
    without spans and without what is for readers."""
    body = text if "procedure" in text else f"procedure %start entry 0 exit 1\n{text}\nend"
    lines = [_written_out(line.strip(), number) for number, line in enumerate(body.splitlines(), 10)]
    made = program_from_text(_HEAD + "\n".join(lines))
    validate(made)
    return made


def _written_out(line: str, number: int) -> str:
    declared = _DECLARATION.match(line)
    if declared:
        return f'{line} unsigned "{declared[2].rpartition("::")[2]}"'
    line = re.sub(r"havoc (\S+)\Z", r'havoc \1 uninitialised "\1"', line)
    return f"{line} @ {number}:1-{number}:2" if "->" in line and ":" in line and line[0].isdigit() else line
