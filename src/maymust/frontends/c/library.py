"""The functions that we know by name."""

from __future__ import annotations

ERRORS = frozenset({"__VERIFIER_error", "reach_error"})  # with or without a body
ASSERTIONS = frozenset({"__VERIFIER_assert", "assert"})  # from here on: only without a body
FAILED_ASSERTIONS = frozenset({"__assert_fail", "__assert", "__assert_rtn", "__assert_func"})
ASSUMPTIONS = frozenset({"__VERIFIER_assume", "assume", "__CPROVER_assume", "__builtin_assume"})
STOPS = frozenset(
    {"abort", "exit", "_exit", "_Exit", "quick_exit", "__builtin_abort", "__builtin_exit", "__builtin_trap"}
)
HINTS = frozenset({"__builtin_expect", "__builtin_expect_with_probability"})
UNREACHABLE = "__builtin_unreachable"
OUTPUTS = frozenset(
    {
        "printf", "fprintf", "puts", "fputs", "putchar", "fputc", "putc", "perror", "fflush",
        "__builtin_printf", "__builtin_puts", "__builtin_putchar", "__builtin_fprintf", "write", "fwrite",
        "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end",
    }
)  # fmt: skip
ALLOCATIONS = frozenset(
    {"malloc", "calloc", "realloc", "alloca", "__builtin_malloc", "__builtin_calloc", "__builtin_alloca"}
)
ZEROED = frozenset({"calloc", "__builtin_calloc"})
REALLOC = "realloc"
RELEASES = frozenset({"free", "__builtin_free", "cfree"})
WRITES = frozenset(
    {
        "memcpy", "memmove", "memset", "strcpy", "strncpy", "strcat", "strncat", "sprintf", "snprintf",
        "vsprintf", "vsnprintf", "scanf", "fscanf", "sscanf", "gets", "fgets", "fread", "read", "recv",
        "getline", "qsort", "strtok", "strtol", "strtoul", "strtod", "bcopy", "bzero", "memccpy", "stpcpy",
        "strdup", "strndup", "getenv", "bsearch", "strchr", "strrchr", "strstr", "memchr", "strpbrk",
    }
)  # fmt: skip
STREAMS = frozenset({"stdin", "stdout", "stderr"})
UNMODELLED = frozenset(
    {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "siglongjmp", "vfork", "fork"}
)
_UNMODELLED_FAMILIES = ("__builtin_", "__sync_", "__atomic_", "__c11_atomic_")
_INPUT_FAMILIES = ("__VERIFIER_nondet", "nondet", "__nondet", "__CPROVER_nondet")


def is_input(name: str) -> bool:
    """Whether a function without a body is meant as an input."""
    return name.startswith(_INPUT_FAMILIES)


def is_special(name: str) -> bool:
    """Whether a function without a body reports, assumes, stops or prints, rather than give an input."""
    reports = ERRORS | ASSERTIONS | FAILED_ASSERTIONS
    return name in reports | ASSUMPTIONS | STOPS | OUTPUTS | ALLOCATIONS | RELEASES


def is_intrinsic(name: str) -> bool:
    """Whether a function is the compiler's, or one that is not modelled at all."""
    return name in HINTS or name == UNREACHABLE or is_unmodelled(name)


def is_unmodelled(name: str) -> bool:
    """Whether a function without a body does what "returns an input and changes nothing" does not cover."""
    known = OUTPUTS | STOPS | ASSUMPTIONS | HINTS | ALLOCATIONS | RELEASES
    return name in UNMODELLED or (name.startswith(_UNMODELLED_FAMILIES) and name not in known)


def asserted_argument(name: str, count: int) -> int:
    """Which argument of a function that reports a failed assertion holds the text of the assertion."""
    return 0 if name == "__assert_fail" or (name == "__assert" and count < 4) else 3
