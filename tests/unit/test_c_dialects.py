"""Functions and syntax of other verification tools in C sources. `tests/programs/dialects` has what holds and
fails."""

from __future__ import annotations

import pytest

from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, Translation, translate
from maymust.frontends.c.clang.dialects import rewrite
from maymust.frontends.slic import RuleText
from maymust.verdicts import Holds, Unknown

SECONDS = 60.0


def translated(text: str, *, entry: str | None = None, properties: str = "assert") -> Translation:
    return translate("f.c", text, COptions(entry=entry, properties=frozenset(properties.split(","))))


def verdict(text: str, entry: str | None = None) -> str:
    """How the only property of a program ends."""
    (result,) = check_program(translated(text, entry=entry).program, CheckOptions(seconds=SECONDS))
    found = result.verdict
    return found.reason if isinstance(found, Unknown) else type(found).__name__


@pytest.mark.parametrize(
    "name",
    [
        *("__CPROVER_is_fresh", "__CPROVER_array_set", "__CPROVER_initialize", "__CPROVER_uninterpreted_f"),
        *("__ESBMC_init_object", "klee_is_symbolic", "klee_alias_function", "Frama_C_nondet_ptr"),
        *("__SMACK_code", "__SMACK_value", "__VERIFIER_atomic_swap", "__VERIFIER_something"),
    ],
)
def test_unknown_directives_are_not_modelled(name: str) -> None:
    text = f'int {name}(int); int x; int main(void) {{ {name}(0); __CPROVER_assert(x == 0, ""); }}'
    assert f"`{name}`" in verdict(text)


def test_unknown_directives_are_no_inputs() -> None:
    text = "int klee_is_symbolic(int); int main(void) { if (klee_is_symbolic(1)) __CPROVER_assert(0, 0); }"
    assert "`klee_is_symbolic`" in verdict(text)


@pytest.mark.parametrize("clause", ["requires", "ensures", "invariant", "exists"])
def test_clauses_of_contracts_are_asked_for_but_not_modelled(clause: str) -> None:
    name = f"__CONTRACT_{clause}"
    text = f"void {name}(_Bool); int g; int main(void) {{ {name}(g == 0); g = 1; }}"
    assert f"clause `{name}` of a contract" in verdict(text)


def test_clauses_that_are_not_reached_violate_nothing() -> None:
    text = "void __CONTRACT_ensures(_Bool); int g; int main(void) { if (g) __CONTRACT_ensures(g == 7); }"
    assert verdict(text) == "Holds"


def test_clauses_hide_nothing_that_comes_before_them() -> None:
    text = """void __CONTRACT_invariant(_Bool); int nondet_int(void);
    int main(void) { int x = nondet_int(); __CPROVER_assert(x == 1, ""); __CONTRACT_invariant(x == 0); }"""
    results = check_program(translated(text).program, CheckOptions(seconds=SECONDS))
    assert [type(result.verdict).__name__ for result in results] == ["Fails", "Unknown"]


@pytest.mark.parametrize("name", ["__CPROVER_deallocated", "__CPROVER_malloc_object"])
def test_variables_of_tools_are_not_modelled(name: str) -> None:
    text = f'int x, *p = &x; int main(void) {{ __CPROVER_assert({name} != p, ""); }}'
    assert f"`{name}`" in verdict(text)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("__CPROVER_r_ok(p, 8)", "memory from outside"),
        ("__CPROVER_OBJECT_SIZE(p) > 0", "memory from outside"),
        ("__CPROVER_POINTER_OBJECT(p) == 1", "memory from outside"),
        ("__CPROVER_DYNAMIC_OBJECT(p)", "memory from outside"),
        ("__CPROVER_same_object(p, q)", "memory from outside"),
        ("__CPROVER_r_ok(unset, 1)", "an uninitialised pointer"),
        ("__CPROVER_OBJECT_SIZE(unset)", "an uninitialised pointer"),
        ("__CPROVER_r_ok((int *)number, 1)", "a pointer made from an integer"),
        ("__CPROVER_OBJECT_SIZE(0)", "size of no object"),
    ],
)
def test_questions_without_an_answer(question: str, why: str) -> None:
    head = "void f(int *p, int *q, unsigned long number) { int *unset; if (!p || !q || p == q) return;"
    told = verdict(f'{head} __CPROVER_assume({question}); __CPROVER_assert(0, ""); }}', "f")
    assert why in told or "overlap" in told


