"""The functions that we know by name."""

from __future__ import annotations

from typing import TypeVar

from maymust.frontends.c.outside_functions import CALLING_BACK, is_never_input, written_arguments

Argument = TypeVar("Argument")

MAIN = "main"
ERRORS = frozenset({"__VERIFIER_error", "reach_error"})  # with or without a body
ASSERTIONS = frozenset({"__VERIFIER_assert", "assert"})  # from here on: only without a body
RULE_VIOLATION, RULE_HALT = "__maymust_rule_violated", "__maymust_rule_halt"  # called by what rules say
RULE_CHOICE = "__VERIFIER_nondet_maymust_watch"  # whether an object is the one that a rule watches
RULE_NEW = "__VERIFIER_nondet_maymust_new"  # whether what a rule says to be new is there, or null
RULE_OBJECT, RULE_OFFSET = "__maymust_rule_object", "__maymust_rule_offset"  # where a pointer leads to
RULE_SAME = "__maymust_rule_same"  # whether a pointer leads to such a place
RULE_PLACES = frozenset({RULE_OBJECT, RULE_OFFSET, RULE_SAME})
RULE_DECLARATIONS = (
    f"void {RULE_VIOLATION}(int)",
    f"void {RULE_HALT}(void)",
    f"int {RULE_CHOICE}(void)",
    f"int {RULE_NEW}(void)",
    f"unsigned {RULE_OBJECT}(const void *)",
    f"long {RULE_OFFSET}(const void *)",
    f"int {RULE_SAME}(unsigned, long, const void *)",
)
FAILED_ASSERTIONS = frozenset({"__assert_fail", "__assert", "__assert_rtn", "__assert_func", RULE_VIOLATION})
ASSUMPTIONS = frozenset({"__VERIFIER_assume", "assume", "__CPROVER_assume", "__builtin_assume"})
STOPS = frozenset(
    {
        "abort", "exit", "_exit", "_Exit", "quick_exit", "__builtin_abort", "__builtin_exit",
        "__builtin_trap", RULE_HALT,
    }
)  # fmt: skip
EXITS = frozenset({"exit", "_exit", "_Exit", "quick_exit", "__builtin_exit"})  # that are no failure
HINTS = frozenset({"__builtin_expect", "__builtin_expect_with_probability"})
UNREACHABLE = "__builtin_unreachable"
OUTPUTS = frozenset(
    {
        "printf", "fprintf", "puts", "fputs", "putchar", "fputc", "putc", "perror", "fflush",
        "vprintf", "vfprintf", "dprintf", "vdprintf", "syslog", "vsyslog", "__builtin_vprintf",
        "__builtin_vfprintf", "puts_unlocked", "fputs_unlocked", "putchar_unlocked", "putc_unlocked",
        "__builtin_printf", "__builtin_puts", "__builtin_putchar", "__builtin_fprintf", "write", "fwrite",
        "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end",
    }
)  # fmt: skip
ALLOCATIONS = frozenset(
    {
        "malloc",
        "calloc",
        "alloca",
        "aligned_alloc",
        "memalign",
        "valloc",
        "__builtin_malloc",
        "__builtin_calloc",
        "__builtin_alloca",
        "__maymust_array",
    }
)
ALIGNED = frozenset({"aligned_alloc", "memalign"})  # the size comes second
DIVISIONS = frozenset({"div", "ldiv", "lldiv"})
REALLOCATIONS = frozenset({"realloc", "__builtin_realloc"})
VARIABLE_ARRAY = "__maymust_array"  # makes a variable-length array: its length, and the size of an element
NO_ARGUMENT = "__maymust_no_argument"  # called where `va_arg` finds none of its type
ON_STACK = frozenset({"alloca", "__builtin_alloca", VARIABLE_ARRAY})
ZEROED = frozenset({"calloc", "__builtin_calloc"})
RELEASES = frozenset({"free", "__builtin_free", "cfree"})
STREAMS = frozenset({"stdin", "stdout", "stderr"})
BOUNDED_INPUTS: dict[str, tuple[int, int | None]] = {
    # how many bits, and the least of their values, if they are signed
    "rand": (31, None), "random": (31, None), "lrand48": (31, None), "getchar": (9, -1), "getc": (9, -1),
    "fgetc": (9, -1), "getchar_unlocked": (9, -1), "_IO_getc": (9, -1),
    "getc_unlocked": (9, -1), "fgetc_unlocked": (9, -1), "mrand48": (32, -(1 << 31)),
}  # fmt: skip
DECIDED_ONCE = frozenset({"getpid", "gettid", "getpagesize"})  # positive, and the same throughout a run
_ELSEWHERE = frozenset({"setcontext", "swapcontext", "makecontext", "sigreturn", "__builtin_eh_return"})
_UNMODELLED_FAMILIES = ("__builtin_", "__sync_", "__atomic_", "__c11_atomic_")
_INPUT_FAMILIES = ("__VERIFIER_nondet", "nondet", "__nondet", "__CPROVER_nondet")


def is_input(name: str) -> bool:
    """Whether a function without a body is meant as an input."""
    return name.startswith(_INPUT_FAMILIES) or name in BOUNDED_INPUTS


def is_special(name: str) -> bool:
    """Whether a function without a body reports, assumes, stops or prints, rather than give an input."""
    reports = ERRORS | ASSERTIONS | FAILED_ASSERTIONS
    return name in reports | ASSUMPTIONS | STOPS | OUTPUTS | ALLOCATIONS | REALLOCATIONS | RELEASES


def is_without_effect(name: str) -> bool:
    """Whether a function without a body returns an input of its type, if anything, and changes nothing."""
    return (
        not (is_special(name) or is_intrinsic(name) or written_arguments(name))
        and name not in ASSUMPTIONS | DIVISIONS | DECIDED_ONCE | BOUNDED_INPUTS.keys()
    ) or name in OUTPUTS


def is_intrinsic(name: str) -> bool:
    """Whether a function is the compiler's, or one that is not modelled at all."""
    return name in HINTS or name == UNREACHABLE or is_unmodelled(name) or is_never_input(name)


def is_unmodelled(name: str) -> bool:
    """Whether a function without a body may do anything: call others, jump, change variables."""
    known = OUTPUTS | STOPS | ASSUMPTIONS | HINTS | ALLOCATIONS | REALLOCATIONS | RELEASES
    return name in CALLING_BACK or (name.startswith(_UNMODELLED_FAMILIES) and name not in known)


def calls_back(name: str) -> bool:
    """Whether a function of the C library calls functions that it is given, now or later."""
    return name in CALLING_BACK


def goes_elsewhere(name: str) -> bool:
    """Whether a function does not go on behind its call, but in a place that the text does not tell."""
    return "longjmp" in name or name in _ELSEWHERE


def sizes(name: str, arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """The arguments of a call that allocates whose product is the size."""
    return arguments[1:] if name in ALIGNED or name in REALLOCATIONS else arguments


def asserted_argument(name: str, count: int) -> int:
    """Which argument of a function that reports a failed assertion holds the text of the assertion."""
    return 0 if name == "__assert_fail" or (name == "__assert" and count < 4) else 3
