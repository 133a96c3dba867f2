"""Calls of C functions by their contracts (`--modular`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from maymust.diagnostics import InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.check_bounded import FailsWithin, ProgramVerdict
from maymust.frontends.c import COptions
from maymust.ir.program import Property
from maymust.specifications.acsl.specified import SpecifiedProgram, specified_program

SMALL = Bound(scope=3, width=4, unrollings=3)
BOUND_OF_NUMBERS = Bound(scope=1, width=4, unrollings=1)
LETTERS = {HoldsWithin: "H", FailsWithin: "F", UndecidedWithin: "U"}
HEAD = """#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
int g, k;
"""
Found = list[tuple[Property, ProgramVerdict]]


def program(folder: Path, text: str, *, modular: bool = True) -> SpecifiedProgram:
    path = folder / "f.c"
    path.write_text(HEAD + text)
    return specified_program(str(path), COptions(entry="f"), modular=modular)


def verdicts(folder: Path, text: str, bound: Bound = SMALL, *, modular: bool = True) -> Found:
    specified = program(folder, text, modular=modular)
    found = specified.check(bound, ForgeOptions())
    assert [wanted for wanted, _ in found] == specified.properties
    return found


def letters(found: Found) -> str:
    """A letter for each property: Holds, Fails, Unknown."""
    return "".join(LETTERS[type(verdict)] for _, verdict in found)


def reasons(found: Found) -> list[str]:
    return [verdict.reason for _, verdict in found if isinstance(verdict, UndecidedWithin)]


INC = (
    "/*@ requires x < 6; assigns \\nothing; ensures \\result == x + 1; */ int inc(int x) { return x + 1; }\n"
)
PUSH = """/*@ assigns g; ensures g == \\old(g) + x; */ void add(int x) { g += x; }
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What is ensured is known, and what is required is checked, at each call.
        (INC + "void f(int x) { if (x < 3) assert(inc(inc(x)) == x + 2); }", "HHH"),
        (INC + "void f(int x) { assert(inc(x) > x); }", "HF"),
        (INC + "void f(int x) { if (x > 6) return; if (x == 6) x = 5; assert(inc(x) == x); }", "FH"),
        # A contract speaks of the parameter, not of a variable of its name within.
        (
            "/*@ requires n > 0; assigns \\nothing; ensures \\result == n; */"
            " int same(int n) { int r = n; { int n = 3; r += n - 3; } return r; }\n"
            "void f(int x) { assert(same(x) == x); }",
            "HF",
        ),
        # What may not be assigned stays, the rest is known by what is ensured alone.
        (PUSH + "void f(void) { g = 1; k = 2; add(3); assert(k == 2); assert(g == 4); }", "HH"),
        (PUSH.replace("assigns g; ", "") + "void f(void) { g = k = 2; add(3); assert(g == 5); }", "H"),
        (PUSH.replace("assigns g; ", "") + "void f(void) { g = k = 2; add(3); assert(k == 2); }", "U"),
        (
            PUSH.replace("ensures g", "ensures g >= 0 ==> g")
            + "void f(void) { g = 1; add(3); assert(g == 4); }",
            "U",
        ),
        # Static variables in functions are in no contract, and change all the same.
        (
            "/*@ assigns \\nothing; ensures \\result >= 0; */ int next(void)"
            "{ static int n; if (n < 3) n++; return n; }\n"
            "void f(void) { int a = next(); int b = next(); assert(a == b); }",
            "F",
        ),
        # The body does better than the contract, or as badly.
        (
            "/*@ ensures \\result >= 0; */ int two(void) { return 2; } void f(void) { assert(two() > 1); }",
            "U",
        ),
        (
            "/*@ ensures \\result >= 0; */ int two(void) { return 2; } void f(void) { assert(two() < 2); }",
            "F",
        ),
        (
            "/*@ ensures \\result >= x; */ int id(int x) { return x; } void f(int x) { assert(id(x) < 3); }",
            "F",
        ),
        # A contract that does not hold: verdicts rest on it.
        (
            "/*@ ensures \\result == 7; */ int no(int x) { return x; } void f(int x) { assert(no(x) == 7); }",
            "H",
        ),
        # Functions without contracts are followed, and calls in them are looked at.
        (INC + "int twice(int x) { return inc(inc(x)); } void f(int x) { assert(twice(x) != x); }", "HFF"),
        # Clauses must be defined.
        (
            "/*@ requires p->value > 0; assigns \\nothing; */ void see(struct node *p) { }\n"
            "void f(struct node *p) { if (p) see(p); }",
            "F",
        ),
        (
            "/*@ requires p->value > 0; assigns \\nothing; */ void see(struct node *p) { }\n"
            "void f(struct node *p) { see(p); }",
            "F",
        ),
        (
            "/*@ requires p->value > 0; assigns \\nothing; */ void see(struct node *p) { }\n"
            "void f(struct node *p) { if (p && p->value > 1) see(p); }",
            "H",
        ),
    ],
)
def test_calls_are_what_contracts_say(tmp_path: Path, text: str, expected: str) -> None:
    assert letters(verdicts(tmp_path, text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Members of one object; of other objects, and other members, nothing changes.
        (
            "/*@ requires \\valid(p); assigns p->value; ensures p->value == x; */"
            "void set(struct node *p, int x) { p->value = x; }\n"
            "void f(struct node *p, struct node *q) { if (!p || !q || p == q) return;"
            " struct node *n = q->next; q->value = 1; set(p, 2);"
            " assert(p->value == 2); assert(q->value == 1); assert(q->next == n); }",
            "HHHH",
        ),
        (
            "/*@ requires \\valid(p); assigns p->value; ensures p->value == x; */"
            "void set(struct node *p, int x) { p->value = x; }\n"
            "void f(struct node *p, struct node *q) { if (!p || !q) return;"
            " q->value = 1; set(p, 2); assert(q->value == 1); }",
            "FH",
        ),
        # New objects.
        (
            "/*@ assigns \\nothing;"
            " ensures \\fresh(\\result) && \\result->value == x && \\result->next == \\null; */"
            "struct node *make(int x)"
            "{ struct node *n = malloc(sizeof *n); n->value = x; n->next = 0; return n; }\n"
            "void f(struct node *p) { struct node *a = make(1), *b = make(2);"
            " assert(a != b); assert(a != p); assert(a->value == 1); assert(a->next == 0); }",
            "HHHH",
        ),
        # Of what is new, only that is known which is ensured: the pointer may be uninitialised.
        (
            "/*@ assigns \\nothing; ensures \\fresh(\\result); */ struct node *make(void)"
            "{ struct node *n = malloc(sizeof *n); n->value = 1; n->next = 0; return n; }\n"
            "void f(void) { assert(make()->next == 0); }",
            "U",
        ),
        # What is freed is not valid.
        (
            "/*@ requires \\valid(p); assigns \\nothing; ensures !\\valid(p); */"
            "void drop(struct node *p) { free(p); }\n"
            "/*@ requires \\valid(p); assigns \\nothing; */ void see(struct node *p) { }\n"
            "void f(void) { struct node *n = malloc(sizeof *n); n->value = 1; n->next = 0;"
            " see(n); drop(n); see(n); }",
            "HHF",
        ),
        # What is from outside may be freed, too, though that is not modelled.
        (
            "/*@ requires \\valid(p); assigns \\nothing; */ void drop(struct node *p) { free(p); }\n"
            "/*@ requires \\valid(p); ensures \\valid(p); */ void f(struct node *p) { drop(p); }",
            "UU",
        ),
    ],
)
def test_memory(tmp_path: Path, text: str, expected: str) -> None:
    assert letters(verdicts(tmp_path, text)) == expected


