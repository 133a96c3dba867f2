"""Random calls of functions of the C library, with what they leave behind as numbers."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

HEAD = """
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
uint16_t htons(uint16_t), ntohs(uint16_t);
uint32_t htonl(uint32_t), ntohl(uint32_t);
char *strndup(const char *, size_t);
size_t strnlen(const char *, size_t);
char *strpbrk(const char *, const char *);
struct pair { char tag; int number; short parts[3]; char *name; };
static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}
static int by_tag(const void *a, const void *b)
{
    return ((const struct pair *)a)->tag - ((const struct pair *)b)->tag;
}
static long long total(const char *kinds, va_list list)
{
    long long sum = 0;
    for (; *kinds; kinds++) {
        sum *= 31;
        switch (*kinds) {
        case 'i': sum += va_arg(list, int); break;
        case 'u': sum += va_arg(list, unsigned); break;
        case 'l': sum += va_arg(list, long); break;
        case 'q': sum += va_arg(list, long long); break;
        case 'd': sum += va_arg(list, double) * 4; break;
        case 's': sum += strlen(va_arg(list, char *)); break;
        case 'p': sum += va_arg(list, struct pair *)->number; break;
        }
    }
    return sum;
}
static long long passed_on(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    long long sum = total(kinds, list);
    va_end(list);
    return sum;
}
static int say(char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = size ? vsnprintf(to, size, format, list) : vsprintf(to, format, list);
    va_end(list);
    return length;
}
static long long twice(const char *kinds, ...)
{
    va_list list, again;
    va_start(list, kinds);
    long long first = *kinds == 'i' ? va_arg(list, int) : 0;
    va_copy(again, list);
    long long sum = total(kinds + (*kinds == 'i'), again) * 7 + total(kinds + (*kinds == 'i'), list) * 3;
    va_end(again);
    va_end(list);
    va_start(list, kinds);
    sum += total(kinds, list);
    va_end(list);
    return sum + first;
}
"""


@dataclass
class Calls:
    """Blocks of statements, each of which sets some of the results `r0`, `r1`, …"""

    rng: random.Random
    blocks: list[str] = field(default_factory=list)
    count: int = 0

    @property
    def results(self) -> list[str]:
        return [f"r{i}" for i in range(self.count)]

    def program(self) -> str:
        declared = "".join(f"long long {name};\n" for name in self.results)
        body = "\n".join(f"    {{ {block} }}" for block in self.blocks)
        return f"{HEAD}{declared}int main(void)\n{{\n{body}\n    return 0;\n}}\n"

    def printing(self) -> str:
        """The program, printing its results."""
        shown = "".join(f'    printf("%lld\\n", {name});\n' for name in self.results)
        head, _, tail = self.program().rpartition("    return 0;\n")
        return f"{head}{shown}    return 0;\n{tail}"

    def add(self, *statements: str, **results: str) -> None:
        """A block: statements, then expressions whose values are results. Their names are for reading."""
        notes = []
        for expression in results.values():
            notes.append(f"r{self.count} = {expression};")
            self.count += 1
        self.blocks.append(" ".join([*statements, *notes]))


def _word(rng: random.Random, alphabet: str = "ab", longest: int = 5) -> str:
    return "".join(rng.choice(alphabet) for _ in range(rng.randint(0, longest)))


def _quoted(text: str) -> str:
    return '"' + text.replace("\t", "\\t") + '"'


def _sign(expression: str) -> str:
    return f"({expression} > 0) - ({expression} < 0)"


def _sum(name: str, count: str) -> str:
    return f"long long sum = 0; for (int i = 0; i < (int)({count}); i++) sum = sum * 131 + {name}[i];"


def compare(calls: Calls) -> None:
    rng = calls.rng
    a, b, n = _quoted(_word(rng)), _quoted(_word(rng)), rng.randint(0, 4)
    s = f"int c = strcmp({a}, {b}); int d = strncmp({a}, {b}, {n});"
    calls.add(s, whole=_sign("c"), first=_sign("d"), length=f"strlen({a})", least=f"strnlen({a}, {n})")
    a, b = _quoted(_word(rng, "aAB")), _quoted(_word(rng, "aAB"))
    s = f"int c = strcasecmp({a}, {b}); int d = strncasecmp({a}, {b}, {n});"
    calls.add(s, whole=_sign("c"), first=_sign("d"), again=f"strcasecmp({a}, {b}) == c")


def search(calls: Calls) -> None:
    rng = calls.rng
    text, part, one = _word(rng, "abc", 7), _word(rng, "abc", 2), rng.choice("abcd")
    s = f"char *s = {_quoted(text)}; char *p = strchr(s, '{one}'); char *q = strrchr(s, '{one}');"
    t = f"char *t = strstr(s, {_quoted(part)}); char *u = strpbrk(s, {_quoted(part)});"
    calls.add(s, t, **{name: f"{name} ? {name} - s : -1" for name in "pqtu"})
    calls.add(
        f"char *s = {_quoted(text)}; void *v = memchr(s, '{one}', {rng.randint(0, len(text))});",
        found="v ? (char *)v - s : -1",
        inside=f"strspn(s, {_quoted(part)})",
        outside=f"strcspn(s, {_quoted(part)})",
    )


def build(calls: Calls) -> None:
    rng = calls.rng
    a, b = _word(rng, "xyz"), _word(rng, "xyz")
    n = rng.randint(0, 6)
    s = f"char s[12] = {{1}}; strcpy(s, {_quoted(a)});"
    step = rng.choice(
        [
            f"strcat(s, {_quoted(b)});",
            f"strncat(s, {_quoted(b)}, {n});",
            f"strncpy(s, {_quoted(b)}, {n});",
            f"memmove(s + {rng.randint(0, 3)}, s + {rng.randint(0, 3)}, {n});",
            f"memset(s + 1, {rng.randint(-300, 300)}, {n});",
            f"memcpy(s, {_quoted(b)}, {rng.randint(0, len(b) + 1)});",
        ]
    )
    calls.add(s, step, _sum("s", "12"), sum="sum")


def copy(calls: Calls) -> None:
    """Of integers and structures, with constant and variable sizes."""
    rng = calls.rng
    numbers = ", ".join(str(rng.randint(-9, 9)) for _ in range(5))
    kind = rng.choice(["char", "short", "unsigned", "long long", "double"])
    n, at, other = rng.randint(0, 3), rng.randint(0, 2), rng.randint(0, 2)
    size = rng.choice([f"{n} * sizeof *a", "count * sizeof *a"])
    function = rng.choice([f"memmove(a + {at}, a + {other}, {size});", f"memcpy(a, b, {size});"])
    calls.add(
        f"{kind} a[5] = {{{numbers}}}, b[5] = {{1, 2, 3, 4, 5}}; int count = {n};",
        function,
        _sum("a", "5"),
        sum="sum",
    )
    byte = rng.choice([0, 255, 1, 200, -1])
    calls.add(
        f"{kind} a[5] = {{{numbers}}}; unsigned char *s = (unsigned char *)a; int count = {n};",
        f"memset(a + 1, {byte}, {size});",
        _sum("s", "sizeof a"),
        sum="sum",
    )
    calls.add(
        f"struct pair p = {{'p', {rng.randint(-9, 9)}, {{1, 2, 3}}, \"abc\"}}, q = {{0}};",
        "struct pair *r = malloc(sizeof *r);",
        "memcpy(&q, &p, sizeof p); memcpy(r, &q, sizeof(struct pair)); memset(&p, 0, sizeof p);",
        old="p.number * 10 + p.parts[1] + (p.name == 0)",
        number="q.number * 10 + q.parts[2]",
        name="r->name[1] + r->tag",
    )


def equal(calls: Calls) -> None:
    rng = calls.rng
    kind = rng.choice(["unsigned char", "int", "long long"])
    a, b = (", ".join(rng.choice(["1", "256", "-1"]) for _ in range(3)) for _ in range(2))
    calls.add(
        f"{kind} a[3] = {{{a}}}, b[3] = {{{b}}}; int n = {rng.randint(0, 3)};",
        "int c = memcmp(a, b, sizeof a), d = memcmp(a, b, n * sizeof *a);",
        whole=_sign("c"),
        part=_sign("d"),
    )


def allocate(calls: Calls) -> None:
    rng = calls.rng
    old, new = rng.randint(1, 5), rng.randint(1, 6)
    kind = rng.choice(["char", "int", "long long", "struct pair"])
    part = ".number" if kind == "struct pair" else ""
    least = min(old, new)
    calls.add(
        f"int old = {old}, new = {new}; {kind} *p = malloc(old * sizeof *p);",
        f"for (int i = 0; i < old; i++) p[i]{part} = i * 7 + 1;",
        f"p = realloc(p, {rng.choice(['new', str(new)])} * sizeof *p);",
        f"long long sum = 0; for (int i = 0; i < {least}; i++) sum = sum * 31 + p[i]{part}; free(p);",
        sum="sum",
    )
    calls.add(
        f"int n = {old}; {kind} *p = calloc({rng.choice(['n', str(old)])}, sizeof *p);",
        f"{kind} *q = malloc(sizeof *q);",
        f"q = {rng.choice(['p', 'q'])}; p[n - 1]{part}++;",
        f"long long sum = 0; for (int i = 0; i < n; i++) sum = sum * 3 + p[i]{part};",
        sum="sum",
    )
    text = _quoted(_word(rng, "abc", 6))
    calls.add(
        f"char *s = {rng.choice([f'strdup({text})', f'strndup({text}, {old})'])}; size_t n = strlen(s);",
        _sum("s", "n"),
        "free(s);",
        sum="sum",
        length="n",
    )


TESTS = (
    "alpha", "digit", "alnum", "upper", "lower", "space", "blank", "cntrl", "print", "graph", "punct",
    "xdigit",
)  # fmt: skip


def characters(calls: Calls) -> None:
    values = [calls.rng.randint(-1, 255) for _ in range(2)] + [ord(calls.rng.choice("09azAZ @[`{~\t\x7f"))]
    for value in values:
        test = calls.rng.choice(TESTS)
        calls.add(
            f"int c = {value};",
            is_=f"!!is{test}(c)",
            lower="tolower(c)",
            upper="toupper(c)",
        )


def numbers(calls: Calls) -> None:
    rng = calls.rng
    digits = "".join(rng.choice("0123456789abfxz") for _ in range(rng.randint(0, 4)))
    text = rng.choice(["", " ", "\t"]) + rng.choice(["", "-", "+", "0", "0x", "-0x"]) + digits
    base = rng.choice([0, 2, 8, 10, 16, 36])
    s = f"char *s = {_quoted(text)}, *e, *f; long n = strtol(s, &e, {base});"
    t = f"unsigned long u = strtoul(s, &f, {base});"
    calls.add(
        s, t, n="n", u="u", e="e - s", f="f - s", i=f"atoi({_quoted(text)})", l=f"atol({_quoted(text)})"
    )
    calls.add(f"int x = {rng.randint(-99, 99)};", a="abs(x)", b="labs(x)", c="llabs(x)", d="imaxabs(x)")
    s = f"char *s = {_quoted(text)}, *e, *f; intmax_t n = strtoimax(s, &e, {base});"
    t = f"uintmax_t u = strtoumax(s, &f, {base});"
    calls.add(s, t, n="n", u="u", e="e - s", f="f - s")
    swapped = {"a": "htons(x)", "b": "ntohs(x)", "c": "htonl(x)", "d": "ntohl(x)"}
    calls.add(f"uint32_t x = {rng.getrandbits(32)}u;", **swapped)
    types = [f"int_fast{width}_t" for width in (8, 16, 32, 64)]
    calls.add(**{f"size{at}": f"sizeof({type_}) + sizeof(u{type_})" for at, type_ in enumerate(types)})


def sort(calls: Calls) -> None:
    rng = calls.rng
    n = rng.randint(0, 5)
    values = ", ".join(str(rng.randint(-3, 3)) for _ in range(5))
    calls.add(
        f"int a[5] = {{{values}}}; int key = {rng.randint(-3, 3)};",
        f"qsort(a, {n}, sizeof *a, by_value); int *p = bsearch(&key, a, {n}, sizeof *a, by_value);",
        _sum("a", "5"),
        sum="sum",
        found="p ? *p : 99",
    )
    words = [_quoted(_word(rng, "pq", 3)) for _ in range(3)]
    calls.add(
        f"char *a[3] = {{{', '.join(words)}}}; qsort(a, 3, sizeof *a, by_text);",
        "long long sum = 0; for (int i = 0; i < 3; i++) sum = sum * 9 + strlen(a[i]) + a[i][0];",
        sum="sum",
    )


def tokens(calls: Calls) -> None:
    text = _word(calls.rng, "ab, ", 10)
    calls.add(
        f"char s[12] = {_quoted(text)}; int n = 0; long long sum = 0;",
        'char *p = strtok(s, ", ");',
        'while (p) { n++; sum = sum * 17 + (p - s) + strlen(p); p = strtok(0, ", "); }',
        count="n",
        sum="sum",
    )


def floats(calls: Calls) -> None:
    rng = calls.rng
    special = ["0.0", "-0.0", "0.5", "-0.5", "1.5", "2.5", "-1e300", "INFINITY", "-INFINITY", "NAN", "1e-320"]
    a, b = (rng.choice([*special, repr(rng.uniform(-9, 9))]) for _ in range(2))
    suffix = rng.choice(["", "f"])
    kind, image = ("float", "int") if suffix else ("double", "long long")
    name = rng.choice(["fabs", "floor", "ceil", "trunc", "round", "sqrt", "rint"])
    other = rng.choice(["fmod", "fdim"] if b == "NAN" else ["fmod", "copysign", "fdim"])
    calls.add(
        f"volatile {kind} a = {a}, b = {b}; {kind} u = {name}{suffix}(a), v = {other}{suffix}(a, b);",
        f"{kind} x = isnan(u) ? -7 : u, y = isnan(v) ? -7 : v;",  # machines differ in the bits of a NaN
        f"{image} i, j; memcpy(&i, &x, sizeof i); memcpy(&j, &y, sizeof j);",
        unary="i",
        binary="j",
        tests="!!isnan(a) + 2 * !!isinf(a) + 4 * !!isfinite(a) + 16 * !!isnormal(a)",
        sign="isnan(b) ? 0 : !!signbit(b)",
        classes="fpclassify(a) == FP_SUBNORMAL ? 8 : fpclassify(b) == FP_NORMAL ? 7 : fpclassify(a)",
        orders="!!isless(a, b) + 2 * !!isgreaterequal(a, b) + 4 * !!islessgreater(a, b)",
        no_order="!!isunordered(a, b)",
    )


def bits(calls: Calls) -> None:
    rng = calls.rng
    for suffix, width, kind in (("", 32, "unsigned"), ("ll", 64, "unsigned long long")):
        value = rng.choice([rng.getrandbits(width), 1 << rng.randrange(width), rng.getrandbits(4) + 1]) or 1
        names = ("popcount", "parity", "ctz", "clz", "ffs")
        calls.add(f"{kind} x = {value}u;", **{name: f"__builtin_{name}{suffix}(x)" for name in names})
    calls.add(
        f"unsigned long x = {rng.randint(1, 2**32 - 1)}u; unsigned long long y = {rng.getrandbits(64)}u;",
        zeros="__builtin_clzl(x) * 100 + __builtin_ctzl(x) + __builtin_ffsl(0)",
        swapped="__builtin_bswap16(x) + __builtin_bswap32(x) + 3 * __builtin_bswap64(y)",
    )


CONVERSIONS = {
    "d": "int", "i": "int", "u": "unsigned", "x": "unsigned", "X": "unsigned", "o": "unsigned", "hhd": "int",
    "hu": "unsigned", "ld": "long", "lx": "unsigned long", "lld": "long long", "llu": "unsigned long long",
    "zu": "size_t", "c": "int", "s": "char *",
}  # fmt: skip


def printed(calls: Calls) -> None:
    """Into memory, of variables and of constants."""
    rng = calls.rng
    text, arguments, declared = _word(rng, "x: "), list[str](), list[str]()
    for _ in range(rng.randint(0, 3)):
        kind = rng.choice(list(CONVERSIONS))
        flags = rng.choice(["", "", "-", *("" if kind in "cs" else "0"), *("+ " if kind[-1] in "di" else "")])
        width = rng.choice(["", "", str(rng.randint(1, 12))])
        precision = rng.choice(["", "" if kind == "c" else f".{rng.randint(kind != 's', 9)}"])
        text += f"%{flags}{width}{precision}{kind}" + _word(rng, "%,").replace("%", "%%")
        bits = 64 if "ll" in kind else 32
        number = rng.choice([rng.getrandbits(bits), rng.randint(0, 99), 0, (1 << bits) - 1, 1 << (bits - 1)])
        value = _quoted(_word(rng)) if kind == "s" else f"({CONVERSIONS[kind]}){number}u"
        if kind == "c":
            value = str(rng.randint(1, 127))
        if rng.random() < 0.7:
            declared.append(f"{CONVERSIONS[kind]} a{len(declared)} = {value};")
            value = f"a{len(declared) - 1}"
        arguments.append(f", {value}")
    size = rng.randint(0, 20)
    call = f"{_quoted(text)}{''.join(arguments)});"
    limited = rng.random() < 0.5
    calls.add(
        f"char s[200] = {{1, 2, 3}}; {' '.join(declared)}",
        f"int n = snprintf(s, {size}, {call}" if limited else f"int n = sprintf(s, {call}",
        _sum("s", f"{size} + 2" if limited else "n + 2"),
        sum="sum",
        count="n",
    )


def variadic(calls: Calls) -> None:
    """The program's own variadic functions."""
    rng = calls.rng
    made = {
        "i": lambda: rng.choice([str(rng.randint(-99, 99)), "(char)-3", "(short)4", "c", "'a'"]),
        "u": lambda: f"{rng.getrandbits(32)}u",
        "l": lambda: f"{rng.randint(-9, 9)}L",
        "q": lambda: f"{rng.getrandbits(60)}LL",
        "d": lambda: rng.choice(["1.5", "f", "-2.25f"]),
        "s": lambda: _quoted(_word(rng)),
        "p": lambda: rng.choice(["&p", "&p", "&q"]),
    }
    kinds = "".join(rng.choice(list(made)) for _ in range(rng.randint(0, 6)))
    arguments = "".join(f", {made[kind]()}" for kind in kinds)
    calls.add(
        "struct pair p = {1, 2}, q = {3, 4}; char c = 5; float f = 6.5f;",
        passed="passed_on" + f"({_quoted(kinds)}{arguments})",
        again="twice" + f"({_quoted(kinds)}{arguments})",
    )


def said(calls: Calls) -> None:
    """Printed by a variadic function of the program's."""
    rng = calls.rng
    kinds = {"d": "-1234567", "u": "4000000000u", "x": "0xabcu", "X": "c", "o": "8", "c": "'y'", "s": '"pq"'}
    kinds |= {"ld": "-12L", "lu": "77ul", "lld": "-1234567890123LL", "llx": "0xfedcba987654ull", "%": ""}
    text, arguments = "", ""
    for _ in range(rng.randint(0, 4)):
        kind = rng.choice(list(kinds))
        text += f"%{kind}" + _word(rng)
        arguments += f", {kinds[kind]}" if kinds[kind] else ""
    calls.add(
        f'char s[99] = {{1, 2, 3}}, c = 90; int n = say(s, {rng.randint(0, 12)}, "{text}"{arguments});',
        _sum("s", "99"),
        sum="sum",
        count="n",
    )


FAMILIES: dict[str, Callable[[Calls], None]] = {
    made.__name__: made
    for made in (
        compare,
        search,
        build,
        copy,
        equal,
        allocate,
        characters,
        numbers,
        sort,
        tokens,
        floats,
        bits,
        printed,
        variadic,
        said,
    )
}
