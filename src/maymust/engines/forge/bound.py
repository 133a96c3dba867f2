"""The bound of a search: how many atoms of each domain, integers of how many bits, how many unrollings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir.tree import IntegerLiteral, Program
from maymust.fir.values import integers, wrapped
from maymust.frozen import frozen

WIDEST = 12  # every integer of the width is an atom
MOST_ATOMS = 10_000


@frozen
class Bound:
    """Domains have `scope` atoms, those in `scopes` as many as stated there.

    Loops, and recursive calls, are followed up to `unrollings` times.
    """

    scope: int = 3
    scopes: Mapping[str, int] = field(default_factory=dict)
    width: int = 4
    unrollings: int = 3

    def of(self, domain: str) -> int:
        """The scope of a domain."""
        return self.scopes.get(domain, self.scope)

    def grown(self) -> Bound:
        """One more of everything; bits grow only where numbers of atoms would not fit."""
        scopes = {name: scope + 1 for name, scope in self.scopes.items()}
        largest = max([self.scope, *self.scopes.values()]) + 1
        width = max(self.width, largest.bit_length() + 1)
        return Bound(self.scope + 1, scopes, width, self.unrollings + 1)

    def __str__(self) -> str:
        named = "".join(f", {name}={scope}" for name, scope in sorted(self.scopes.items()))
        times = unrollings_text(self.unrollings)
        return f"scope {self.scope}{named}, bit width {self.width}, {times}"


def unrollings_text(times: int) -> str:
    """`1 unrolling`, `2 unrollings`."""
    return "1 unrolling" if times == 1 else f"{times} unrollings"


def check(bound: Bound, program: Program) -> None:
    """Raises an `InputError` if the bound makes no sense for the program, or is too large to begin with."""
    problems = [f"there is no domain {name}" for name in bound.scopes if name not in program.domains]
    if min([bound.scope, *bound.scopes.values(), bound.unrollings]) < 0:
        problems.append("scopes and unrollings cannot be negative")
    if not 1 <= bound.width <= WIDEST:
        problems.append(f"the bit width must be between 1 and {WIDEST}")
    elif sum(bound.of(name) for name in program.domains) + 2**bound.width > MOST_ATOMS:
        problems.append(f"more than {MOST_ATOMS} atoms are too many")
    if problems:
        raise InputError(*(Diagnostic("error", f"{bound}: {problem}") for problem in problems))


def check_literals(literals: list[IntegerLiteral], width: int) -> None:
    """Raises an `InputError` if a number of the program does not fit."""
    for literal in literals:
        if wrapped(literal.value, width) != literal.value:
            needed = (literal.value if literal.value >= 0 else ~literal.value).bit_length() + 1
            message = f"{literal.value} does not fit into {width} bits"
            hint = f"use a bit width of at least {needed}"
            raise InputError(Diagnostic("error", message, literal.span, hint))


def atoms_of(program: Program, bound: Bound) -> dict[str, list[str]]:
    """Names for the atoms of each domain: `User1`, `User2`, …; no two are alike, nor like a literal's."""
    taken = {"true", "false", *program.literals}
    found: dict[str, list[str]] = {}
    for domain in program.domains:
        for separator in ("", "_", "#"):
            names = [f"{domain}{separator}{number}" for number in range(1, bound.of(domain) + 1)]
            if separator == "#" or not taken.intersection(names):
                break
        taken.update(names)
        found[domain] = names
    return found


def all_atoms(program: Program, bound: Bound) -> list[str | int]:
    """The universe: Booleans, integers, the atoms of domains, and literals."""
    named = [name for names in atoms_of(program, bound).values() for name in names]
    return ["true", "false", *integers(bound.width), *named, *program.literals]
