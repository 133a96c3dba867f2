"""The kinds of properties that can be asked for, by their names."""

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
}
MEMORY = frozenset({"null", "bounds", "deref", "free"})
GROUPS = {"memory": MEMORY, "all": frozenset(KINDS)}
RULE = "rule"  # of a SLIC rule: asked for by naming the rule
LOST = "memtrack"  # SV-COMP's: all that is allocated can be reached or is freed
UNDECIDED = {LOST: "whether memory gets lost before the program ends (valid-memtrack) is not checked"}
DEFAULT = frozenset({ASSERT})
