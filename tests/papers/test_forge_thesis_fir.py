"""Chapter 2 of the Forge thesis: its programs, and how they are transformed."""

from __future__ import annotations

from helpers.fir import graphs, thesis_program
from maymust.fir.graph import Branch, graphs_of
from maymust.fir.graph_text import graph_text
from maymust.fir.inlining import calls_by_specification, inline_calls
from maymust.fir.unrolling import outermost_loops, unroll


def test_fig_2_2_statements_are_numbered_through_the_program() -> None:
    procedures = graphs_of(thesis_program("fig_2_2_register"))
    assert graph_text(procedures["register"]) == (
        "  proc register (newEmail) : (newUser) {\n"
        "1   if newEmail ⊆ User.email {\n"
        "2     newUser := Error\n"
        "    } else {\n"
        "3     newUser := new User\n"
        "4     email := email ∪ newUser→newEmail\n"
        "5     setUniqueId(newUser)\n"
        "    }\n"
        "6   exit\n"
        "  }\n"
    )
    assert graph_text(procedures["setUniqueId"]) == (
        "  proc setUniqueId (newUser) : () {\n"
        "7   id := spec(∃ newId | id = id_old ⊕ newUser→newId ∧ ¬(newId ⊆ User.id_old))\n"
        "8   exit\n"
        "  }\n"
    )


def test_fig_2_4_the_loop_of_contains() -> None:
    graph = graphs_of(thesis_program("fig_2_4_contains"))["contains"]
    (loop,) = outermost_loops(graph)
    assert (loop.head, sorted(loop.body)) == (1, [1, 2, 3])
    assert graph.nodes[3].successors == (1,)


def test_fig_2_5_contains_unrolled_twice() -> None:
    graph = unroll(graphs_of(thesis_program("fig_2_4_contains"))["contains"], 2)
    assert graph_text(graph) == (
        "   proc contains (list, val) : (result) {\n"
        " 1   if list ≠ ∅ {\n"
        " 2     if list.value ≠ val {\n"
        " 3       list := list.next\n"
        " 6       if list ≠ ∅ {\n"
        " 7         if list.value ≠ val {\n"
        " 8           list := list.next\n"
        " 9           spec(list = ∅)\n"
        "             goto 5\n"
        "           } else {\n"
        "             goto 4\n"
        "           }\n"
        "         }\n"
        "       } else {\n"
        " 4       result := true\n"
        "         exit\n"
        "       }\n"
        "     }\n"
        " 5   result := false\n"
        "10   exit\n"
        "   }\n"
    )
    sources = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 1, 7: 2, 8: 3, 9: 1, 10: 6}
    assert {number: node.source for number, node in graph.nodes.items()} == sources
    assert graph.nodes[9].role == "loop end"


def test_section_2_2_1_inner_loops_are_unrolled_anew() -> None:
    """With m unrollings, the inner body is there m × m times."""
    text = """
    local i: Integer, local j: Integer, local n: Integer
    proc p (n) : () {
      i := 0
      while i < n {
        j := 0
        while j < n { j := j + 1 }
        i := i + 1
      }
    }
    """
    graph = graphs(text)["p"]
    for times in range(4):
        unrolled = unroll(graph, times)
        assert not outermost_loops(unrolled)
        found = [node for node in unrolled.nodes.values() if node.source == 5]
        assert len(found) == times * times
        ends = [node for node in unrolled.nodes.values() if node.role == "loop end"]
        assert len(ends) == 1 + times


def test_section_2_2_2_area_inlined() -> None:
    procedures = graphs_of(thesis_program("section_2_2_2_area"))
    graph = inline_calls(procedures, "area", 0)
    assert graph_text(graph, numbers=False) == (
        "proc area (x, y, x2, y2) : (a) {\n"
        "  x' := x - x2\n"
        "  if x' < 0 {\n"
        "    a' := -x'\n"
        "  } else {\n"
        "    a' := x'\n"
        "  }\n"
        "  width := a'\n"
        "  x'' := y - y2\n"
        "  if x'' < 0 {\n"
        "    a'' := -x''\n"
        "  } else {\n"
        "    a'' := x''\n"
        "  }\n"
        "  height := a''\n"
        "  a := width × height\n"
        "  exit\n"
        "}\n"
    )
    assert sorted(node.source for node in graph.nodes.values() if isinstance(node.action, Branch)) == [5, 5]
    assert [node.role for node in graph.nodes.values() if node.source == 1] == ["result", "argument"]


def test_fig_5_2_a_call_becomes_its_specification() -> None:
    procedures = graphs_of(thesis_program("fig_5_2_birthday"))
    graph = calls_by_specification(procedures["setDay"], procedures, {"checkDay"})
    assert graph_text(graph, numbers=False) == (
        "proc setDay (this, d) : () {\n"
        "  m := this.month\n"
        "  receiver' := m\n"
        "  d' := d\n"
        "  ok' := spec(ok' ⇔ d' > 0 ∧ d' ≤ receiver'.maxDay)\n"
        "  dayOk := ok'\n"
        "  if dayOk {\n"
        "    day := day ⊕ this→d\n"
        "  }\n"
        "  exit\n"
        "}\n"
    )