def test_what_is_known_of_memory_from_outside() -> None:
    text = 'void f(int *p) { if (p) __CPROVER_assert(__CPROVER_r_ok(p), ""); }'
    assert verdict(text, "f") == "Holds"


@pytest.mark.parametrize(
    "declaration",
    [
        "void __CPROVER_assume(int);",
        "extern void __CPROVER_assume(_Bool condition);",
        "int __CPROVER_assume();",
        "typedef unsigned __CPROVER_size_t; void __CPROVER_assume(long);",
    ],
)
def test_own_declarations_stand(declaration: str) -> None:
    body = 'int x; __CPROVER_assume(x > 5); __CPROVER_assert(x > 4, "");'
    assert verdict(f"{declaration} int main(void) {{ {body} }}") == "Holds"


def test_messages_are_told() -> None:
    (found,) = translated('int main(void) { __CPROVER_assert(1 < 2, "so it is"); }').program.properties
    assert found.description == '1 < 2, "so it is"'


@pytest.mark.parametrize(
    ("clause", "name"),
    [
        (
            "int f(int x) __CPROVER_requires(x > 0) __CPROVER_ensures(__CPROVER_old(x)) { return x; }",
            2,
        ),
        ("int f(int x) __CPROVER_assigns() __CPROVER_frees() ;", 2),
        (
            "int f(int x) { while (x) __CPROVER_loop_invariant(x) __CPROVER_decreases(x) x--; return x; }",
            2,
        ),
        ("/* __CPROVER_requires(x) */ int f(int x) { return x; }", 0),
    ],
)
def test_contracts_are_warned_of(clause: str, name: int) -> None:
    warnings = translated(f"{clause}\nint main(void) {{ f(1); }}").warnings
    assert len([w for w in warnings if "contracts are not checked" in w.message]) == name


@pytest.mark.parametrize("condition", ["s.next != 0", "s.next != &s", "s.next->v < 5"])
def test_pointers_that_become_inputs_may_be_anything(condition: str) -> None:
    text = f"""
    void klee_make_symbolic(void *, unsigned long, const char *);
    struct node {{ int v; struct node *next; }} s = {{1, &s}};
    int main(void) {{ klee_make_symbolic(&s, sizeof s, "s"); __CPROVER_assert({condition}, ""); }}"""
    assert verdict(text) not in ("Holds", "Fails")


# -- rewriting ---------------------------------------------------------------------------------------------


def test_plain_c_is_not_rewritten() -> None:
    assert rewrite(b"int main(void) { return 1 == 2; }") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"f(a ==> b)", b"f(!(a )|| b)"),
        (b"f(a && b ==> c || d)", b"f(!(a && b )|| c || d)"),
        (b"a ==> b ==> c;", b"!(a )|| !(b )|| c;"),
        (b"x = (p(1, 2)) ==> q;", b"x = !((p(1, 2)) )|| q;"),
        (b"return a ==> b;", b"return !(a )|| b;"),
        (b'f("a ==> b")', b'f("a ==> b")'),
        (b"__CPROVER_bitvector[8] x;", b"unsigned _BitInt(8)    x;"),
    ],
)
def test_implications(text: bytes, expected: bytes) -> None:
    found = rewrite(text)
    assert found is not None and found.text == expected


@pytest.mark.parametrize(
    ("guard", "loop"),
    [
        ("int i; 0 <= i && i < n ==> p", "for (i = (0); maymust_all && i < (n); i = "),
        ("int i; (i > lo && hi >= i) ==> p", "for (i = (lo); maymust_all && i <= (hi); i = "),
        ("size_t i; (i < n && q) ==> p", "for (i = 0; maymust_all && i < (n); i = "),
        ("int i; ((0 <= i) && (i < n - 1)) ==> p", "for (i = (0); maymust_all && i < (n - 1); i = "),
        ("int i; i < n ==> p", "__CPROVER_forall("),
        ("int i; 0 <= i && i < i * n ==> p", "__CPROVER_forall("),
        ("int i; 0 <= i || i < n ==> p", "__CPROVER_forall("),
        ("int i; p", "__CPROVER_forall("),
        ("int i, j; 0 <= j && j < n ==> p", "__CPROVER_forall("),
        ("int8_t i; i < n ==> p", "__CPROVER_forall("),
    ],
)
def test_ranges_of_quantifiers(guard: str, loop: str) -> None:
    found = rewrite(b"__CPROVER_forall { %b }" % guard.encode())
    assert found is not None and loop in found.text.decode()


