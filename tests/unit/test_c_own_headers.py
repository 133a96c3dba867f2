"""Our own headers beside those of gcc and glibc: all names are there, the same arguments must not be null,
and the machine's other headers can be included before and after ours. And ours need no C library."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from maymust.frontends.c import COptions, translate
from maymust.frontends.c.clang.api import Unit
from maymust.frontends.c.clang.attributes import nonnull_parameters

FOLDER = Path(translate.__code__.co_filename).parent / "library" / "include"
OURS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.h"))
PUBLIC = [name for name in OURS if not name.startswith("maymust/")]
SYSTEM = ("/usr/include/x86_64-linux-gnu", "/usr/include")
MODES = {
    "ISO C11": ("-std=c11",),
    "POSIX 2008": ("-std=c11", "-D_POSIX_C_SOURCE=200809L"),
    "GNU": ("-std=gnu11", "-D_GNU_SOURCE=1"),
}
# Types of ISO/IEC TS 18661 (`_Float32`), and their functions and macros, are not modelled.
_OTHER_FLOATS = re.compile(r"\w*[fF_](32|64|128)[xX]?(_[rl])?|f(32|64|128)\w+|d(add|div|mul|sub|sqrt|fma)")
EXCEPTIONS = {
    "assert.h": {"assert_perror"},
    # Members, which are macros in glibc.
    "signal.h": {
        *("si_pid", "si_uid", "si_timerid", "si_overrun", "si_status", "si_utime", "si_stime", "si_value"),
        *("si_addr", "si_addr_lsb", "si_lower", "si_upper", "si_pkey", "si_band", "si_fd", "si_call_addr"),
        *("si_syscall", "si_arch", "sigev_notify_function", "sigev_notify_attributes"),
    },
}
_TIMEX = re.compile(r"(ADJ|MOD|STA)_[A-Z0-9_]+|timex")  # of clock_adjtime: only where there is a glibc
LATER = 37  # of 2.x: from the next on, glibc's headers forbid null for streams, too


@cache
def gcc_folder() -> str:
    """Where gcc has its own headers."""
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    if not Path("/usr/include/features.h").exists() or not Path(SYSTEM[0], "bits/types.h").exists():
        pytest.skip("there are no headers of the GNU C library for x86-64")
    command = ["gcc", "-print-file-name=include"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def unit(header: str, mode: str, folders: tuple[str, ...], target: str = "x86_64-linux-gnu") -> Unit:
    """Only the header. `-fno-builtin`: clang's own declarations do not count."""
    arguments = ["-x", "c", "-w", "-nostdinc", "-fno-builtin", "-target", target, *MODES[mode]]
    for folder in folders:
        arguments += ["-isystem", folder]
    return Unit("t.c", f"#include <{header}>\n".encode(), arguments)


def declared(of: Unit) -> set[str]:
    """The functions, variables, types, tags and enumerators that a unit declares, without macros."""
    found = set[str]()
    for raw in of.top_level():
        found.add(of.spelling(raw.cursor))
        if raw.kind == "ENUM_DECL":
            found |= {of.spelling(part.cursor) for part in of.children(raw.cursor)}
    return found


def macros(header: str, mode: str, folders: tuple[str, ...]) -> set[str]:
    """The macros that gcc finds defined after a header and not without it."""
    search = [word for folder in folders for word in ("-isystem", folder)]
    command = ["gcc", "-E", "-dM", "-nostdinc", *search, *MODES[mode], "-x", "c", "-"]
    texts = (f"#include <{header}>\n", "")
    made = [
        subprocess.run(command, input=t, capture_output=True, text=True, check=True).stdout for t in texts
    ]
    after, before = (set(re.findall(r"^#define (\w+)", text, re.MULTILINE)) for text in made)
    return after - before


@pytest.mark.parametrize("header", PUBLIC)
def test_all_names_are_there(header: str) -> None:
    machines = (gcc_folder(), *SYSTEM)
    for mode in MODES:
        own = declared(unit(header, mode, (str(FOLDER),))) | macros(header, mode, (str(FOLDER),))
        names = macros(header, mode, machines)
        if header != "tgmath.h":  # glibc's is not for clang
            names |= declared(unit(header, mode, machines))
        names = {n for n in names if re.fullmatch(r"[A-Za-z]\w*", n)}
        missing = {n for n in names - own if not _OTHER_FLOATS.fullmatch(n) and not _TIMEX.fullmatch(n)}
        assert sorted(missing - EXCEPTIONS.get(header, set())) == [], mode


