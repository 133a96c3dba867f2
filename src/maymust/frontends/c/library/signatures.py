"""Knows how the C library declares its functions. A row of the table only counts for one that is declared so.

`signatures.txt` has a line for each name, with a word for its result and one for each parameter:

    v i d        nothing, an integer, a floating-point number
    *c *i *v     a pointer to characters, to other numbers, to anything
    *tag tag     a pointer to a structure or union, one as a value
    ** *f        a pointer to pointers, to a function
    ...          further arguments

Words come from clang's spelling of types, for the headers of the machine and for a program alike.
`tests/unit/test_c_library_headers.py` compares the file with the headers.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from maymust.frontends.c.library.table import find
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Unit
    from maymust.frontends.c.clang.libclang import Type

_FILE = Path(__file__).parent / "signatures.txt"
_PASSED = re.compile(r"\b(?:const|volatile|restrict|_Atomic|struct|union|enum|unsigned|signed)\b|\[\d*\]")
_INTEGERS = {"int", "short", "long", "__int128", "_Bool", "bool"}
_FLOAT = re.compile(r"float|double|_Float\d+x?|__float128")
# Structures that C leaves to the library; those that are passed in place of a pointer; lists of arguments.
_STREAMS = {"_IO_FILE", "_maymust_file", "__sFILE", "_iobuf", "FILE", "__dirstream", "_dirdesc", "DIR"}
_TRANSPARENT = {"__SOCKADDR_ARG": "*sockaddr", "__CONST_SOCKADDR_ARG": "*sockaddr"}
_ARGUMENTS = "*__va_list_tag"
_UNNAMED = "*__anon"  # so begin the names that CIL gives to structures without one
_RESERVED = re.compile(  # headers of C, whose names no program may have for its own functions
    r"(?:assert|complex|ctype|fenv|inttypes|locale|malloc|math|setjmp|signal|stdio|stdlib|string|threads|time"
    r"|uchar|wchar|wctype)\.h"
)


@frozen
class Signature:
    """The words for a function's result and parameters. Without a prototype, nothing is known of these."""

    result: str
    parameters: tuple[str, ...]
    variadic: bool = False
    prototyped: bool = True

    def __str__(self) -> str:
        return " ".join((self.result, *self.parameters, *(["..."] if self.variadic else [])))


@cache
def signatures() -> dict[str, Signature]:
    """How the C library declares functions, by name."""
    found = {}
    for line in _FILE.read_text().splitlines():
        name, result, *parameters = line.split()
        variadic = parameters[-1:] == ["..."]
        found[name] = Signature(result, tuple(parameters[:-1] if variadic else parameters), variadic)
    return found


def signature_of(unit: Unit, type_: Type) -> Signature:
    """The words for a function of this type."""
    type_ = unit.canonical(type_)
    parameters = tuple([_word(unit, parameter) for parameter in unit.parameter_types(type_)])
    prototyped = unit.type_kind(type_) == "FUNCTIONPROTO"
    return Signature(_word(unit, unit.result_type(type_)), parameters, unit.is_variadic(type_), prototyped)


def _word(unit: Unit, type_: Type) -> str:
    spelling = unit.type_spelling(unit.canonical(type_))
    if "(*" in spelling or spelling.endswith(")"):
        return "*f"
    depth = spelling.count("*") + spelling.count("[")
    base = _base(spelling)
    word = "**" if depth > 1 else "*" * depth + base
    return _TRANSPARENT.get(word, word)


def _base(spelling: str) -> str:
    words = _PASSED.sub(" ", spelling.replace("*", " ")).split()
    if "enum " in spelling or _INTEGERS.issuperset(words):
        return "i"
    if words in (["char"], ["void"]):
        return words[0][0]
    is_float = "_Complex" not in words and _FLOAT.fullmatch(words[-1])
    return "d" if is_float else words[-1]


def is_declared_so(name: str, declared: Signature) -> bool:
    """Whether a declaration that the program makes itself fits the function of the C library with that name.
    Functions of which we do not know how they are declared are taken as the program says."""
    row = find(name)
    wanted = signatures().get(name) or (None if row is None else signatures().get(row.name))
    if row is None or wanted is None:
        return True
    reserved = _RESERVED.match(row.header) is not None
    if not declared.prototyped:
        return declared.result == "i" or _fits(declared.result, wanted.result, reserved=reserved)
    given, least = len(declared.parameters), len(wanted.parameters)
    counted = given == least or (given < least and declared.variadic) or (given > least and wanted.variadic)
    pairs = zip(declared.parameters, wanted.parameters, strict=False)
    return (
        counted
        and _is_given_so(declared.result, wanted.result, reserved=reserved)
        and all(_fits(one, other, reserved=reserved) for one, other in pairs)
    )


def _is_given_so(one: str, other: str, *, reserved: bool) -> bool:
    """Whether a result fits. Of names that C reserves it does not matter if nothing or a number is given."""
    return _fits(one, other, reserved=reserved) or (reserved and {one, other} <= {"v", "i"})


def _fits(one: str, other: str, *, reserved: bool) -> bool:
    """Whether a type of the program's fits one of the library's. For names that are `reserved`, pointers to
    anything are also strings, and structures are any object."""
    if one == other or _ARGUMENTS in (one, other):
        return one == other or one[0] == other[0] == "*"
    if one[0] != "*" or other[0] != "*":
        return one[0] != "*" and other[0] != "*" and len(one) > 1 and len(other) > 1 and reserved
    if "*f" in (one, other):
        return "*v" in (one, other)
    if "*v" in (one, other):
        return reserved or other != "*c"
    if len(other) > 2 and (reserved or one.startswith(_UNNAMED)):
        return True  # `jmp_buf` and `fpos_t` are what the library wants them to be
    return {one[1:], other[1:]} <= _STREAMS
