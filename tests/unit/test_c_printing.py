"""`sprintf` and `snprintf`: which calls get a model. What the models do is compared with the C library's
(`differential/test_library.py`)."""

from __future__ import annotations

from typing import Literal

import pytest

from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Ended, Run, Stuck, replay

Model = Literal["ILP32", "LP64"]
HEAD = "#include <stdio.h>\n#include <string.h>\nvoid reach_error(void);\n"


def run(text: str, head: str = HEAD, model: Model = "LP64") -> Run:
    source = f'{head}int main(void) {{ char s[40] = ""; {text} return 0; }}'
    return replay(translate("t.c", source, COptions(data_model=model)).program, [], 10_000)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ('sprintf(s, "ab%%c")', "ab%c"),
        ('sprintf(s, "%d:%s", x, t)', "-12:text"),
        ('sprintf(s, "%5d|%-5d|%05d", x, x, x)', "  -12|-12  |-0012"),
        ('sprintf(s, "%05.3d|%+d", 7, 7)', "  007|+7"),
        ('sprintf(s, "%u %x %hhu", x, x, x)', "4294967284 fffffff4 244"),
        ('sprintf(s, "%.2s%c", t, 33)', "te!"),
        ('sprintf(s, "%ld%zu", (long)x, sizeof(char))', "-121"),
        ('snprintf(s, 4, "%s", t)', "tex"),
        ('snprintf(s, 0, "%s", t)', ""),
        ('__builtin_sprintf(s, "%i", x)', "-12"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("model", ["ILP32", "LP64"])
def test_text(call: str, text: str, model: Model) -> None:
    check = f'if (strcmp(s, "{text}") != 0) reach_error();'
    result = run(f'int x = -12; char t[5] = "text"; {call}; {check}', model=model)
    assert isinstance(result.end, Ended)


@pytest.mark.parametrize(
    "call",
    [
        'sprintf(s, "%f", 1.0)',
        'sprintf(s, "%p", s)',
        'sprintf(s, "%*d", 3, x)',
        'sprintf(s, "%#x", x)',
        'sprintf(s, "%d%n", x, &x)',
        'sprintf(s, "%.0d", x)',
        'sprintf(s, "%5%")',
        'sprintf(s, "%k")',
        'sprintf(s, "%d")',
        'sprintf(s, "%d", x, x)',
        'sprintf(s, "%d", (long long)x)',
        'sprintf(s, "%s", &x)',
        'sprintf(s, t)',
    ],
)  # fmt: skip
def test_other_formats_are_not_modelled(call: str) -> None:
    result = run(f'int x = -12; char t[5] = "text"; {call};')
    assert isinstance(result.end, Stuck) and "`sprintf`" in result.end.construct


def test_what_overlaps_or_is_null_is_not_modelled() -> None:
    for text in ("s + 20", "(char *)0"):
        result = run(f'const char *t = {text}; sprintf(s, "%s", t);')
        assert isinstance(result.end, Stuck) and "`sprintf` with such arguments" in result.end.construct


def test_the_users_function_wins() -> None:
    own = "void reach_error(void);\nint sprintf(char *s, const char *f, ...) { s[0] = 'o'; return 5; }\n"
    result = run("if (sprintf(s, \"%d\", 3) != 5 || s[0] != 'o') reach_error();", own)
    assert isinstance(result.end, Ended)


def test_a_function_that_only_has_the_name_is_no_model() -> None:
    result = run('snprintf(s, 3, "%d", 3);', "int snprintf(char *, short, const char *, ...);\n")
    assert isinstance(result.end, Stuck) and "`snprintf`" in result.end.construct