EXAMPLE = (Path(__file__).parents[3] / "examples" / "list.c").read_text()


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("", "", "HHHHHHHH"),
        ("? list : insert(list, value)", "? list->next : insert(list, value)", "FHHHHHHH"),
        ("? list : insert(list, value)", "? insert(list, value) : list", "FFFHHHHH"),
        ("assumes value", "assumes list != \\null && value", "HHHHHHHH"),
        ("contains(list, value) ? list", "contains(list->next, value) ? list", "FHUHHHHH"),
    ],
)
def test_the_example(tmp_path: Path, right: str, wrong: str, expected: str) -> None:
    path = tmp_path / "list.c"
    path.write_text(EXAMPLE.replace(right, wrong) if right else EXAMPLE)
    found = specified_program(str(path), COptions(entry="include"), modular=True).check(SMALL, ForgeOptions())
    assert letters(found) == expected


def test_recursive_calls_are_by_contract(tmp_path: Path) -> None:
    """Of a list of any length; the recursion is not unrolled."""
    text = """/*@ requires \\forall struct node *n;
        n \\in \\reach(p, next) ==> !(n \\in \\reach(n->next, next));
    assigns \\reach(p, next)->value;
    ensures \\forall struct node *n; n \\in \\reach(p, next) ==> n->value == 1; */
void f(struct node *p) { if (p) { p->value = 1; f(p->next); } }"""
    bound = Bound(scope=3, width=3, unrollings=0)
    assert letters(verdicts(tmp_path, text, bound)) == "HHH"
    wrong = text.replace("p->value = 1;", "")
    assert letters(verdicts(tmp_path, wrong, bound)) == "UHH"  # the body goes deeper than that
    assert letters(verdicts(tmp_path, wrong, Bound(scope=3, width=3, unrollings=2))) == "FHH"


