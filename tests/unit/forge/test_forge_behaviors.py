"""Behaviors in contracts of C functions, within a bound."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.check_bounded import FailsWithin
from maymust.frontends.c import COptions
from maymust.specifications.acsl.specified import specified_program

SMALL = Bound(scope=2, width=4, unrollings=2)
LETTERS = {HoldsWithin: "H", FailsWithin: "F", UndecidedWithin: "U"}
ABS = """int g;
/*@ requires x > -8;
    behavior positive: assumes x > 0; assigns \\nothing; ensures \\result == x;
    behavior negative: assumes x < 0; assigns g; ensures \\result == -x; ensures g == x;
    behavior zero: assumes x == 0; ensures \\result == 0;
    complete behaviors;
    disjoint behaviors; */
int f(int x) { if (x < 0) { g = x; return -x; } return x; }"""


def checked(folder: Path, text: str, *, modular: bool = False) -> dict[str, str]:
    """The verdicts: a letter for each clause."""
    path = folder / "f.c"
    path.write_text(text)
    program = specified_program(str(path), COptions(entry="f"), modular=modular)
    found = program.check(SMALL, ForgeOptions())
    return {wanted.description: LETTERS[type(verdict)] for wanted, verdict in found}


def test_each_clause_of_each_behavior_has_a_verdict(tmp_path: Path) -> None:
    assert checked(tmp_path, ABS) == {
        "ensures \\result == x (behavior positive)": "H",
        "ensures \\result == -x (behavior negative)": "H",
        "ensures g == x (behavior negative)": "H",
        "ensures \\result == 0 (behavior zero)": "H",
        "assigns \\nothing (behavior positive)": "H",
        "assigns g (behavior negative)": "H",
        "complete behaviors": "H",
        "disjoint behaviors": "H",
    }


@pytest.mark.parametrize(
    ("right", "wrong", "failing"),
    [
        ("return -x", "return x", ["ensures \\result == -x (behavior negative)"]),
        ("return x", "return x + 1", ["\\result == x (behavior positive)", "\\result == 0 (behavior zero)"]),
        ("g = x;", "", ["ensures g == x (behavior negative)"]),
        ("return x", "g++; return x", ["assigns \\nothing (behavior positive)"]),
        ("assigns g", "assigns \\nothing", ["assigns \\nothing (behavior negative)"]),
        ("assumes x < 0", "assumes x < -1", ["complete behaviors"]),
        ("assumes x > 0", "assumes x >= 0", ["disjoint behaviors"]),
        ("complete behaviors;", "complete behaviors zero, positive;", ["complete behaviors zero, positive"]),
        ("requires x > -8", "requires x < 0", []),
        # What is assumed is about the start.
        ("assumes x < 0", "assumes x < 0 && g == 3", ["complete behaviors"]),
        # What a behavior requires is required only where it applies.
        ("assumes x == 0; ensures \\result == 0", "assumes x == 0; requires g == 3; ensures g == 3", []),
        ("assumes x > 0;", "assumes x > 0; requires x == 2; ensures \\result == 2;", []),
        ("assumes x > 0;", "assumes x > 0; requires x == 2; ensures x == 1;", ["x == 1 (behavior positive)"]),
    ],
)
def test_mistakes(tmp_path: Path, right: str, wrong: str, failing: list[str]) -> None:
    assert right in ABS
    found = checked(tmp_path, ABS.replace(right, wrong))
    assert set(found.values()) <= {"H", "F"}
    fails = [text for text, letter in found.items() if letter == "F"]
    assert len(fails) == len(failing)
    assert all(text.endswith(part) for text, part in zip(fails, failing, strict=True))


def test_where_behaviors_are_not_disjoint_the_rest_is_judged_all_the_same(tmp_path: Path) -> None:
    text = ABS.replace("assumes x > 0", "assumes x >= 0").replace("return x;", "return 5;")
    assert "".join(checked(tmp_path, text).values()) == "FHHHHHHF"


def test_what_is_said_of_the_start_is_asked_even_if_the_function_never_returns(tmp_path: Path) -> None:
    text = "/*@ behavior b: assumes x > 0; complete behaviors; */ void f(int x) { for (;;) { } }"
    assert checked(tmp_path, text) == {"complete behaviors": "F"}


def test_what_is_assumed_must_be_defined(tmp_path: Path) -> None:
    text = (
        "struct node { int value; struct node *next; };\n"
        "/*@ behavior b: assumes p->value > 0; ensures \\result == 1; complete behaviors b; */"
        " int f(struct node *p) { return 1; }"
    )
    assert checked(tmp_path, text) == {
        "ensures \\result == 1 (behavior b)": "F",
        "complete behaviors b": "F",
    }
    careful = text.replace("assumes p", "assumes p == \\null || p")
    assert checked(tmp_path, careful)["ensures \\result == 1 (behavior b)"] == "H"


def test_calls_by_contracts_with_behaviors(tmp_path: Path) -> None:
    """What each behavior assumes is judged at the call."""
    text = (
        "#include <assert.h>\n"
        + ABS.replace("int f(", "int size(")
        + (
            "\nvoid f(int x) { if (x == -8) return; int b = g; int r = size(x);"
            " assert(r >= 0); assert(x <= 0 || g == b); assert(x >= 0 || g == x); assert(g == b); }"
        )
    )
    assert checked(tmp_path, text, modular=True) == {
        "r >= 0": "H",
        "x <= 0 || g == b": "H",
        "x >= 0 || g == x": "H",
        "g == b": "F",
        "requires x > -8 of size": "H",
    }


def test_behaviors_are_implications(tmp_path: Path) -> None:
    """The same verdicts as clauses that say it with `==>`."""
    chance = random.Random(3)
    conditions = ["x > 0", "x < g", "g == 1", "x <= 0", "g > x + 1"]
    promises = ["\\result == x", "\\result > g", "g == \\old(g)", "g == x", "\\result >= 0"]
    seen = set()
    for _ in range(12):
        body = chance.choice(["if (x > g) g = x; return x;", "return g;", "g = x; return g + 1;"])
        assumed, needed = chance.sample(conditions, 2)
        promised = chance.choice(promises)
        by_behavior = f"behavior b: assumes {assumed}; requires {needed}; ensures {promised};"
        plain = f"requires ({assumed}) ==> ({needed}); ensures \\old({assumed}) ==> ({promised});"
        found = [
            list(checked(tmp_path, f"int g;\n/*@ {contract} */ int f(int x) {{ {body} }}").values())
            for contract in (by_behavior, plain)
        ]
        assert found[0] == found[1], (by_behavior, body)
        seen.update(found[0])
    assert seen >= {"H", "F"}
