"""The functions that we know by name: sets of names from the table (`table`), and questions about them."""

from __future__ import annotations

from typing import TypeVar

from maymust.frontends.c.library.table import Does, find, names

Argument = TypeVar("Argument")

MAIN = "main"
ERRORS = names(Does.ERROR)  # with or without a body
ASSERTIONS = names(Does.ASSERTS)  # from here on: only without a body
RULE_VIOLATION, RULE_HALT = "__maymust_rule_violated", "__maymust_rule_halt"  # called by what rules say
RULE_CHOICE = "__VERIFIER_nondet_maymust_watch"  # whether an object is the one that a rule watches
RULE_NEW = "__VERIFIER_nondet_maymust_new"  # whether what a rule says to be new is there, or null
RULE_OBJECT, RULE_OFFSET = "__maymust_rule_object", "__maymust_rule_offset"  # where a pointer leads to
RULE_SAME = "__maymust_rule_same"  # whether a pointer leads to such a place
RULE_WEAK = "__maymust_rule_weak"  # a macro: an attribute in tests, else nothing
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
FAILED_ASSERTIONS = names(Does.FAILED)
ASSUMPTIONS = names(Does.ASSUMES)
STOPS = names(Does.STOPS, Does.EXITS)
EXITS = names(Does.EXITS)  # that are no failure
HINTS = names(Does.HINTS)
UNREACHABLE = "__builtin_unreachable"
RUN_FIRST = "__SMACK_init_func_"  # so begin the names of functions that SMACK calls before `main`
OPENS = names(Does.OPENS)
CLOSES = names(Does.CLOSES, Does.REOPENS)
ZEROED = names(Does.ALLOCATES_ZERO)
ALIGNED = names(Does.ALLOCATES_ALIGNED)  # the size comes second
ON_STACK = names(Does.ALLOCATES_ON_STACK)
ALLOCATIONS = names(Does.ALLOCATES) | ZEROED | ALIGNED | ON_STACK
DIVISIONS = names(Does.DIVIDES)
REALLOCATIONS = names(Does.REALLOCATES)
RELEASES = names(Does.RELEASES)
VARIABLE_ARRAY = "__maymust_array"  # makes a variable-length array: its length, and the size of an element
NO_ARGUMENT = "__maymust_no_argument"  # called where `va_arg` finds none of its type
STREAMS = ("stdin", "stdout", "stderr")  # variables of the C library
VARIABLES = (  # others, which the library sets, and programs may declare themselves
    *("environ", "__environ", "program_invocation_name", "program_invocation_short_name"),
    *("optarg", "optind", "opterr", "optopt"),
    *("timezone", "daylight", "tzname", "__timezone", "__daylight", "__tzname"),
    *("signgam", "getdate_err", "h_errno", "__progname"),
    *("error_message_count", "error_one_per_line", "error_print_progname"),
)
DECIDED_ONCE = names(Does.DECIDED_ONCE)  # positive, and the same throughout a run
_ELSEWHERE = frozenset({"setcontext", "swapcontext", "makecontext", "sigreturn", "__builtin_eh_return"})
_UNMODELLED_FAMILIES = ("__builtin_", "__sync_", "__atomic_", "__c11_atomic_")
_INPUT_FAMILIES = (
    *("__VERIFIER_nondet", "nondet", "__nondet", "__CPROVER_nondet"),
    *("__ESBMC_nondet", "__SMACK_nondet"),
)
_TOOL_FAMILIES = ("__VERIFIER_", "__CPROVER_", "__ESBMC_", "klee_", "Frama_C_", "__SMACK_", "__CONTRACT_")
_CLAUSES = "__CONTRACT_"  # so begin the names of functions that SMACK takes for clauses of contracts
FILLS, FILLS_OBJECT = names(Does.FILLS), names(Does.FILLS_OBJECT)
RANGES = names(Does.BETWEEN, Does.BETWEEN_EXCLUDED, Does.BELOW)
CHOICES = names(Does.EITHER)
QUESTIONS = names(*[does for does in Does if does.value.startswith("tells-")])  # about pointers, or numbers


def is_clause(name: str) -> bool:
    """Whether calls of a function without a body are clauses of contracts."""
    return name.startswith(_CLAUSES)


