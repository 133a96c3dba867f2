"""The models of the C library do what the C library does."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from helpers.agreement import native_or_skip
from helpers.c_types import MODELS
from helpers.library_calls import FAMILIES, Calls
from helpers.native_batch import run_natively
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Ended, replay
from maymust.terms import to_signed


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("model", MODELS)
def test_calls(model: str, family: str, size: Callable[..., int]) -> None:
    native_or_skip(model)
    for number in range(size(1, full=2)):
        calls = Calls(random.Random(f"{family} {model} {number}"))
        for _ in range(8):
            FAMILIES[family](calls)
        flags = ("-O0", "-fno-builtin", "-msse2", "-mfpmath=sse", "-Wl,--no-as-needed", "-lm")
        expected = [int(line) for line in run_natively(calls.printing(), model, flags).split()]
        assert _results(calls, model) == expected, calls.program()


def _results(calls: Calls, model: str) -> list[int]:
    options = COptions(data_model="LP64" if model == "LP64" else "ILP32")
    program = translate("library.c", calls.program(), options).program
    run = replay(program, [], 2_000_000)
    assert isinstance(run.end, Ended), (run.end, calls.program())
    last = {target.name: value for step in run.steps for target, value in step.changes}
    values = [last[name] for name in calls.results]
    return [to_signed(value, 64) for value in values if isinstance(value, int)]
