"""What rules do to C programs: every call is seen, whatever way it is made, and nothing else changes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from maymust.certificates.c.emitted_test import c_test
from maymust.certificates.c.native import confirm_natively
from maymust.checking import CheckOptions, check_program
from maymust.diagnostics import InputError
from maymust.frontends.c import COptions, Translation, translate
from maymust.frontends.slic import RuleText
from maymust.frontends.slic.library import load, packaged
from maymust.ir.program import Error
from maymust.ir.text import program_from_text, program_to_text
from maymust.terms import ArraySort
from maymust.verdicts import Fails, Holds, Unknown

GOLDEN = Path(__file__).parent.parent / "golden" / "c" / "rule.ir"
SETTINGS = {"deterministic": "on", "parties": "native=off,spacer=off"}
NAMES = {Holds: "HOLDS", Fails: "FAILS", Unknown: "UNKNOWN"}
NEVER = "F.entry { abort; }"
TWICE = 'state { int n; } F.entry { n++; if (n == 2) abort "twice"; }'


def translated(text: str, *rules: str, entry: str | None = None, **options: object) -> Translation:
    given = tuple(RuleText(f"r{n}", f"r{n}.slic", rule) for n, rule in enumerate(rules, 1))
    chosen = {"properties": frozenset(), **options}
    return translate("p.c", text, COptions(entry=entry, rules=given, **chosen))  # type: ignore[arg-type]


def verdicts(text: str, *rules: str, entry: str | None = None, **options: object) -> list[str]:
    """The verdicts; where there is a C compiler, tests of rules are compiled and run."""
    translation = translated(text, *rules, entry=entry, **options)
    program = translation.program
    found = []
    for result in check_program(program, CheckOptions(seconds=60, settings=SETTINGS)):
        found.append(NAMES[type(result.verdict)])
        if isinstance(result.verdict, Fails) and shutil.which("gcc"):
            test = c_test(translation.source, program, result.verdict.run, result.property)
            native = confirm_natively(test, program.data_model, (), result.property.kind)
            assert native.outcome == "confirmed", native.detail
    return found


def wrong(text: str, *rules: str, **options: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        translated(text, *rules, **options)
    return [str(d) for d in caught.value.diagnostics]


# -- every call is seen ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "void F(void); int main(void) { F(); return 0; }",
        "void F(void) {} int main(void) { F(); return 0; }",
        "static void F(void) {} int main(void) { F(); return 0; }",
        "static void F(void); int main(void) { F(); return 0; } static void F(void) {}",
        "void F(); int main(void) { F(); return 0; } void F() {}",
        "void F(void); int main(void) { void (*f)(void) = F; f(); return 0; }",
        "void F(void) {} void (*f)(void) = &F; int main(void) { (*f)(); return 0; }",
        "void F(void) {} struct s { void (*f)(void); } s = { F }; int main(void) { s.f(); return 0; }",
        "void F(void); void G(void) { F(); } int main(void) { G(); return 0; }",
        "#define DO(f) do { f(); } while (0)\nvoid F(void); int main(void) { DO(F); return 0; }",
        "void F(void); int main(void) { extern void F(void); (F)(); return 0; }",
        "int F(int x) { return x; } int main(void) { return F(F == 0); }",
        "\ufeffvoid F(void); int main(void) { F(); return 0; }",
        "#define CALL(f) f()\n#define TWO F(); F()\nvoid F(void); int main(void) { TWO; CALL(F); return 0; }",
        "void F(int n, ...); int main(void) { F(1, 2, 3); return 0; }",
    ],
)
def test_a_call_is_seen(text: str) -> None:
    assert verdicts(text, NEVER) == ["FAILS"]


def test_a_function_that_is_not_called_is_not_seen() -> None:
    text = "void F(void); void G(void) { F(); } int main(void) { return F == 0; }"
    assert verdicts(text, NEVER) == ["HOLDS"]


def test_recursive_calls_are_seen() -> None:
    text = "int F(int n) { return n > 0 ? F(n - 1) : 0; } int main(void) { return F(%d); }"
    assert verdicts(text % 0, TWICE) == ["HOLDS"]
    assert verdicts(text % 1, TWICE) == ["FAILS"]


def test_functions_of_the_c_library_keep_their_meaning() -> None:
    text = (
        '#include <string.h>\n#include <assert.h>\nint main(void) { assert(strlen("abc") == 3); return 0; }'
    )
    both = frozenset({"assert"})
    assert verdicts(text, "strlen.exit { if ($return != 3) abort; }", properties=both) == ["HOLDS", "HOLDS"]
    assert verdicts(text, "strlen.exit { if ($return == 3) abort; }", properties=both) == ["FAILS", "HOLDS"]


def test_memory_that_is_freed_by_a_watched_call_is_freed() -> None:
    text = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); *p = 1; return 0; }"
    rule = "free.exit { if ($1 == NULL) abort; }"
    found = verdicts(text, rule, properties=frozenset({"deref"}))
    assert (found[0], found[-1], found.count("FAILS")) == ("HOLDS", "FAILS", 1)


def test_a_call_that_does_not_come_back_has_no_exit() -> None:
    text = "#include <stdlib.h>\nvoid F(void) { exit(1); } int main(void) { F(); return 0; }"
    assert verdicts(text, "F.exit { abort; }") == ["HOLDS"]
    endless = "_Noreturn void F(void); int main(void) { F(); return 0; }"
    assert verdicts(endless, "F.exit { abort; }") == ["HOLDS"]
    assert verdicts(endless, NEVER) == ["FAILS"]


# -- what rules see ----------------------------------------------------------------------------------------


def test_arguments_and_results() -> None:
    text = "long F(char a, long b) { a = 9; return a + b; } int main(void) { return F(3, 4) == 13; }"
    for value, expected in ((3, "FAILS"), (9, "HOLDS")):
        assert verdicts(text, f"F.exit {{ if ($1 == {value}) abort; }}") == [expected]
    assert verdicts(text, "F.exit { if ($return == 13 && $2 == 4) abort; }") == ["FAILS"]


def test_structures_are_passed_through() -> None:
    text = """
    struct pair { int a, b; };
    struct pair F(struct pair p) { p.a++; return p; }
    int main(void) { struct pair p = {1, 2}; p = F(p); if (p.a != 2 || p.b != 2) F(p); return 0; }"""
    assert verdicts(text, TWICE) == ["HOLDS"]


def test_names_of_the_program() -> None:
    text = "#define LIMIT 7\nint level; enum { LOW = 2 }; void F(int); int main(void) { level = 5; F(7); }"
    assert verdicts(text, "F.entry { if (level == 5 && $1 == LIMIT && LOW == 2) abort; }") == ["FAILS"]


def test_a_name_of_the_program_is_no_parameter_of_the_entry() -> None:
    text = "int level = 3; int run(int level) { return level; }"
    assert verdicts(text, "program.entry { if (level != 3) abort; }", entry="run") == ["HOLDS"]
    assert verdicts(text, "program.entry { if ($1 == 4 && level == 3) abort; }", entry="run") == ["FAILS"]


def test_entry_comes_before_the_body_and_exit_behind_it() -> None:
    text = "int x = 1; void F(void) { x = 2; } int main(void) { F(); return 0; }"
    assert verdicts(text, "F.entry { if (x != 1) abort; } F.exit { if (x != 2) abort; }") == ["HOLDS"]
    assert verdicts(text, "F.entry { if (x == 1) abort; }") == ["FAILS"]
    assert verdicts(text, "F.exit { if (x == 2) abort; }") == ["FAILS"]


def test_an_execution_that_is_halted_is_not_looked_at() -> None:
    text = "void F(int); int next(void); int main(void) { int n = next(); F(n); F(n); return 0; }"
    rule = "state { int n; } F.entry { if ($1 > 5) halt; n++; if (n == 2 && $1 > %d) abort; }"
    assert verdicts(text, rule % 5) == ["HOLDS"]
    assert verdicts(text, rule % 4) == ["FAILS"]


def test_the_program_is_its_entry() -> None:
    text = "int run(int a) { return a; } int main(void) { return run(1); }"
    assert verdicts(text, "program.exit { if ($return == 1) abort; }") == ["FAILS"]
    assert verdicts(text, "program.entry { if ($1 == 9) abort; }", entry="run") == ["FAILS"]
    assert verdicts("int main() { }", "program.exit { if ($return != 0) abort; }") == ["HOLDS"]


def test_state_begins_with_its_initial_value_whatever_globals_do() -> None:
    text = "int g; void F(void); int main(void) { F(); return g; }"
    rule = "state { int n = 3; } F.entry { if (n != 3) abort; }"
    assert verdicts(text, rule, globals_are_inputs=True) == ["HOLDS"]


def test_rules_do_not_disturb_each_other() -> None:
    text = "void F(void); int main(void) { F(); F(); return 0; }"
    thrice = "state { int n; } F.entry { n++; if (n == 3) abort; }"
    assert verdicts(text, TWICE, thrice) == ["FAILS", "HOLDS"]


def test_what_a_rule_counts_is_not_checked_for_overflow() -> None:
    text = "void F(int); int main(void) { F(5); return 0; }"
    rule = "state { int n = 2147483647; } F.entry { n += $1; n = -n; if (n == $1 << 1) abort; }"
    assert verdicts(text, rule, properties=frozenset({"overflow", "shift"})) == ["HOLDS"]


# -- one object among many ---------------------------------------------------------------------------------

ONE_EACH = "state { int n; } watch F.entry.$1; F.entry [guard $1] { n++; if (n == 2) abort; }"


def test_objects_are_told_apart() -> None:
    text = "int a, b; void F(int *p); int main(void) { F(&a); F(&%s); F(0); F(0); return 0; }"
    assert verdicts(text % "b", ONE_EACH) == ["HOLDS"]
    assert verdicts(text % "a", ONE_EACH) == ["FAILS"]


def test_parts_of_an_object_are_told_apart() -> None:
    text = "struct { int a, b; } s; void F(int *p); int main(void) { F(&s.a); F(&s.%s); return 0; }"
    assert verdicts(text % "b", ONE_EACH) == ["HOLDS"]
    assert verdicts(text % "a", ONE_EACH) == ["FAILS"]


def test_an_uninitialised_pointer_may_be_any() -> None:
    text = "void F(int *p); int main(void) { int x, *p%s; F(&x); F(p); return 0; }"
    assert verdicts(text % "", ONE_EACH) == ["UNKNOWN"]
    assert verdicts(text % " = 0", ONE_EACH) == ["HOLDS"]


def test_what_is_watched_stays_apart_in_memory() -> None:
    """As two variables, not as an array of what the rule may watch."""
    text = """
    struct one { int lock, n; } one; struct two { int lock, n; } two; void F(int *p);
    void add(struct one *to) { F(&to->lock); to->n++; }
    int main(void) { add(&one); F(&two.lock); two.n = one.n; return two.n; }"""
    program = translated(text, ONE_EACH).program
    assert not any(isinstance(variable.term.sort, ArraySort) for variable in program.globals)


def test_numbers_can_be_watched() -> None:
    text = "void F(int handle); int main(void) { F(0); F(1); F(%d); return 0; }"
    assert verdicts(text % 2, ONE_EACH) == ["HOLDS"]
    assert verdicts(text % 0, ONE_EACH) == ["FAILS"]


def test_what_is_new_is_told_apart_from_all_else() -> None:
    text = """
    struct file; struct file *F(void); void G(struct file *);
    int main(void) { struct file *a = F(), *b = F(); if (a && a == b) G(a); return 0; }"""
    rule = "state {} watch %s F.exit.$return; G.entry { abort; }"
    assert verdicts(text, rule % "new") == ["HOLDS"]
    assert verdicts(text, rule % "") == ["FAILS"]


def test_what_is_new_has_the_size_that_the_rule_says() -> None:
    text = """
    char *F(int size); void G(void);
    int main(void) { char *p = F(3); if (p) { p[2] = 5; if (p[2] != 5) G(); } return 0; }"""
    rule = "state {} watch new F.exit.$return%s; G.entry { abort; }"
    assert verdicts(text, rule % " size $1") == ["HOLDS"]
    assert verdicts(text, rule % "") == ["UNKNOWN"]


# -- nothing else changes ----------------------------------------------------------------------------------


def test_places_are_those_of_the_users_text() -> None:
    text = "#include <assert.h>\nint F(int x) { assert(x != 7); return x; } int main(void) { return F(7); }\n"
    plain = translate("p.c", text, COptions()).program
    woven = translated(text, "F.exit { if ($return == 8) abort; }", properties=frozenset({"assert"})).program
    assert [p for p in woven.properties if p.kind == "assert"] == list(plain.properties)
    assert next(p.span for p in woven.properties if p.kind == "rule") == plain.properties[0].span.__class__(
        "p.c", 2, 48, 2, 52
    )


def test_an_abort_has_its_place_in_the_rule() -> None:
    program = translated("void F(void); int main(void) { F(); }", "F.entry {\n  abort;\n}").program
    spans = {
        (edge.span.file, edge.span.line, edge.span.column)
        for procedure in program.procedures.values()
        for edge in procedure.edges
        if isinstance(edge.statement, Error)
    }
    assert spans == {("r1.slic", 2, 3)}


def test_golden() -> None:
    text = "int F(int a) { return a + 1; } void G(void); int main(void) { G(); return F(3); }"
    rule = "state { int n = 5; } F.exit { n += $return; if (n > $1) abort; } G.entry { if (n) halt; }"
    program = translated(text, rule).program
    if os.environ.get("MAYMUST_UPDATE_GOLDEN"):
        GOLDEN.write_text(program_to_text(program))
    assert program_from_text(GOLDEN.read_text()) == program


# -- what cannot be done -----------------------------------------------------------------------------------

CALLS = "void F(int a); int main(void) { F(1); return 0; }"


@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        (CALLS, "F.entry { if ($2) abort; }",
         "r1.slic:1:15: error: `$2`, but `F` has 1 parameter"),
        (CALLS, "F.exit { if ($return) abort; }",
         "r1.slic:1:14: error: `$return`, but `F` returns nothing"),
        (CALLS, "F.entry { if (unheard_of) abort; }",
         "r1.slic:1:15: error: use of undeclared identifier 'unheard_of'"),
        ("int main(void) { return F(1); }", NEVER,
         "r1.slic:1:1: error: rule r1: `F` is called, but not declared (declare it)"),
        ("#define DEFINE(f) void f(void) {}\nDEFINE(F)\nint main(void) { F(); }", NEVER,
         "p.c:2:8: error: `F` is defined in a header or by a macro: rules cannot watch it there"
         " (define it in this file, as it is)"),
        ("#include <stdio.h>\nint main(void) { printf(\"%d\", 1); }", "printf.entry { abort; }",
         "r1.slic:1:1: error: rule r1: calls of `printf`, which takes any number of arguments, cannot be"
         " watched"),
        ("int F(int a);\n#ifdef F\n#endif\nint main(void) { return F(1); }", NEVER,
         "r1.slic:1:1: error: rule r1: a directive speaks of `F`: calls of it cannot be watched"),
        ("int F(int a);\n# undef F\nint main(void) { return F(1); }", NEVER,
         "r1.slic:1:1: error: rule r1: a directive speaks of `F`: calls of it cannot be watched"),
        ("void reach_error(void); int main(void) { reach_error(); }", "reach_error.entry { abort; }",
         "r1.slic:1:1: error: rule r1: calls of `reach_error` cannot be watched"),
        ("struct s { int a; }; void F(struct s s); int main(void) { struct s s; F(s); }", ONE_EACH,
         "r1.slic:1:32: error: `$1` of `F` is no pointer and no integer"),
        ("int F(void); int main(void) { return F(); }",
         "state {} watch new F.exit.$return; F.exit { abort; }",
         "r1.slic:1:16: error: `new`, but `F` returns no pointer"),
    ],
)  # fmt: skip
def test_a_rule_that_does_not_fit_is_refused_with_its_place(text: str, rule: str, message: str) -> None:
    assert message in wrong(text, rule)


def test_a_header_that_undoes_the_renaming_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "undo.h").write_text("void F(void);\n#undef F\nvoid F(void);\n")
    text = '#include "undo.h"\nint main(void) { F(); return 0; }'
    assert wrong(text, NEVER, include_paths=(str(tmp_path),)) == [
        "p.c: error: `F` is a macro in a header: rules cannot watch it"
    ]


def test_a_test_has_the_macros_that_were_defined() -> None:
    text = "void F(int); int main(void) { F(N); return 0; }"
    rule = "F.entry { if ($1 == 5) abort; }"
    assert verdicts(text, rule, defines=("N=5",)) == ["FAILS"]
    assert verdicts(text, "F.entry { if ($1 == 1) abort; }", defines=("N",)) == ["FAILS"]


def test_what_is_new_cannot_be_checked_for_leaks() -> None:
    text = "void *F(void); int main(void) { return F() == 0; }"
    rule = "state {} watch new F.exit.$return; F.exit { abort; }"
    assert "cannot be checked for `leak`" in wrong(text, rule, properties=frozenset({"leak"}))[0]


def test_a_rule_that_watches_nothing_is_warned_of() -> None:
    warnings = translated("int main(void) { return 0; }", NEVER).warnings
    assert [w.message for w in warnings] == [
        "rule r1: nothing in reach of `main` calls a function of this rule"
    ]
    text = "void G(int *); int main(void) { G(0); return 0; }"
    rule = "state {} watch F.entry.$1; G.entry [guard $1] { abort; }"
    assert "rule r1: nothing in reach of `main` makes an object that it watches" in [
        w.message for w in translated(text, rule).warnings
    ]


def test_loading_tells_the_package_from_files(tmp_path: Path) -> None:
    path = tmp_path / "my rule.slic"
    path.write_text(NEVER)
    assert load(str(path)).name == "my_rule"
    assert load("mutex") == packaged("mutex")
    with pytest.raises(InputError, match="did you mean spin_lock"):
        load("spinlock")
    with pytest.raises(InputError, match="cannot be read"):
        load(str(tmp_path / "none.slic"))
