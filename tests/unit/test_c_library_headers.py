"""The table of library functions beside the headers of the machine: what takes a pointer has a row, and what
the headers' attributes say of arguments, the row says, too."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pytest

from maymust.diagnostics import InputError
from maymust.frontends.c.clang.parse import parse
from maymust.frontends.c.library.signatures import Signature, is_declared_so, signature_of, signatures
from maymust.frontends.c.library.table import Does, find, rows

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAMES = (
    "aio argp arpa/inet complex ctype dirent dlfcn error fcntl fenv fmtmsg fnmatch ftw getopt glob grp iconv "
    "inttypes langinfo libgen locale malloc math monetary mqueue net/if netdb nl_types poll pthread pwd "
    "regex sched search semaphore setjmp signal spawn stdio stdlib string strings sys/ipc sys/mman sys/msg "
    "sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/uio "
    "sys/utsname sys/wait syslog termios threads time uchar unistd utime utmpx wchar wctype wordexp"
)
HEADERS = _NAMES.split()
ADDRESS = ("__SOCKADDR_ARG", "__CONST_SOCKADDR_ARG")  # pointers to one of several structures
_FUNCTION = re.compile(r"(?:extern )?[\w\s*]+?[\s*](\w+) ?\((.*)\)")
_ATTRIBUTE = re.compile(r"__attribute__ ?\(\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\)")
_NOISE = re.compile(r"\b(?:__extension__|__restrict(?:_arr)?|__inline|inline)\b|__asm__ ?\([^)]*\)")
_ACCESS = re.compile(r"__access__ ?\((\w+), ?(\d+)(?:, ?(\d+))?\)")
_NONNULL = re.compile(r"__nonnull__ ?\(([\d, ]*)\)")

# What the C library or POSIX allows, though the headers say otherwise: a null `tv`.
MAY_BE_NULL = {("gettimeofday", 0)}
# The sizes are numbers of elements, which are not one size everywhere, or not all bytes need be there.
COUNTED = {"memccpy", "poll", "ppoll", "getgroups", "writev", "pwritev", "pwritev64", "pwritev64v2"}
# What is given back, or is null or asked about, whatever it points to.
ANY_POINTER = {("realloc", 0), ("free", 0), ("mincore", 0)}


class Prototype(NamedTuple):
    """A function as a header declares it."""

    name: str
    parameters: list[str]
    attributes: list[str]

    def pointers(self) -> set[int]:
        """The parameters that are pointers to objects."""
        found = enumerate(self.parameters)
        return {i for i, text in found if ("*" in text or "[" in text) and "(" not in text}

    def may_be_pointer(self, at: int) -> bool:
        """Whether an argument can be a pointer, or something that holds one."""
        if at >= len(self.parameters):
            return self.parameters[-1] == "..."
        text = self.parameters[at]
        words = text.split()
        named = words[0] in ADDRESS or any(w.endswith(("_fn_t", "_func_t")) or "va_list" in w for w in words)
        return text == "..." or named or "*" in text or "[" in text


@cache
def prototypes() -> dict[str, Prototype]:
    """What the headers of this machine declare."""
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    text = "#define _GNU_SOURCE 1\n" + "".join(f"#include <{name}.h>\n" for name in HEADERS)
    command = ["gcc", "-E", "-P", "-x", "c", "-"]
    made = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if made.returncode or "__nonnull__" not in made.stdout:
        pytest.skip("these are not the headers of the GNU C library")
    found = {}
    for declaration in _declarations(made.stdout):
        attributes = _ATTRIBUTE.findall(declaration)
        plain = " ".join(_NOISE.sub("", _ATTRIBUTE.sub("", declaration)).split())
        match = _FUNCTION.fullmatch(plain)
        if match and not plain.startswith("typedef"):
            found[match[1]] = Prototype(match[1], list(_split(match[2])), attributes)
    return found


def _declarations(text: str) -> Iterator[str]:
    """What stands between semicolons, outside of braces."""
    depth, begin = 0, 0
    for at, character in enumerate(text):
        if character in "{}":
            depth += 1 if character == "{" else -1
        if depth == 0 and character in ";}":
            yield text[begin:at]
            begin = at + 1


def _split(parameters: str) -> Iterator[str]:
    depth, begin = 0, 0
    for at, character in enumerate(parameters):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0 and character == ",":
            yield parameters[begin:at].strip()
            begin = at + 1
    yield parameters[begin:].strip()


def test_headers_are_read() -> None:
    found = prototypes()
    assert len(found) > 1500
    assert found["memcpy"].pointers() == {0, 1}
    assert found["qsort"].may_be_pointer(3)


def test_what_takes_a_pointer_has_a_row() -> None:
    public = [p for p in prototypes().values() if not p.name.startswith("_")]
    assert [p.name for p in public if p.pointers() and find(p.name) is None] == []


def test_needs_are_of_pointers_and_sizes_are_numbers() -> None:
    for prototype in prototypes().values():
        row = find(prototype.name)
        for need in () if row is None else row.needs:
            assert prototype.may_be_pointer(need.at), (prototype, need)
            for size in need.sizes:
                assert size < len(prototype.parameters), (prototype, need)
                assert not prototype.may_be_pointer(size), (prototype, need)


def test_every_pointer_of_what_is_followed_is_needed_to_be_something() -> None:
    for prototype in prototypes().values():
        row = find(prototype.name)
        if row is None or row.does in (Does.COMPUTES, Does.JUMPS):
            continue  # a model looks at what it is given, or nothing is known behind the call
        missing = prototype.pointers() - {need.at for need in row.needs}
        assert all((prototype.name, at) in ANY_POINTER for at in missing), (prototype, missing)


def test_what_must_not_be_null_need_not_be_nothing() -> None:
    for prototype in prototypes().values():
        row = find(prototype.name)
        given = [match[1] for a in prototype.attributes for match in _NONNULL.finditer(a)]
        positions = {int(number) - 1 for text in given for number in text.replace(",", " ").split()}
        for need in () if row is None else row.needs:
            if need.at in positions and (prototype.name, need.at) not in MAY_BE_NULL:
                assert not need.null, (prototype, need)


def test_what_is_written_and_how_much() -> None:
    for prototype in prototypes().values():
        row = find(prototype.name)
        if row is None or row.does is Does.JUMPS:
            continue
        needs = {need.at: need for need in row.needs}
        for mode, at, size in [m.groups() for a in prototype.attributes for m in _ACCESS.finditer(a)]:
            need = needs.get(int(at) - 1)
            if need is None or prototype.name in COUNTED:
                continue
            assert "write" not in mode or need.kind in ("w", "u"), (prototype, need)
            assert size is None or int(size) - 1 in need.sizes, (prototype, need)


def _declared(header: str) -> Iterator[tuple[str, Signature]]:
    """What a header declares, ours or the machine's; nothing if some of ours are missing for it."""
    text = f"#define _GNU_SOURCE 1\n#include <{header}.h>\n".encode()
    try:
        unit = parse("header.c", text, "LP64", (), ())
    except InputError:
        return
    for raw in unit.top_level():
        if raw.kind == "FUNCTION_DECL":
            yield unit.spelling(raw.cursor), signature_of(unit, unit.type_of(raw.cursor))