def is_output(name: str) -> bool:
    """Whether a function only prints."""
    row = find(name)
    return row is not None and row.does is Does.PRINTS


def bounds_of_input(name: str) -> tuple[int, int | None] | None:
    """Of a function that gives a number of so many bits: these, and the least value, if they are signed."""
    row = find(name)
    if row is None or row.bits is None or row.does is not Does.INPUT:
        return None
    return row.bits, row.least


def range_of(name: str) -> tuple[int, int | None] | None:
    """The least and the most that a function of the C library gives, as signed numbers, if more is known of
    that than its type."""
    row = find(name)
    return None if row is None else row.gives


def is_input(name: str) -> bool:
    """Whether a function without a body is meant as an input."""
    row = find(name)
    if row is not None and row.is_directive:
        return row.does is Does.INPUT
    return name.startswith(_INPUT_FAMILIES) or bounds_of_input(name) is not None


def is_directive(name: str) -> bool:
    """Whether a function without a body belongs to a verification tool: no library defines it, and what is
    not known of it is not modelled."""
    row = find(name)
    return name.startswith(_TOOL_FAMILIES) if row is None else row.is_directive


def is_special(name: str) -> bool:
    """Whether a function without a body reports, assumes, stops, prints or opens a stream, rather than give
    an input."""
    reports = ERRORS | ASSERTIONS | FAILED_ASSERTIONS
    known = reports | ASSUMPTIONS | STOPS | ALLOCATIONS | REALLOCATIONS | RELEASES | OPENS | CLOSES
    return name in known or is_output(name)


def is_without_effect(name: str) -> bool:
    """Whether a function without a body returns an input of its type, if anything, and changes nothing."""
    return (
        not (is_special(name) or is_intrinsic(name) or written_arguments(name))
        and name not in ASSUMPTIONS | DIVISIONS | DECIDED_ONCE | FILLS | FILLS_OBJECT | RANGES | CHOICES
        and name not in QUESTIONS
        and bounds_of_input(name) is None
    ) or is_output(name)


def is_intrinsic(name: str) -> bool:
    """Whether a function is the compiler's, or one that is not modelled at all."""
    return name in HINTS or name == UNREACHABLE or is_unmodelled(name) or is_never_input(name)


def is_unmodelled(name: str) -> bool:
    """Whether a function without a body may do anything: call others, jump, change variables."""
    row = find(name)
    if row is not None and row.does is Does.JUMPS:
        return True
    unknown = row is None or row.does is Does.COMPUTES
    families = _UNMODELLED_FAMILIES if is_input(name) else (*_UNMODELLED_FAMILIES, *_TOOL_FAMILIES)
    return unknown and name.startswith(families)


def calls_back(name: str) -> bool:
    """Whether a function of the C library calls functions that it is given, now or later."""
    row = find(name)
    return row is not None and row.does is Does.JUMPS


def goes_elsewhere(name: str) -> bool:
    """Whether a function does not go on behind its call, but in a place that the text does not tell."""
    return "longjmp" in name or name in _ELSEWHERE


def is_never_input(name: str) -> bool:
    """Whether no call of the function is "an input, and nothing is changed"."""
    row = find(name)
    return row is not None and row.does in (Does.COMPUTES, Does.JUMPS)


def written_arguments(name: str) -> tuple[int, ...]:
    """Through which arguments the function writes, if they are not null; nothing else keeps it from being an
    input."""
    row = find(name)
    return row.written if row is not None and row.does is Does.INPUT else ()


def sets_errno(name: str) -> bool:
    """Whether the function may fail and set `errno` then, while its result is an input or an operator's."""
    row = find(name)
    return row is not None and (row.sets_errno or bool(written_arguments(name)))


def sizes(name: str, arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """The arguments of a call that allocates whose product is the size."""
    return arguments[1:] if name in ALIGNED or name in REALLOCATIONS else arguments


def asserted_argument(name: str, count: int) -> int:
    """Which argument of a function that reports a failed assertion holds the text of the assertion."""
    return 0 if name == "__assert_fail" or (name == "__assert" and count < 4) else 3
