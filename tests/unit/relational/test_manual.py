"""What docs/RELATIONAL.md shows is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

MANUAL = Path(__file__).parents[3] / "docs" / "RELATIONAL.md"


def test_the_examples_of_the_manual() -> None:
    result = doctest.testfile(str(MANUAL), module_relative=False)
    assert result.attempted > 30
    assert result.failed == 0
