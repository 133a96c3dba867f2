"""SLIC: rules about the calls that a program makes.

T. Ball, S. K. Rajamani: SLIC, a specification language for interface checking (of C), 2001. DASH article §5,
Fig. 16; thesis Fig. 2.1.

`parse_rule` reads a rule (`lexing`, `parsing`, `tree`; `validate` is what a rule must keep to beyond its
grammar); `library` has the rules of the package. What a rule does to a C program is in
`frontends/c/rules/instrument.py`; what rules mean is in `docs/RULES.md`.
"""

from __future__ import annotations

import hashlib

from maymust.frontends.slic.tree import Rule
from maymust.frozen import frozen


@frozen
class RuleText:
    """A rule as it was given: its name in reports, the file where diagnostics place it, its text."""

    name: str
    path: str
    text: str

    @property
    def digest(self) -> str:
        """What tells this text from all others."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogateescape")).hexdigest()


def parse_rule(given: RuleText) -> Rule:
    """The rule in a text. Raises InputError, with a place for each thing that is wrong."""
    from maymust.frontends.slic.parsing import Parser
    from maymust.frontends.slic.validate import check_rule

    rule = Parser(given.name, given.path, given.text).rule()
    check_rule(rule)
    return rule
