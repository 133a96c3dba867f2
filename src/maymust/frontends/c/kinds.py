"""Names the kinds of properties that can be asked for."""

from __future__ import annotations

ASSERT = "assert"
KINDS = {
    ASSERT: "assertions, error calls and labels ERROR",
    "null": "no null pointer is dereferenced",
    "bounds": "no access outside of an array or object",
    "deref": "no access through a pointer that is uninitialised, made from an integer, or to what is gone",
    "free": "only what is allocated is freed, and only once",
    "leak": "what is allocated is freed before the program ends",
    "div": "no division by zero, and none whose result is too large",
    "overflow": "no signed overflow",
    "shift": "no shift by a negative amount or by the width or more, and no left shift of a negative number",
    "uninit": "no local number or pointer is read before it is set",
    "return": "no value is used of a function that returned none",
    "bool": "no _Bool is read that holds something else than 0 or 1",
    "cast": "no floating-point number is converted to an integer type that cannot hold it",
    "vla": "no variable-length array without elements",
    "unreachable": "__builtin_unreachable is not reached",
    "nonnull": "null is not passed or returned where an attribute, or `static`, forbids it",
    "align": "no access that is misaligned for its type",
    "pointer": "no pointer leaves its object, and none is subtracted from or ordered with one to another",
    "unsigned": "no unsigned arithmetic wraps around",
}
MEMORY = frozenset({"null", "bounds", "deref", "free"})
LIVED_WITH = frozenset({"nonnull", "align", "pointer"})  # undefined, but many programs do it and work
DEFINED = frozenset({ASSERT, "leak", "unsigned"})  # C says what happens
GROUPS = {
    "memory": MEMORY,
    "all": frozenset(KINDS) - LIVED_WITH - {"unsigned"},
    "undefined": frozenset(KINDS) - DEFINED,
}
RULE = "rule"  # of a SLIC rule: asked for by naming the rule
LOST = "memtrack"  # SV-COMP's: all that is allocated can be reached or is freed
UNDECIDED = {LOST: "whether memory gets lost before the program ends (valid-memtrack) is not checked"}
DEFAULT = frozenset({ASSERT})
