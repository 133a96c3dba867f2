"""What a trace says of arrays."""

from __future__ import annotations

from maymust.ir.program import Variable
from maymust.report.values import shown_changes
from maymust.report.view import ArrayView
from maymust.terms import array_sort, array_value, filled, variable

A = Variable(variable("a", array_sort(32, 8)), "a", signed=True)


def test_changes_of_arrays_are_told_by_element_unless_they_are_large() -> None:
    small = array_value(32, 0, [(1, 2)])
    assert list(shown_changes("a", None, small, A)) == [("a", ArrayView(0, {1: 2}))]
    assert list(shown_changes("a", small, small.store(5, 255), A)) == [("a[5]", -1)]
    assert list(shown_changes("a", small, filled(32, 3), A)) == [("a", ArrayView(3, {}))]
    large = array_value(32, 0, [(index, 1) for index in range(100_000)])
    assert list(shown_changes("a", large, large.store(5, 7), A)) == []
    assert list(shown_changes("a", None, large, A)) == []
