"""How a violation of each kind shows when its test is run natively.

`SHOWING` is the table; a new kind of property gets a row here. The violation of an assertion is a call in the
source, which the test makes visible itself. What a check is about is no call: the compiler's sanitizers must
see it, or valgrind, or what the test counts while it runs. Of some kinds nothing natively gives a sign.
"""

from __future__ import annotations

from typing import Literal

from maymust.frozen import frozen

REACHED = "maymust: violation reached"
NOT_FREED = "maymust: not freed at the end"
# The program's calls of these are counted where leaks are asked for. (What the C library allocates for itself
# is no concern of the program.)
COUNTED = (
    "malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign", "valloc", "posix_memalign",
    "strdup", "strndup", "free", "_exit", "_Exit", "quick_exit",
)  # fmt: skip

# What the address sanitizer calls an access that is wrong, whatever the pointer is.
_ACCESS = (
    "buffer-overflow", "buffer-underflow", "use-after", "unknown-crash", "negative-size-param",
    "AddressSanitizer: SEGV", "AddressSanitizer: BUS",
)  # fmt: skip


@frozen
class Showing:
    """How a kind shows: the `tool` that tells, what the compiler is told in addition, and what the headline
    of a report has then (one of `said`).

    `releasing` accepts a crash in the tool's own `free`. For the tool `none`, `reason` says why nothing
    shows; for others, which violations of the kind the tool does not see, if there are such.
    """

    tool: Literal["test", "count", "sanitizers", "valgrind", "none"]
    flags: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    releasing: bool = False
    reason: str = ""


def _undefined(checks: str, *said: str, reason: str = "") -> Showing:
    """A check of the undefined-behaviour sanitizer. It must see what the processor would do without it."""
    return Showing("sanitizers", (f"-fsanitize={checks}", "-fno-wrapv"), said, reason=reason)


TOLD = Showing("test")
SHOWING: dict[str, Showing] = {
    "assert": TOLD,
    "unreach": TOLD,
    "rule": TOLD,
    "null": Showing("sanitizers", ("-fsanitize=address,null",), ("null pointer", "zero page")),
    "bounds": Showing("sanitizers", ("-fsanitize=address,bounds-strict",), (*_ACCESS, "out of bounds")),
    "deref": Showing("sanitizers", ("-fsanitize=address", "-ftrivial-auto-var-init=pattern"), _ACCESS),
    "free": Showing(
        "sanitizers",
        ("-fsanitize=address",),
        ("attempting free", "attempting double-free", "bad-free", "alloc-dealloc-mismatch"),
        releasing=True,
    ),
    "leak": Showing("count", tuple(f"-Wl,--wrap={name}" for name in COUNTED), (NOT_FREED,)),
    "div": _undefined(  # within the C library, the processor's exception tells
        "integer-divide-by-zero,signed-integer-overflow,address",
        "division by zero",
        "cannot be represented",
        "AddressSanitizer: FPE",
    ),
    "overflow": _undefined(
        "signed-integer-overflow,shift", "cannot be represented", "integer overflow", "left shift of"
    ),
    "shift": _undefined("shift", "shift exponent", "left shift of negative"),
    # What a function keeps below the stack pointer is not known to be new to it.
    "uninit": Showing("valgrind", ("-mno-red-zone",), ("uninitialised",)),
    "align": _undefined(
        "alignment",
        "misaligned",
        reason="the sanitizers do not look at a place in a variable that the compiler knows",
    ),
    "bool": _undefined("bool", "not a valid value for type"),
    "cast": _undefined("float-cast-overflow", "outside the range of representable values"),
    "vla": _undefined("vla-bound", "variable length array bound"),
    "unreachable": _undefined("unreachable", "reached an unreachable program point"),
    "nonnull": _undefined(
        "nonnull-attribute,returns-nonnull-attribute",
        "never be null",
        "never return null",
        reason="the sanitizers look at attributes of functions only",
    ),
    "pointer": _undefined(
        "address,pointer-compare,pointer-subtract,pointer-overflow,bounds-strict",
        "invalid-pointer-pair",
        "null pointer",
        "pointer index expression",
        "out of bounds",
        reason="the sanitizers see where a pointer leads only when it is used, or wraps around",
    ),
    "unsigned": Showing("none", reason="gcc has no sanitizer for what C defines"),
    "return": Showing("none", reason="no sanitizer looks at values of C functions that return none"),
    "memtrack": Showing("none", reason="it is not checked"),
}


def showing(kind: str) -> Showing:
    """How a kind shows; of one that is not in the table, nothing is known."""
    return SHOWING.get(kind) or Showing("none", reason=f"nothing is known that shows a violation of `{kind}`")
