"""How procedures are named after the functions of a program.

What comes behind a dot tells copies of a function apart (`clones`); a function that rules watch is in two
parts; one that is declared unlike the library's function of its name is marked.
"""

from __future__ import annotations

RULE_WRAPPER, RULE_BODY = "maymust_rule_", "maymust_body_"
UNLIKE = "unlike:"


def function_name(procedure: str) -> str:
    """The function of the source that a procedure is."""
    plain = procedure.partition(".")[0].removeprefix(UNLIKE)
    return plain.removeprefix(RULE_WRAPPER).removeprefix(RULE_BODY)
