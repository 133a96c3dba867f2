"""Calls of functions that deal with pointers have copies of their own, which nobody sees."""

from __future__ import annotations

import shutil

from maymust.certificates.c.emitted_test import c_test
from maymust.certificates.c.native import confirm_natively
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, Translation, translate
from maymust.frontends.c.source import Uninitialised
from maymust.frontends.c.tree import duplicates
from maymust.ir.program import Error, Havoc, Program
from maymust.ir.text import program_to_text
from maymust.report.build import property_view
from maymust.verdicts import Fails, Holds, PropertyResult, Verdict

HEAD = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
int nondet(void);
void reach_error(void);
struct list { struct list *next; int value; };
struct words { long first; char *second; };
"""
GET = "void *get(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }\n"


def _translation(text: str, *properties: str) -> Translation:
    options = COptions(properties=frozenset(properties or ("assert",)))
    return translate("clones.c", HEAD + text, options)


def _program(text: str, *properties: str) -> Program:
    return _translation(text, *properties).program


def _result(program: Program) -> PropertyResult:
    (result,) = check_program(program, CheckOptions(seconds=60))
    return result


def _verdict(program: Program) -> Verdict:
    return _result(program).verdict


def _procedures(program: Program) -> set[str]:
    return set(program.procedures) - {"%start", "main"}


def test_without_copies_there_is_one_of_each_function() -> None:
    text = (
        GET
        + "int main(void) { struct list *l = get(sizeof *l), *m = get(sizeof *m); l->next = m; m->next = l;"
        " assert(l->next != l); }"
    )
    shared = translate("clones.c", HEAD + text, COptions(copies=False)).program
    assert (_procedures(shared), _procedures(_program(text))) == ({"get"}, {"get", "get.copy2"})
    assert isinstance(_verdict(shared), Holds)


def test_two_calls_of_a_wrapper_give_two_regions() -> None:
    program = _program(
        GET
        + """int main(void) {
        struct list *l = get(sizeof *l); struct words *w = get(sizeof *w);
        l->next = l; l->value = 3; w->first = 4; w->second = 0;
        assert(l->next == l && l->value + w->first == 7 && !w->second); }"""
    )
    assert _procedures(program) == {"get", "get.copy2"}
    cells = {variable.name for variable in program.globals if variable.name.startswith("M")}
    assert len({name.partition(".")[0] for name in cells}) == 2
    assert isinstance(_verdict(program), Holds)


def test_wrappers_of_wrappers_are_copied_with_what_they_call() -> None:
    program = _program(
        GET
        + """void *zeroed(size_t n) { return memset(get(n), 0, n); }
        int main(void) { int *a = zeroed(4); char **b = zeroed(8); long *c = get(8);
        *b = (char *)a; *c = 1; assert(*a == 0); }"""
    )
    called = {"get", "get.copy2", "get.copy3", "zeroed", "zeroed.copy2"}
    assert called <= _procedures(program)
    assert sum(program.function(name) == "memset" for name in program.procedures) == 2


def test_a_function_that_is_called_once_is_not_copied() -> None:
    program = _program(GET + "int main(void) { int *a = get(4); *a = 1; assert(*a == 1); }")
    assert _procedures(program) == {"get"}


def test_functions_without_pointers_are_not_copied() -> None:
    program = _program("int f(int x) { return x; } int main(void) { assert(f(1) == f(nondet())); }")
    assert _procedures(program) == {"f"}


def test_recursive_functions_are_not_copied() -> None:
    program = _program(
        """int length(struct list *l) { return l ? 1 + length(l->next) : 0; }
        int even(struct list *l); int odd(struct list *l) { return l && even(l->next); }
        int even(struct list *l) { return !l || odd(l->next); }
        int main(void) { struct list a = {0}, b = {&a};
        assert(length(&a) < length(&b) && even(&b) && odd(&a)); }"""
    )
    assert _procedures(program) == {"length", "even", "odd"}


def test_what_pointers_call_is_the_function_itself() -> None:
    program = _program(
        """int set(int *p, int v) { *p = v; return v; }
        int (*chosen)(int *, int) = set;
        int main(void) { int a, b; long c = 5; set(&a, 1); chosen(&b, 2); set((int *)&c, 3);
        assert(a == 1 && b == 2 && chosen == set); }"""
    )
    assert _procedures(program) == {"set", "set.copy2", "set.copy3"}
    assert isinstance(_verdict(program), Holds)


def test_static_variables_and_strings_are_there_once() -> None:
    program = _program(
        """int *counter(void *who) { static int count = 5; count++; return &count; }
        const char *name(void *who) { static const char *known; if (!known) known = "x"; return known; }
        const char *text(void *who) { return "y"; }
        int main(void) { int a; char b; int *p = counter(&a), *q = counter(&b);
        const char *s = name(&a), *t = name(&b);
        assert(p == q && *p == 7 && s == t && text(&a) == text(&b)); }"""
    )
    assert {"counter.copy2", "name.copy2", "text.copy2"} <= _procedures(program)
    assert isinstance(_verdict(program), Holds)


def test_jumps_blocks_and_variable_arrays_in_copies() -> None:
    program = _program(
        """int sum(int *p, int n) {
            int total = 0, i = 0;
        again:
            if (i == n) goto done;
            { int copy[n]; copy[i] = p[i]; total += ({ int *q = &copy[i]; *q; }); }
            switch (i++) { case 0: default: goto again; }
        done:
            return total; }
        int main(void) { int a[2] = {1, 2}, b[3] = {3, 4, 5}; assert(sum(a, 2) == 3 && sum(b, 3) == 12); }"""
    )
    assert "sum.copy2" in program.procedures
    assert isinstance(_verdict(program), Holds)


def test_a_local_variable_that_pointers_are_kept_to_lives_in_two_calls() -> None:
    program = _program(
        """int f(void) { struct list l = {&l, 4}; l.next->value++; return l.value; }
        int main(void) { assert(f() + f() == 10); }"""
    )
    assert "f.copy2" in program.procedures
    assert isinstance(_verdict(program), Holds)


CHECKED = """void check(int *p) { assert(*p > 0); }
int main(void) { int a = 1; struct { char c; int b; } s = {0, nondet() & 1}; check(&a); check(&s.b); }"""


def test_an_assertion_in_copies_is_one_property() -> None:
    program = _program(CHECKED)
    assert len(program.properties) == 1
    errors = [
        (name, edge.statement.property_id)
        for name, procedure in program.procedures.items()
        for edge in procedure.edges
        if isinstance(edge.statement, Error)
    ]
    assert errors == [("check", "P1"), ("check.copy2", "P1")]
    assert isinstance(_verdict(program), Fails)


def test_a_check_in_copies_is_one_property() -> None:
    text = """int at(int *p, int i) { return p[i]; }
    int main(void) { int a[2] = {0}, b[3] = {0}; char c[3] = "ab", d[9]; at(a, 1); at(b, nondet() & 3);
    strcpy(d, c); }"""
    program = _program(text, "bounds")
    assert "at.copy2" in program.procedures
    assert [p.description for p in program.properties if "p[i]" in p.description] == [
        "access out of bounds: p[i]"
    ]


def test_reports_name_the_function_of_the_source() -> None:
    program = _program(CHECKED)
    view = property_view(_result(program), program, {}, None)
    assert "copy" not in str(view)
    assert {step.procedure for step in view.trace} == {"main", "check"}
    assert [step.calls for step in view.trace if step.calls] == ["check", "check"]


def test_messages_name_the_function_of_the_source() -> None:
    translation = _translation(
        """int unknown(void *p);
        int f(void *p, int x) { if (x) return unknown(p); }
        int main(void) { char c; int i; assert(f(&c, nondet()) + f(&i, 0)); }"""
    )
    procedures = translation.program.procedures
    assert "f.copy2" in procedures
    edges = [edge for procedure in procedures.values() for edge in procedure.edges]
    names = [edge.statement.name for edge in edges if isinstance(edge.statement, Havoc)]
    assert names.count("return value of f") == 2
    assert ["`unknown`" in warning.message for warning in translation.warnings] == [True]


def test_copies_stay_few() -> None:
    levels = "".join(
        f"void *get{i + 1}(size_t n) {{ return n & {1 << i} ? get{i}(n) : get{i}(n + 1); }}\n"
        for i in range(20)
    )
    text = GET.replace("get", "get0") + levels + "int main(void) { assert(get20(4) != get20(8)); }"
    program = _program(text)
    assert 20 < len(program.procedures) < 2000
    copies = {name for name in program.procedures if name != duplicates.original(name)}
    assert any(name.startswith("get0.") for name in copies)
    assert program_to_text(program) == program_to_text(_program(text))


FED = """
struct pair { int x; char c; short s; };
int use(void *target, int n) {
    struct pair p; int one, *q = &one;
    if (n) memcpy(target, &p, sizeof p); else memcpy(target, q, sizeof one);
    return p.x;
}
void *make(int n) { return malloc(n); }
int main(void) {
    struct pair pair; int number; char bytes[sizeof(struct pair)];
    int x = use(&pair, 1), y = use(bytes, 1), z = use(&number, 0);
    int *a = make(4); short *b = make(2);
    if (x == 10 && y == 20 && z == 30 && pair.s == 3 && bytes[4] == 4 && *a == 5 && *b == 6) reach_error();
}
"""


def test_copies_are_fed_by_one_place() -> None:
    """What is uninitialised or allocated is told where it stands, whichever copy it is in."""
    translation = _translation(FED)
    program = translation.program
    assert {"use.copy2", "make.copy2"} <= _procedures(program)
    verdict = _verdict(program)
    assert isinstance(verdict, Fails)
    test = c_test(translation.source, program, verdict.run, program.properties[0])
    assert test.count("maymust_fresh(malloc(n))") == 1
    assert test.count("maymust_fill(&p, ") == 1
    _confirm(test)


def test_a_variable_is_filled_if_it_is_bytes_in_some_copy() -> None:
    """Then it cannot be initialised by a number in the others."""
    translation = _translation(
        """int held(void *p) { int one; p = p ? &one : p; return *(int *)p; }
        int main(void) { char c[4]; int n, i = nondet() & 3; c[i] = 0; n = 0;
        int x = held(&n), y = held(c), z = held(&n);
        if (x == 70000 && y == 80000 && z == -1) reach_error(); }"""
    )
    origins = [o for o in translation.source.origins.values() if isinstance(o, Uninitialised)]
    assert {origin.part is None for origin in origins if origin.name == "one"} == {True, False}
    verdict = _verdict(translation.program)
    assert isinstance(verdict, Fails)
    program = translation.program
    _confirm(c_test(translation.source, program, verdict.run, program.properties[0]))


def _confirm(test: str) -> None:
    """The test fails when it is compiled and run, if that is possible here."""
    if shutil.which("gcc"):
        native = confirm_natively(test, "LP64")
        assert native.outcome == "confirmed", f"{native.detail}\n{test}"
