"""Texts that are damaged at random: a diagnostic, or a program and its verdict; never anything else."""

from __future__ import annotations

import random
from collections.abc import Callable

from helpers.fir import THESIS
from maymust.diagnostics import InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, check_procedure
from maymust.fir import read
from maymust.fir.parsing import parse
from maymust.fir.printing import Printer

TEXTS = [path.read_text(encoding="utf-8") for path in sorted(THESIS.glob("*.fir"))]
SYMBOLS = "∀ ∃ Σ ∅ ∪ ∩ \\ → . ⊕ ^ * ~ π ( ) { } | , ; : := = ≠ ⊆ < > ≤ ≥ + - × ÷ # ¬ ∧ ∨ ⇒ ⇔ ? & << >> >>>"
WORDS = """
if else while exit break continue spec new proc local global domain literal requires ensures meets modifies
mod some one lone no all sum true false none 0 1 3 Integer Boolean User id email x newUser User_old
"""
PIECES = [*SYMBOLS.split(), *WORDS.split()]


def damaged(source: random.Random) -> str:
    text = source.choice(TEXTS)
    for _ in range(source.randint(1, 3)):
        place = source.randrange(len(text))
        kind = source.randrange(3)
        end = place + source.randint(1, 12)
        if kind == 0:
            text = text[:place] + text[end:]
        elif kind == 1:
            text = f"{text[:place]} {source.choice(PIECES)} {text[place:]}"
        else:
            text = f"{text[:place]} {source.choice(PIECES)} {text[end:]}"
    return text


def test_damaged_programs(size: Callable[[int], int]) -> None:
    ways = {"refused": 0, "checked": 0}
    bound = Bound(scope=2, width=3, unrollings=2)
    options = ForgeOptions(shrinking_seconds=0.1, hint_seconds=0.1, seconds=5, coverage=True)
    for seed in range(size(400)):
        text = damaged(random.Random(seed))
        try:
            program, _ = read(text)
            assert parse(Printer().program(program)) == program
            for name, procedure in program.procedures.items():
                if procedure.specification:
                    check_procedure(program, name, bound, options)
            ways["checked"] += 1
        except InputError:
            ways["refused"] += 1
    assert min(ways.values()) > size(400) // 20, ways