def test_a_quantifier_over_all_values_ends() -> None:
    guard = "__CPROVER_forall { unsigned char i; i <= 255 ==> x + i <= 300 }"
    text = f"int main(void) {{ int x; __CPROVER_assume(x >= 0); __CPROVER_assume({guard});"
    assert verdict(f'{text} __CPROVER_assert(x <= 44, ""); }}') == "Fails"
    assert verdict(f'{text} __CPROVER_assert(x <= 45, ""); }}') == "Holds"


def test_cbmcs_allocation_never_fails() -> None:
    text = 'int main(void) { char *p = __CPROVER_allocate(3, 0); __CPROVER_assert(p != 0, ""); }'
    program = translate("f.c", text, COptions(malloc_may_fail=True)).program
    (result,) = check_program(program, CheckOptions(seconds=SECONDS))
    assert isinstance(result.verdict, Holds)


def test_the_loop_of_a_quantifier_does_not_overflow() -> None:
    text = "int main(void) { int i, k; __CPROVER_assume(__CPROVER_exists { int j; j > i && j <= k }); }"
    assert not translated(text, properties="overflow").program.properties


def test_places_are_those_of_the_text() -> None:
    text = 'int main(void) { int x; __CPROVER_assume(x == 1 ==> x > 0); __CPROVER_assert(x != 3, ""); }'
    (found,) = translated(text).program.properties
    assert (found.span.line, found.span.column) == (1, text.index("__CPROVER_assert") + 1)
    (found,) = translated(text.replace("x != 3", "x == 1 ==> x == 1")).program.properties
    assert found.description == 'x == 1 ==> x == 1, ""'


def test_places_with_rules() -> None:
    rule = RuleText("none", "none.slic", "state { int n = 0; } take.entry { if (n == 1) abort; n = 1; }")
    text = 'void take(void) {} int main(void) { int x = 1 ==> 1; take(); __CPROVER_assert(x, ""); }'
    program = translate("f.c", text, COptions(rules=(rule,))).program
    found = next(p for p in program.properties if p.kind == "assert")
    assert (found.span.line, found.span.column) == (1, text.index("__CPROVER_assert") + 1)


def test_nested_quantifiers() -> None:
    inner = "__CPROVER_exists { int j; (0 <= j && j < 3) && a[j] == i }"
    text = f"__CPROVER_forall {{ int i; (0 <= i && i < 3) ==> {inner} }}"
    assert verdict(f'int main(void) {{ int a[3] = {{2, 0, 1}}; __CPROVER_assert({text}, ""); }}') == "Holds"


# -- what came with it -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("assembly", "told"),
    [
        ('__asm__ __volatile__("" : "+r"(x));', "Holds"),
        ('asm volatile("" ::: "memory");', "Holds"),
        ('__asm__("" : "=r"(x));', "inline assembly"),
        ('__asm__("nop" : "+r"(x));', "inline assembly"),
        ('__asm__("" :: "r"(x++));', "inline assembly"),
    ],
)
def test_assembly_without_instructions(assembly: str, told: str) -> None:
    text = f'int main(void) {{ int x = 1; {assembly} __CPROVER_assert(x == 1, ""); }}'
    assert told in verdict(text)


def test_too_large_allocations_give_null() -> None:
    text = """
    void *malloc(unsigned long);
    void f(unsigned long n) {
        char *p = malloc(n);
        __CPROVER_assert(p || n > 0x7fffffffffffffff, "");
    }"""
    assert verdict(text, "f") == "Holds"
    assert verdict(text.replace("p ||", "!p ||").replace("n >", "n <="), "f") == "Holds"


def test_errno_behind_allocations() -> None:
    text = """
    #include <errno.h>
    #include <stdlib.h>
    int f(unsigned long n) { char *p = malloc(n); __CPROVER_assert(errno == 0, ""); return p != 0; }"""
    assert "`malloc` may set" in verdict(text, "f")
    assert verdict(text.replace("malloc(n)", "malloc(8)"), "f") == Holds.__name__
