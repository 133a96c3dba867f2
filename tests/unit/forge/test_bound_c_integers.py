"""Numbers of the IR in fewer bits: where all fits, the result is that of the full width."""

from __future__ import annotations

import pytest

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir.integers import Integers, Number
from maymust.engines.forge.from_ir.terms import _OPERATIONS
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir import read
from maymust.fir.evaluation import Evaluator
from maymust.fir.values import State, integers, of_atoms
from maymust.ir.source import Span
from maymust.terms import to_signed
from maymust.terms.operators import OPERATORS

PROGRAM, _ = read("global x: Integer, global y: Integer\nproc p () : () ensures true { }")
HERE = Span("f.c", 3, 1, 3, 9)
UNSIGNED = {"udiv": (0, 1), "urem": (0, 1), "lshr": (0,)}  # operands that are taken as unsigned numbers

EXACT = {"mul": lambda x, y: x * y, "shl": lambda x, y: x << max(0, y)}  # what n bits may not hold


def evaluated(result: Number, fits: list[object], width: int, x: int, y: int) -> int | None:
    """The result for these operands; None if something does not fit."""
    evaluator = Evaluator(PROGRAM, width)
    state = State({"x": of_atoms(x), "y": of_atoms(y)}, {})
    if not all(evaluator.truth(each, state) for each in fits):  # type: ignore[arg-type]
        return None
    return result if isinstance(result, int) else evaluator.number(result, state)


@pytest.mark.parametrize("name", list(_OPERATIONS))
@pytest.mark.parametrize(("bits", "width"), [(8, 4), (32, 3), (3, 4), (4, 4), (1, 3), (5, 4)])
def test_operators(name: str, bits: int, width: int) -> None:
    work = Integers(width, HERE)
    result = _OPERATIONS[name](work)(e.use("x"), e.use("y"), bits)
    own = integers(min(bits, width))
    for x in own:
        for y in own:
            mask = (1 << bits) - 1
            true = OPERATORS[name].evaluate((bits, bits), (), (x & mask, y & mask))
            expected = to_signed(true, bits)
            found = evaluated(result, list(work.fits), width, x, y)
            if found is None:
                taken = [(x, y)[position] & mask for position in UNSIGNED.get(name, ())]
                exact = EXACT[name](x, y) if name in EXACT else expected
                assert any(each not in integers(width) for each in (exact, *taken))
            else:
                assert found == expected


@pytest.mark.parametrize(("bits", "width"), [(8, 4), (3, 4), (4, 4), (1, 3)])
def test_comparisons_and_conversions(bits: int, width: int) -> None:
    mask = (1 << bits) - 1
    for x in integers(min(bits, width)):
        for y in [*integers(min(bits, width)), *((-100, 99) if bits == 8 else ())]:
            work = Integers(width, HERE)
            known: Number = y if abs(y) > 90 else e.use("y")
            given = 0 if abs(y) > 90 else y
            less = evaluated(
                e.choice(work.less(e.use("x"), known), e.number(1), e.number(0)), [], width, x, given
            )
            below = evaluated(
                e.choice(work.below(e.use("x"), known), e.number(1), e.number(0)), [], width, x, given
            )
            same = evaluated(
                e.choice(work.equal(e.use("x"), known), e.number(1), e.number(0)), [], width, x, given
            )
            assert (less, below, same) == (x < y, x & mask < y & mask, x == y)
        work = Integers(width, HERE)
        extended = evaluated(work.zero_extended(e.use("x"), bits), list(work.fits), width, x, 0)
        assert extended == (x & mask if x & mask in integers(width) else None)
        if bits == 8:
            work = Integers(width, HERE)
            for low, count in ((0, 2), (1, 3), (6, 2), (4, 4)):
                part = evaluated(work.extracted(e.use("x"), low, count), list(work.fits), width, x, 0)
                assert part == to_signed((x & mask) >> low & ((1 << count) - 1), count)


def test_a_number_that_does_not_fit_is_told_with_its_place() -> None:
    with pytest.raises(Unsupported, match=r"the number 100 in 4 bits \(it takes a bit width of 8\) at f.c:3"):
        Integers(4, HERE).value(100)
