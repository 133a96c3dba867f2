"""Options and fixtures of all tests."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from typing import Protocol

import pytest

from maymust.terms.term import forget_unused

NIGHTLY_FACTOR = 20
MANY_TERMS = 300_000
LONG = 0.5  # seconds of a test that may have made many solvers
os.environ["MAYMUST_STORE"] = "off"  # no test touches the user's store, nor learns from another


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help=f"random tests {NIGHTLY_FACTOR} times as large")


class Size(Protocol):
    """How many random cases a test tries: `count`; with `--nightly` many times that, or many times `full`."""

    def __call__(self, count: int, full: int | None = None) -> int: ...


@pytest.fixture(scope="session")
def size(request: pytest.FixtureRequest) -> Size:
    nightly = request.config.getoption("--nightly")
    return lambda count, full=None: NIGHTLY_FACTOR * (full or count) if nightly else count


@pytest.fixture(autouse=True)
def _forgetting() -> Iterator[None]:
    """A worker runs thousands of tests: what they have made must not stay. (Solvers hold much memory that
    Python's collector does not count, so it waits for long.)"""
    started = time.monotonic()
    yield
    if not forget_unused(MANY_TERMS) and time.monotonic() - started > LONG:
        gc.collect()
