"""Programs with arrays: how values, invariants and traces are told."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec

from helpers.array_programs import PROGRAMS
from helpers.arrays import array_program
from maymust.certificates.c.emitted_test import c_test
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import InputValue, replay
from maymust.report.build import property_view
from maymust.report.terminal import Style, property_lines
from maymust.report.view import ArrayView, PropertyView
from maymust.terms import array_value


def view_of(text: str) -> PropertyView:
    made = array_program(text)
    result = next(iter(check_program(made, CheckOptions("dash", {}, 60.0))))
    return property_view(result, made, {}, None)


def test_an_array_is_shown_by_what_it_has_where() -> None:
    view = view_of(PROGRAMS["what is not initialised"][1])
    (given,) = view.inputs
    assert given.value == ArrayView(0, {3: 77})
    (shown,) = json.loads(msgspec.json.encode(view))["inputs"]
    assert shown["value"] == {"default": 0, "elements": {"3": 77}}
    lines = list(property_lines(view, Style(False), trace=False, profile=False))
    assert "    M = {[3] = 77, else 0}    (uninitialised, line 13)" in lines
    assert msgspec.json.decode(msgspec.json.encode(view), type=PropertyView).inputs == view.inputs


def test_invariants_speak_of_elements() -> None:
    view = view_of(PROGRAMS["a cell that stays small"][1])
    assert view.verdict == "HOLDS"
    assert any("M[5]" in text for said in view.invariants for text in said.conjuncts)


def test_large_arrays_are_shown_in_part() -> None:
    assert str(ArrayView(4, {})) == "{all 4}"
    assert str(ArrayView(0, {i: -i for i in range(1, 11)})).endswith("[8] = -8, … 2 more, else 0}")


TRACED = """
procedure main entry 0 exit 1
  local main::a bv8->bv8
  0 -> 2: main::a := (fill 8 1:8)
  2 -> 3: main::a := (store main::a 3:8 255:8)
  3 -> 4: main::a := (store (store main::a 4:8 7:8) 3:8 1:8)
  4 -> 5: assume (eq (select main::a 4:8) 7:8)
  5 -> 1: error P1
end
procedure %start entry 0 exit 1
  0 -> 2: call main
  2 -> 1: return
end
"""


def test_a_trace_tells_which_elements_change() -> None:
    changes = [[(c.name, c.value) for c in step.changes] for step in view_of(TRACED).trace]
    assert [c for c in changes if c] == [
        [("a", ArrayView(1, {}))],
        [("a[3]", 255)],
        [("a[3]", 1), ("a[4]", 7)],
    ]


def test_an_array_is_not_fed_to_c() -> None:
    """A C test says so, and gives nothing else in its place."""
    text = "int f(int x) { int y; if (x > 5) return y; return 0; }"
    translation = translate("f.c", text, COptions(entry="f"))
    made = array_program(PROGRAMS["what is not initialised"][1])
    run = replay(made, [InputValue("%start@0", array_value(64, 0, [(i, 77) for i in range(100)]))])
    wanted = replace(made.properties[0], id="P1")
    written = c_test(translation.source, replace(made, file="f.c"), run, wanted)
    assert "Not fed, for want of a place to do so: M = [0: 77, 1: 77" in written
    assert max(map(len, written.splitlines())) < 400
