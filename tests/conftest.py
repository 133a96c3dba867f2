"""Options and fixtures of all tests."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

NIGHTLY_FACTOR = 20
os.environ["MAYMUST_STORE"] = "off"  # no test touches the user's store, nor learns from another


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help=f"random tests {NIGHTLY_FACTOR} times as large")


@pytest.fixture(scope="session")
def size(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """How many random cases a test tries: the given number, or many times that with `--nightly`."""
    factor = NIGHTLY_FACTOR if request.config.getoption("--nightly") else 1
    return lambda count: count * factor
