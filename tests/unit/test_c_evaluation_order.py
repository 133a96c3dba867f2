"""C to IR: the order of evaluations that C leaves open, where one of them may stop the program or free."""

from __future__ import annotations

import pytest

from maymust.frontends.c import COptions, translate
from maymust.frontends.c.kinds import DEFAULT, KINDS
from maymust.ir.program import Assume, Unmodelled

_PRELUDE = """
    void reach_error(void); void exit(int); void *malloc(unsigned long); void *realloc(void *, unsigned long);
    void free(void *); int printf(const char *, ...);
    struct s { int x; int a[4]; struct s *next; }; struct s named; struct s *kept;
    int two(int a, int b) { return a + b; }
    int pure(int y) { return y + 1; }
    int fail(int y) { if (y) reach_error(); return y; }
    int odd(int y) { asm("nop"); return y; }
    int get(struct s *p) { return p->x; }
    int deep(struct s *p) { return get(p); }
    int fails(struct s *p) { return fail(p->x); }
    int release(struct s *p) { free(p); return 0; }
    int release_by_name(struct s *p) { void (*f)(void *) = free; f(p); return 0; }
    int keep(int y) { kept = 0; return y; }
    int leave(int y) { if (y) exit(0); return 0; }
    int grow(struct s *p) { p = realloc(p, 100); return 1; }
"""
_LATER = "null pointer dereference that may come later, or not at all"
_ENDS = "unsequenced calls that may end the program"
_MEMORY = "unsequenced side effects on memory"


def unmodelled(
    body: str, parameters: str = "struct s *p, int y", asked: frozenset[str] = DEFAULT
) -> dict[str, list[str]]:
    """What is not modelled because of the order, in each function."""
    text = f"{_PRELUDE} int f({parameters}) {{ {body} }}"
    program = translate("t.c", text, COptions("f", properties=asked)).program
    found = {
        name: [e.statement.construct for e in procedure.edges if isinstance(e.statement, Unmodelled)]
        for name, procedure in program.procedures.items()
    }
    ordered = {
        name: [text for text in texts if text.startswith("unsequenced") or text.endswith("not at all")]
        for name, texts in found.items()
    }
    return {name: texts for name, texts in ordered.items() if texts}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return two(p->x, fail(y));", {"f": [_LATER]}),
        ("return p->a[y & 3] + fail(y);", {"f": [_LATER]}),
        ("return two(p->x, odd(y));", {"f": [_LATER]}),
        ("p->next->x = fail(y); return 0;", {"f": [_LATER]}),
        ("return two(get(p), fail(y));", {"get": [_LATER]}),
        ("return two(deep(p), fail(y));", {"get": [_LATER]}),
        ("int v[2] = { p->x, fail(y) }; return v[0];", {"f": [_LATER]}),
        ("int *q = 0; return two(q[y], fail(y));", {"f": [_LATER]}),
        ("return two((&p->a[1])[0], fail(y));", {"f": [_LATER]}),
        ("return two(fail(y), p->x);", {"f": [_ENDS]}),
        ("return two(fail(y), get(p));", {"f": [_ENDS]}),
        ("p->x += fail(y); return 0;", {"f": [_ENDS]}),
    ],
)
def test_null_pointers_beside_what_may_fail(body: str, expected: dict[str, list[str]]) -> None:
    assert unmodelled(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        "return two(p->x, pure(y));",
        "return two(p->x, get(p));",
        "return two(p->x, p->next->x) + pure(p->a[y & 3]);",
        "p->x = fail(y); return 0;",  # the write comes last
        "p->a[y & 3] = fail(y); return 0;",
        "p->a[y & 3] = two(p->x, pure(y)); return 0;",
        "return two(fail(p->x), y);",  # the argument comes first
        "return p->x && fail(y);",
        "return two(named.x, fail(y));",
        "return two(named.a[y & 3], fail(y));",
        "return two((&named)->x, fail(y));",
        "return two((y ? &named : &named)->x, fail(y));",
        "struct s own = named; struct s *q = &own; q->x = 1; return two(own.a[1], fail(y));",
        'return two("text"[1], fail(y));',
        "return two(&p->x != 0, fail(y));",  # nothing is read
    ],
)
def test_order_that_does_not_matter(body: str) -> None:
    assert unmodelled(body) == {}


