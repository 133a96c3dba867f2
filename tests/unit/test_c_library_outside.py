"""Functions of the C library without a model: which are inputs, which are refused, and what is known of their
results."""

from __future__ import annotations

import pytest

from maymust.frontends.c import COptions, Translation, translate
from maymust.frontends.c.library import is_never_input, sets_errno, written_arguments
from maymust.frontends.c.reading.models import modelled
from maymust.interp.replay import Ended, InputValue, Stuck, Violated, replay
from maymust.ir.program import Havoc, Program

HEADERS = ("assert", "ctype", "errno", "fenv", "math", "stdio", "stdlib", "string", "time", "unistd", "wchar")


def translated(text: str, **options: object) -> Translation:
    return translate("t.c", text, COptions(**options))  # type: ignore[arg-type]


def in_main(text: str, declarations: str = "") -> str:
    headers = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    return f"{headers}{declarations}\nint main(void) {{ {text} return 0; }}"


def program_of(text: str, declarations: str = "", **options: object) -> Program:
    return translated(in_main(text, declarations), **options).program


def ends(program: Program, values: dict[str, int]) -> object:
    """How the run ends in which the inputs with these names have these values."""
    main = [e for e in program.procedures[program.start].edges if "main" in str(e.statement)]
    given = []
    for name, procedure in program.procedures.items():
        for edge in procedure.edges:
            if isinstance(edge.statement, Havoc) and edge.statement.name in values:
                node = f"{name}@{edge.source}"
                inner = node if name == program.start else f"{main[0].source}/{node}"
                given.append(InputValue(inner, values[edge.statement.name] % (1 << 32)))
    return replay(program, given).end


@pytest.mark.parametrize(
    ("text", "declarations", "construct"),
    [
        ("fesetround(FE_UPWARD);", "", "`fesetround`"),
        ('wchar_t w[8]; wcscat(w, L"a");', "", "`wcscat`"),
        ("int fd[2]; pipe(fd);", "int pipe(int *);", "`pipe`"),
        ("char b[20]; getcwd(b, 20);", "char *getcwd(char *, size_t);", "`getcwd`"),
        ("time_t t = 0; ctime(&t);", "", "`ctime`"),
        ("struct tm t = {0}; mktime(&t);", "", "`mktime`"),
        ('int n; __isoc99_sscanf("5", "%d", &n);', "int __isoc99_sscanf(const char *, const char *, ...);",
         "`__isoc99_sscanf`"),
        ("char b[8]; setvbuf(stdout, b, 0, 8);", "int setvbuf(FILE *, char *, int, size_t);", "`setvbuf`"),
        ("int x; fstat64(0, &x);", "int fstat64(int, void *);", "`fstat64`"),
        ('setlocale(0, "");', "char *setlocale(int, const char *);", "`setlocale`"),
        ("pthread_mutex_lock(0);", "int pthread_mutex_lock(void *);", "`pthread_mutex_lock`"),
        ("time_t t = 0; char *(*f)(const time_t *) = ctime; f(&t);", "", "call of `ctime` through a pointer"),
    ],
)  # fmt: skip
def test_what_does_more_than_return_is_not_modelled(text: str, declarations: str, construct: str) -> None:
    translation = translated(in_main(text, declarations))
    assert isinstance(end := replay(translation.program, []).end, Stuck) and end.construct == construct
    assert not translation.warnings


@pytest.mark.parametrize(
    ("text", "declarations"),
    [
        ("time_t t = time(NULL); srand(time(0));", ""),
        ("setvbuf(stdout, NULL, 0, 0);", "int setvbuf(FILE *, char *, int, size_t);"),
        ("getloadavg(3);", "int getloadavg(int);"),
        ('fclose(fopen("f", "r"));', ""),
        ("wait(0);", "int wait(int *);"),
    ],
)
def test_without_memory_to_write_to_they_are_inputs(text: str, declarations: str) -> None:
    assert isinstance(replay(program_of(text, declarations), []).end, Ended)


def test_the_users_functions_win() -> None:
    text = "int n = 1; assert(pipe(&n) == 7 && n == 2);"
    own = "int pipe(int *p) { *p = 2; return 7; }"
    assert isinstance(replay(program_of(text, own), []).end, Ended)


def test_names_of_the_tables() -> None:
    for name in (
        "strtod",
        "sinf",
        "cpowl",
        "fgetws",
        "tsearch",
        "thrd_join",
        "iswalpha",
        "strerror",
        "execv",
    ):
        assert is_never_input(name), name
    for name in ("fopen", "close", "getpid", "sleep", "printf", "clock", "rand", "nondet_int", "read_sensor"):
        assert not is_never_input(name), name
    assert written_arguments("time") == (0,) and written_arguments("lstat64") == (1,)
    assert not written_arguments("fopen") and not written_arguments("strcpy")
    assert sets_errno("fopen") and sets_errno("open64") and not sets_errno("printf")
    assert not is_never_input("getchar") and "strtoimax" in modelled()


@pytest.mark.parametrize(
    ("function", "declarations"), [('fopen("f", "r")', ""), ("sqrt(2)", ""), ("close(1)", "")]
)
def test_errno_is_not_known_where_something_may_set_it(function: str, declarations: str) -> None:
    end = replay(program_of(f"errno = 0; {function}; assert(errno == 0);", declarations), []).end
    name = function.partition("(")[0]
    assert isinstance(end, Stuck) and end.construct == f"`errno`, which `{name}` may set"