def test_headers_declare_functions_as_the_signatures_say() -> None:
    prototypes()
    found = dict(pair for header in HEADERS for pair in _declared(header))
    assert len(found) > 800
    ours = {"fgetpos", "fsetpos", "setjmp", "longjmp"}  # with types that C leaves to the library
    unlike = {name: str(s) for name, s in found.items() if name not in ours and not is_declared_so(name, s)}
    assert unlike == {}


def test_what_is_followed_has_a_signature() -> None:
    """But for names that only compilers and tools use, and macros."""
    own = [
        row for row in rows().values() if not row.is_directive and row.header not in ("assert.h", "compiler")
    ]
    followed = [row.name for row in own if row.does not in (Does.COMPUTES, Does.JUMPS)]
    assert [n for n in followed if n not in signatures() and not n.startswith("__builtin_")] == []


@pytest.mark.parametrize(
    ("declaration", "fits"),
    [
        ("void err(const char *)", False),
        ("void err(int, const char *, ...)", True),
        ("int link(const char *, char *)", True),
        ("int link(void *, void *)", False),
        ("struct s *opendir(const char *)", False),
        ("struct __dirstream *opendir(const char *)", True),
        ("void *malloc(int)", True),
        ("char *malloc(unsigned)", True),
        ("int malloc(int)", False),
        ("void free(char *)", True),
        ("int close()", True),
        ("struct s *close()", False),
        ("int open(const char *, ...)", True),
        ("int open(const char *, int)", True),
        ("int qsort(void *, int, int, void *)", True),
        ("struct s { int a; } write(int, void *, int)", False),
        ("int vprintf(const char *, char *)", True),
        ("double random(void)", False),
        ("int setjmp(int *)", True),
        ("int remove(struct s *)", False),
        ("int uname(struct __anonstruct_utsname_7 *)", True),
        ("int uname(struct s *)", False),
    ],
)
def test_declarations_of_the_program(declaration: str, fits: bool) -> None:
    unit = parse("t.c", f"struct s;\n{declaration};\n".encode(), "LP64", (), ())
    (cursor,) = [
        raw.cursor
        for raw in unit.top_level()
        if raw.kind == "FUNCTION_DECL" and unit.in_main_file(raw.cursor)
    ]
    assert is_declared_so(unit.spelling(cursor), signature_of(unit, unit.type_of(cursor))) == fits