def test_checks_beside_null_pointers() -> None:
    body = "return two(p->x, pure(y));"
    assert unmodelled(body, asked=frozenset({"overflow"})) == {"f": [_LATER]}
    assert unmodelled(body, asked=frozenset({"overflow", "null"})) == {}


def test_calls_through_null_are_checked_behind_the_arguments() -> None:
    text = "void reach_error(void); int g(void) { reach_error(); return 0; }"
    call = "int f(void) { int (*p)(int) = 0; return p(g()); }"
    body = translate("t.c", f"{text} {call}", COptions("f")).program.procedures["f"]
    called = [type(edge.statement).__name__ for edge in body.edges]
    assert called.index("Call") < called.index("Assume")


def test_calls_through_pointers_beside_what_may_fail() -> None:
    body = "return two(q(y), fail(y));"
    expected = ["call through a null pointer that may come later, or not at all"]
    assert unmodelled(body, "int (*q)(int), int y") == {"f": expected}
    assert unmodelled("return two(q(y), pure(y));", "int (*q)(int), int y") == {}


@pytest.mark.parametrize(
    ("body", "clash"),
    [
        ("return two(p->x, release(p));", True),
        ("return p->x + release(p);", True),
        ("return two(release(p), p->x);", True),
        ("return two(get(p), release(p));", True),
        ("return two(p->x, release_by_name(p));", True),
        ("p->x += release(p); return 0;", True),
        ("return two(p->x, grow(p));", True),
        ("return two(p->x = 3, grow(p));", True),
        ("return two(p != 0, release(p));", False),
        ("p->x = release(kept); return p->x;", False),  # the write comes last
        ("return two(named.x, release(p));", False),
    ],
)
@pytest.mark.parametrize("asked", [DEFAULT, frozenset(KINDS)])
def test_what_is_freed_is_not_accessed_in_any_order(body: str, clash: bool, asked: frozenset[str]) -> None:
    text = f"struct s *p = malloc(sizeof *p); kept = malloc(sizeof *p); p->x = 1; {body}"
    assert unmodelled(text, "int y", asked) == ({"f": [_MEMORY]} if clash else {})


@pytest.mark.parametrize(
    "body",
    [
        "struct s *q = kept + keep(y); return q != 0;",
        "struct s *q = keep(y) + kept; return q != 0;",
        "return &kept[keep(y)] != 0;",
        "&kept[keep(y)]; return y;",
    ],
)
def test_order_in_pointer_arithmetic(body: str) -> None:
    assert unmodelled(body) == {"f": ["unsequenced side effects on `kept`"]}


def test_order_in_what_is_not_modelled() -> None:
    assert unmodelled("long double v[2]; v[leave(y) & 1] = fail(y); return 0;") == {"f": [_ENDS]}


@pytest.mark.parametrize("asked", [DEFAULT, frozenset({"leak"})])
def test_leaks_and_the_order_of_exit_and_free(asked: frozenset[str]) -> None:
    body = "struct s *p = malloc(sizeof *p); return two(leave(y), release(p));"
    assert unmodelled(body, "int y", asked) == ({"f": [_ENDS]} if "leak" in asked else {})


@pytest.mark.parametrize(
    ("body", "is_open"),
    [
        ("*q; return fail(y);", True),
        ("(void)(y ? q[1] : 0); return fail(y);", True),
        ("return (*q, fail(y));", True),
        ("({ *q; }); return fail(y);", True),
        ("y = ({ *q; }); return fail(y);", False),
        ("y += *q; return fail(y);", False),
        ("*q ? 0 : fail(y); *q && fail(y); return y;", False),  # it decides whether there is a call
        ("y ? *q : fail(y); return y;", True),
        ("(y++, *q) ? 1 : 2; return y;", True),
        ('printf("%d", *q); return fail(y);', False),
    ],
)
def test_accesses_that_compilers_may_leave_out(body: str, is_open: bool) -> None:
    assert unmodelled(body, "volatile int *q, int y") == ({"f": [_LATER]} if is_open else {})


def test_what_is_printed_is_read() -> None:
    text = 'int printf(const char *, ...); int f(int *q) { printf("%d", *q); return 1; }'
    body = translate("t.c", text, COptions("f")).program.procedures["f"]
    assert any(isinstance(edge.statement, Assume) for edge in body.edges)
