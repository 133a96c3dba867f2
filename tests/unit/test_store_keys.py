"""Keys by content: they change with what a property means, and with nothing else."""

from __future__ import annotations

import subprocess
import sys

from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.store.keys import Keys, digest

TEXT = """
extern int nondet(void);
int g = 3;
int leaf(int x) { if (x > 5 && g == 3) return 5; return x; }
int other(int x) { return x + g; }
int middle(int x) { int r = leaf(x); assert(r <= 5); return r; }
int main(void) { int a = nondet(); a = middle(a); a = other(a); assert(a != 7); return 0; }
"""


def program_of(text: str = TEXT, **options: bool) -> Program:
    return translate("t.c", text, COptions(**options)).program


def procedures(text: str) -> dict[str, str]:
    program = program_of(text)
    keys = Keys(program)
    return {name: keys.procedure(name) for name in program.procedures}


def changed(old: str, new: str) -> set[str]:
    """The procedures whose keys an edit changes."""
    assert old in TEXT
    before, after = procedures(TEXT), procedures(TEXT.replace(old, new))
    return {name for name, key in before.items() if after.get(name) != key}


def of_properties(text: str = TEXT, **options: bool) -> list[str]:
    program = program_of(text, **options)
    keys = Keys(program)
    return [keys.properties((p.id,), "auto") for p in program.properties]


def names_of(text: str = TEXT) -> list[str]:
    program = program_of(text)
    keys = Keys(program)
    return [keys.property_name(p, "auto") for p in program.properties]


def test_places_and_comments_do_not_matter() -> None:
    moved = "\n\n/* moved */\n" + TEXT.replace("return 5;", "  return 5;\n/* here */")
    assert procedures(moved) == procedures(TEXT)
    assert of_properties(moved) == of_properties()


def test_an_edit_changes_what_it_reaches() -> None:
    callers = {"leaf", "middle", "main", "%start"}
    assert changed("x > 5", "x > 6") == callers
    assert changed("return x + g", "return x + g + 1") == {"other", "main", "%start"}
    assert changed("int g = 3", "int g = 4") == {"%start"}
    assert changed("a != 7", "a != 8") == {"main", "%start"}
    assert changed("r <= 5", "r < 5") == {"middle", "main", "%start"}


def test_properties_have_keys_of_their_own() -> None:
    first, second = of_properties()
    assert first != second
    program = program_of()
    keys = Keys(program)
    ids = [p.id for p in program.properties]
    assert len({keys.properties((i,), "auto") for i in ids} | {keys.properties(ids, "auto")}) == 3
    assert keys.properties(ids, "auto") != keys.properties(ids, "smash")
    assert keys.procedure("leaf", ids) == keys.procedure("leaf")
    assert keys.procedure("middle", ids[:1]) != keys.procedure("middle", ids[1:])


def test_options_that_change_the_meaning_change_keys() -> None:
    assert of_properties(globals_are_inputs=True) != of_properties()


TWICE = """
extern int nondet(void);
int g;
int twice(int a, int b) { return a * b + (a == b && b == g); }
int main(void) { assert(twice(nondet(), 1) != 9); return 0; }
"""
PRINT_KEY = """
import sys
from maymust.frontends.c import COptions, translate
from maymust.store.keys import Keys
from maymust.terms import variable
from maymust.terms.sorts import bitvec
made = [variable(f"twice::{name}", bitvec(32)) for name in sys.argv[2]]
print(Keys(translate("t.c", sys.argv[1], COptions()).program).procedure("twice"))
"""


def test_keys_do_not_depend_on_the_order_in_which_terms_are_made() -> None:
    """The arguments of operators that commute are in the order in which they were made, in each process."""
    found = {
        subprocess.run(
            [sys.executable, "-c", PRINT_KEY, TWICE, order], capture_output=True, text=True, check=True
        ).stdout
        for order in ("ab", "ba")
    }
    assert len(found) == 1


def test_a_property_keeps_its_name_where_the_program_is_edited() -> None:
    assert names_of(TEXT.replace("x > 5", "x > 6")) == names_of()
    added = names_of(TEXT.replace("int r = leaf(x);", "assert(x != 9); int r = leaf(x);"))
    assert [name for name in added if name in names_of()] == names_of()
    twice = names_of(TEXT.replace("assert(r <= 5);", "assert(r <= 5); assert(r <= 5);"))
    assert len(set(twice)) == 3


def test_sequences_are_not_mixed_up() -> None:
    assert len({digest("ab", "c"), digest("a", "bc"), digest("abc"), digest("ab", "c", "")}) == 4