def test_errno_and_what_does_not_set_it() -> None:
    text = 'errno = 3; char *s = malloc(1); *s = strlen("ab"); printf("a"); floor(1.5); assert(errno == 3);'
    assert isinstance(replay(program_of(text), []).end, Ended)
    end = replay(program_of(text, malloc_may_fail=True), []).end
    assert isinstance(end, Stuck) and end.construct == "`errno`, which `malloc` may set"


@pytest.mark.parametrize("chosen", [0, 1, -1, 1 << 31, 77])
def test_what_c_leaves_open_is_decided_once(chosen: int) -> None:
    text = (
        'volatile double d = -INFINITY; volatile float f = -1; char a[] = "x", b[] = "z";'
        "assert(isalpha('a') && isalpha('a') == isalpha('b') && !isalpha('1') && isinf(d) == isinf(d));"
        "assert(strcmp(a, b) < 0 && strcmp(b, a) > 0 && strcmp(a, b) == strcmp(a, b) && !strcmp(a, a));"
        "assert(memcmp(a, b, 1) == strcmp(a, b) && isinf(d) && signbit(f) && !signbit(-f));"
    )
    assert isinstance(ends(program_of(text), {"left open by C": chosen}), Ended)


@pytest.mark.parametrize(
    ("claim", "chosen"),
    [
        ("isinf(d) > 0", 0),
        ("isinf(d) < 0", 1),
        ("__builtin_signbitf(f) > 0", -1),
        ("isalpha('a') == 1", 0),
        ("isalpha('a') == isdigit('1')", 0),
        ("isalpha('a') != 1", 1),
        ('strcmp("a", "c") == strcmp("a", "b")', 0),
        ('strcmp("a", "c") != -1', -1),
        ('strcmp("c", "a") != 1', 1),
        ('-strcmp("a", "b") > 0', 1 << 31),
    ],
)
def test_no_more_is_known_than_c_says(claim: str, chosen: int) -> None:
    program = program_of(f"volatile double d = -INFINITY; volatile float f = -1; assert({claim});")
    assert isinstance(ends(program, {"left open by C": chosen}), Violated)


@pytest.mark.parametrize(
    ("call", "possible", "impossible"),
    [
        ('printf("abc")', (3, -1), (0, 2, 4)),
        ('printf("a%%%c\\n", n)', (4, -5), (3, 5)),
        ('printf("%d", 123)', (3, -1), (2, 4)),
        ('printf("%3d|", n)', (4, 12), (3, 40)),
        ('printf("%s!", s)', (1, 999, -1), (0,)),
        ('printf("%.2s", s)', (0, 2), (3,)),
        ('fprintf(stderr, "%x", n)', (1, 8), (0,)),
        ('printf("%f", 1.0)', (8, -1), ()),
        ("putchar('a' + 256 * n)", (97, -1), (98, -2, 353)),
        ("puts(s)", (0, 5, -1), (-2,)),
        ("fflush(stdout)", (0, -1), (1,)),
        ("(int)fwrite(s, 1, 3, stdout)", (0, 3), (4, -1)),
        ("(int)fwrite(s, 0, 3, stdout)", (0,), (1, 3)),
        ("(int)write(1, s, 2)", (-1, 0, 2), (3, -2)),
    ],
)
def test_what_printing_returns(call: str, possible: tuple[int, ...], impossible: tuple[int, ...]) -> None:
    head = 'int n = 1; char s[] = "ab";'
    for value, reached in [*[(v, True) for v in possible], *[(v, False) for v in impossible]]:
        program = program_of(f"{head} assert({call} != {value});")
        name = next(
            e.statement.name for e in program.procedures["main"].edges if isinstance(e.statement, Havoc)
        )
        wide = 64 if "write" in name else 32
        main = [e for e in program.procedures[program.start].edges if "main" in str(e.statement)]
        at = next(e.source for e in program.procedures["main"].edges if isinstance(e.statement, Havoc))
        given = InputValue(f"{main[0].source}/main@{at}", value % (1 << wide))
        assert isinstance(replay(program, [given]).end, Violated if reached else Ended), (call, value)


def test_the_process_keeps_its_number() -> None:
    program = program_of("int p = getpid(); assert(p > 0 && p == getpid()); assert(p != 7);")
    assert isinstance(ends(program, {"getpid()": 5}), Ended)
    assert isinstance(ends(program, {"getpid()": -5}), Ended)
    assert isinstance(ends(program, {"getpid()": 7}), Violated)


def test_printing_whose_result_is_dropped_reads_no_input() -> None:
    program = program_of('printf("abc"); putchar(65);')
    assert not [e for e in program.procedures["main"].edges if isinstance(e.statement, Havoc)]


def test_types_of_stdint_are_those_of_glibc() -> None:
    text = (
        "#include <stdint.h>\n"
        '_Static_assert(sizeof(int_fast8_t) == 1 && sizeof(int_fast64_t) == 8, "");'
        '_Static_assert(sizeof(int_fast16_t) == sizeof(long) && sizeof(uint_fast32_t) == sizeof(long), "");'
        '_Static_assert(INT_FAST16_MAX == INTPTR_MAX && UINT_FAST32_MAX == UINTPTR_MAX, "");'
        "int main(void) { return 0; }"
    )
    for model in ("LP64", "ILP32"):
        assert isinstance(replay(translated(text, data_model=model).program, []).end, Ended)


@pytest.mark.parametrize(
    ("number", "class_"), [("NAN", 10), ("-INFINITY", 11), ("1.5", 12), ("1e-45f", 13), ("-0.0", 14)]
)
def test_classes_by_the_compilers_function(number: str, class_: int) -> None:
    text = f"volatile float x = {number}; assert(__builtin_fpclassify(10, 11, 12, 13, 14, x) == {class_});"
    assert isinstance(replay(program_of(text), []).end, Ended)