def test_the_verdict_names_the_contracts_that_it_rests_on(tmp_path: Path) -> None:
    ((_, verdict),) = verdicts(
        tmp_path, INC.replace("requires x < 6;", "") + "void f(int x) { assert(inc(x) > x); }"
    )
    assert isinstance(verdict, HoldsWithin)
    assert "rests on the contract of inc" in verdict.notes


def test_what_the_body_did_not_do_is_told(tmp_path: Path) -> None:
    text = "/*@ ensures \\result >= 0; */ int two(void) { return 2; } void f(void) { assert(two() > 1); }"
    assert reasons(verdicts(tmp_path, text)) == [
        "a call of two may do this by contract, but the body does not, within the bound: "
        "more should be ensured"
    ]


def test_what_the_body_does_from_other_inputs_is_found(tmp_path: Path) -> None:
    """By contract the result may be 1 for all x, which is as good for a counterexample as 3."""
    text = "/*@ ensures \\result > 0; */ int some(int x) { return x == 3 ? 1 : 2; }"
    found = verdicts(tmp_path, text + "void f(int x) { assert(some(x) > 1); }")
    ((_, verdict),) = found
    assert isinstance(verdict, FailsWithin)
    assert [given.value for _, given in verdict.run.inputs] == [3]


def test_requirements_are_told_with_the_place_of_the_call(tmp_path: Path) -> None:
    found = verdicts(tmp_path, INC + "void f(int x) {\n  inc(x);\n}")
    ((wanted, verdict),) = found
    assert (wanted.description, wanted.span.line) == ("requires x < 6 of inc", 7)
    assert isinstance(verdict, FailsWithin)
    assert verdict.run.steps[-1].procedure == "f"
    assert verdict.run.steps[-1].edge.span.line == 7


def test_what_is_asserted_in_callees_is_not_asked(tmp_path: Path) -> None:
    text = (
        "/*@ assigns \\nothing; */ void bad(int x) { assert(x > 0); }\n"
        "void f(int x) { bad(x); assert(x == x); }"
    )
    specified = program(tmp_path, text)
    assert [each.description for each in specified.properties] == ["x == x"]
    (warning,) = specified.warnings
    assert (
        warning.message == "what may go wrong inside of bad is not looked at: contracts stand for the calls"
    )
    assert letters(verdicts(tmp_path, text)) == "H"
    assert letters(verdicts(tmp_path, text, modular=False)) == "FH"


def test_what_cannot_be_assumed_is_unknown(tmp_path: Path) -> None:
    text = (
        "/*@ ensures \\exists int i; \\result < i * i; */ int any(int x) { return x; }\n"
        "void f(int x) { assert(any(x) < 4); }"
    )
    (reason,) = reasons(verdicts(tmp_path, text))
    assert "to use the contract of `any` with quantifiers over numbers, or counts, at" in reason


def test_what_is_required_ends_no_execution_unless_it_is_exact(tmp_path: Path) -> None:
    """5 is less than 3 * 3, but 9 does not fit the bound."""
    text = (
        "/*@ requires \\exists int i; x < i * i; assigns \\nothing; */ void see(int x) { }\n"
        "void f(int x) { see(x); assert(x != 5); }"
    )
    assert letters(verdicts(tmp_path, text)) == "UU"