@pytest.mark.parametrize("target", ["x86_64-linux-gnu", "i386-linux-gnu"])
def test_they_need_no_library(target: str) -> None:
    for header in OURS:
        for mode in MODES:
            found = [m.text for m in unit(header, mode, (str(FOLDER),), target).messages() if m.error]
            assert found == [], (header, mode)


def forbidden(of: Unit) -> dict[str, set[int]]:
    """The arguments of functions that must not be null."""
    found = dict[str, set[int]]()
    for raw in of.top_level():
        if raw.kind == "FUNCTION_DECL":
            found.setdefault(of.spelling(raw.cursor), set()).update(nonnull_parameters(of, raw.cursor))
    return found


@pytest.mark.parametrize("header", [name for name in PUBLIC if name not in ("tgmath.h", "sys/select.h")])
def test_the_same_arguments_must_not_be_null(header: str) -> None:
    machines = (gcc_folder(), *SYSTEM)
    version = re.search(r"__GLIBC_MINOR__\s+(\d+)", Path("/usr/include/features.h").read_text())
    if version and int(version[1]) > LATER:
        pytest.skip(f"headers of glibc after 2.{LATER} forbid more")
    theirs = forbidden(unit(header, "GNU", machines))
    own = forbidden(unit(header, "GNU", (str(FOLDER),)))
    both = [name for name in theirs if name in own and not name.startswith("_")]
    assert {name: own[name] for name in both} == {name: theirs[name] for name in both}


def test_null_for_string_functions_is_seen() -> None:
    gcc_folder()
    assert forbidden(unit("string.h", "ISO C11", (str(FOLDER),)))["strlen"] == {0}


COMMON = ("stdio", "stdlib", "string", "unistd", "sys/types")
_OTHERS = (
    "aio argp arpa/inet byteswap dirent dlfcn elf endian err error execinfo fcntl features fmtmsg "
    "fnmatch fts ftw getopt glob grp iconv ifaddrs langinfo libgen link malloc mntent monetary "
    "mqueue net/ethernet net/if net/if_arp net/route netdb netinet/ether netinet/icmp6 netinet/in "
    "netinet/ip netinet/ip6 netinet/ip_icmp netinet/tcp netinet/udp nl_types obstack paths poll "
    "pthread pty pwd regex resolv sched search semaphore setjmp shadow signal spawn stdio_ext "
    "sys/epoll sys/eventfd sys/file sys/inotify sys/ioctl sys/ipc sys/mman sys/mount sys/msg "
    "sys/param sys/prctl sys/ptrace sys/queue sys/random sys/resource sys/select sys/sem "
    "sys/sendfile sys/shm sys/signalfd sys/socket sys/stat sys/statfs sys/statvfs sys/syscall "
    "sys/sysinfo sys/time sys/timerfd sys/times sys/timex sys/uio sys/un sys/utsname sys/wait "
    "sys/xattr syslog termios threads time ucontext utime utmp utmpx wchar wctype wordexp"
)
OTHERS = _OTHERS.split()
MAIN = "int main(void) { return 0; }\n"


@pytest.mark.parametrize("source", ["", "#define _GNU_SOURCE\n"])
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_headers_of_the_machine_go_with_ours(model: str, source: str) -> None:
    gcc_folder()
    there = [name for name in OTHERS if any(Path(folder, f"{name}.h").exists() for folder in SYSTEM)]
    assert len(there) > 80
    for name in there:
        for names in ((name,), (*COMMON, name), (name, *COMMON)):
            text = source + "".join(f"#include <{n}.h>\n" for n in names) + MAIN
            translate("t.c", text, COptions(data_model=model))  # type: ignore[arg-type]


def test_names_that_only_posix_has_may_be_the_programs_own() -> None:
    text = "#include <stdio.h>\n#include <string.h>\n#include <math.h>\n#include <stdlib.h>\n"
    text += "int index; double y1; typedef char *key_t;\n"
    text += "int getline(char s[], int most) { return most + index; }\n"
    assert translate("t.c", text + MAIN, COptions()).program.entry == "main"


def test_there_are_no_unions() -> None:
    """What is in one union may overlap, so a union in a common header is in the way of many proofs."""
    for header in set(PUBLIC) - {"signal.h"}:
        for folders in ((str(FOLDER),), (str(FOLDER), *SYSTEM)):
            found = unit(header, "GNU", folders)
            defined = [cursor for cursor in found.records() if found.is_definition(cursor)]
            assert [found.spelling(c) for c in defined if found.kind(c) == "UNION_DECL"] == [], header