def test_what_fails_is_called_as_it_has_to_be_in_full_width(tmp_path: Path) -> None:
    """7 is the largest number of the bound, but there are others."""
    text = (
        "/*@ requires x < 0; assigns \\nothing; */ void see(int x) { }\n"
        "/*@ requires \\forall int k; k <= x; ensures \\false;"
        " behavior b: assumes x < 0; complete behaviors; */"
        "void f(int x) { if (x != 7) assert(x == 7); see(7); }"
    )
    found = verdicts(tmp_path, text)
    assert letters(found) == "HHUU"
    assert all("it is not called as it has to be: requires \\forall" in each for each in reasons(found))


def test_what_may_be_assigned_is_assumed_only_if_it_is_exact(tmp_path: Path) -> None:
    """6 is 3 * 3 - 3, but 9 does not fit the bound."""
    text = (
        "/*@ requires \\valid(p);"
        " assigns {n | struct node *n; \\exists int i; n->value == i * i - 3}->next; */"
        "void cut(struct node *p) { p->next = 0; }\n"
        "void f(struct node *p) { if (!p || p->value != 6) return; cut(p); assert(p->next == p->next); }"
    )
    assert set(letters(verdicts(tmp_path, text))) == {"U"}


def test_functions_without_a_body_do_not_fail_against_their_contracts(tmp_path: Path) -> None:
    text = (
        "/*@ ensures \\result > 0; */ int ext(int x);\nint other(int x);\n"
        "void f(int x) { if (x > 3) assert(ext(x) > 0); else assert(other(x) > 0); }"
    )
    found = verdicts(tmp_path, text)
    assert letters(found) == "UF"
    assert "`ext` has no body" in reasons(found)[0]


def test_functions_that_cannot_be_called_once_more_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        program(tmp_path, INC + "void f(int (*h)(int)) { assert(inc(1) == 2); }")


def test_without_contracts_nothing_is_different(tmp_path: Path) -> None:
    text = "int id(int x) { return x; } void f(int x) { assert(id(x) == x); assert(x); }"
    assert letters(verdicts(tmp_path, text)) == letters(verdicts(tmp_path, text, modular=False)) == "HF"


CALLEES = [
    # a function, and contracts of it: what is ensured from all that it does to nearly nothing
    ("int c(int x) { return x < 0 ? -x : x; }", ["\\result == (x < 0 ? -x : x)", "\\result >= 0", "\\true"]),
    (
        "int c(int x) { if (x > g) g = x; return g; }",
        ["g == (x > \\old(g) ? x : \\old(g)) && \\result == g", "g >= x"],
    ),
    (
        "int c(int x) { k = x; return x & 3; }",
        ["k == x && \\result == (x & 3)", "\\result >= 0 && \\result <= 3"],
    ),
]
CLAIMS = ["r >= 0", "g == b", "k == x || r < 4", "g >= x"]


def test_what_is_found_by_contracts_is_true_of_the_bodies(tmp_path: Path) -> None:
    """Against the program with calls followed: what holds by contracts holds, what fails fails; and where the
    contract tells all, nothing is unknown."""
    seen = set()
    for number, (callee, contracts) in enumerate(CALLEES):
        for position, ensured in enumerate(contracts):
            contract = f"/*@ requires x > -8; assigns g, k; ensures {ensured}; */"
            if position == 0 and number != 1:
                contract = contract.replace("g, k", "k")
            if position == 0 and number == 0:
                contract = contract.replace("assigns k", "assigns \\nothing")
            for claim in CLAIMS:
                body = f"int b = g; int r = c(x); assert({claim});"
                text = f"{contract} {callee}\nvoid f(int x) {{ if (x > -8) {{ {body} }} }}"
                by_contract = letters(verdicts(tmp_path, text, BOUND_OF_NUMBERS))
                followed = letters(verdicts(tmp_path, text, BOUND_OF_NUMBERS, modular=False))
                assert by_contract[1:] == "H"
                assert by_contract[0] in (followed, "U"), text
                seen.add((position == 0, by_contract[0], followed))
    assert seen >= {(True, "H", "H"), (True, "F", "F"), (False, "U", "H"), (False, "F", "F")}
    assert (True, "U", "H") not in seen
