"""Division, signed overflow and shifts, at all widths, with promotions and compound assignments; `_Bool`."""

from __future__ import annotations

from collections.abc import Mapping

from ..pattern import Pattern, bad, fine

_ZERO = fine(1, 2, 3, -1) | bad("div", 0)


def _value(
    name: str,
    before: str,
    expression: str,
    outcomes: Mapping[int, str],
    ilp32: Mapping[int, str] | None = None,
    *,
    goes_on: bool = False,
) -> Pattern:
    text = f"{before}\n@sink = (int)({expression});"
    return Pattern(name, text, outcomes, ilp32=ilp32 or {}, goes_on=goes_on)


_DIVISIONS = (
    _value("div: int", "", "10 / $K", _ZERO),
    _value("div: remainder", "", "10 % $K", _ZERO),
    _value("div: unsigned", "unsigned d = $K;", "10u / d", _ZERO),
    _value("div: long", "long d = $<int|$K$>;", "10L / d", _ZERO),
    _value("div: long long remainder", "long long d = $K;", "7 % d", _ZERO),
    _value("div: char", "char d = (char)$K;", "100 / d", _ZERO),
    _value(
        "div: narrowed to zero",
        "unsigned char d = (unsigned char)($K * 128);",
        "9 / d",
        fine(1, 3, -1) | bad("div", 0, 2, 4),
    ),
    _value("div: difference", "int d = $K - 3;", "9 / $<int|d$>", fine(0, 1, 2, 4) | bad("div", 3)),
    _value("div: square and one", "", "9 / ($K * $K + 1)", fine(0, 1, 2, -1)),
    _value("div: mask", "", "9 % ($K & 6)", fine(2, 3, 4) | bad("div", 0, 1, 8)),
    _value("div: or one", "", "9 / ($K | 1)", fine(0, 1, 2, 3)),
    _value("div: guarded", "", "$K != 0 && 9 / $K > 1", fine(0, 1, 2, 3)),
    _value("div: guarded too late", "", "9 / $K > 1 && $K != 0", fine(1, 2, 3) | bad("div", 0)),
    _value(
        "div: smallest",
        "int d = $<int|$K$>;\nint n = INT_MIN;",
        "n / d",
        fine(1, 2, -2) | bad("div|overflow", -1),
    ),
    _value(
        "div: smallest remainder",
        "int d = $K;\nint n = INT_MIN;",
        "n % d",
        fine(1, 2) | bad("div|overflow", -1),
    ),
    _value("div: smallest short", "short n = -32768, d = (short)$K;", "n / d", fine(1, -1) | bad("div", 0)),
    _value(
        "div: smallest long",
        "long n = LONG_MIN, d = $K;",
        "n / d",
        fine(1, 3) | bad("div|overflow", -1),
    ),
    Pattern("div: compound", "int n = 9;\nn /= $K;\n@sink = n;", _ZERO),
    Pattern("div: compound remainder", "char n = 9;\nn %= $K;\n@sink = n;", _ZERO),
    Pattern("div: float", "double n = 1.0 / $K;\n@sink = n > 0.5;", fine(0, 1, 2)),
    Pattern(
        "div: loop",
        "int d = 3;\nfor (int i = 0; i < $K; i++) {\nd--;\n}\n@sink = 6 / d;",
        fine(0, 1, 2, 4) | bad("div", 3),
    ),
    Pattern("div: thrown away", "9 / $K;", fine(1, 2) | bad("div", 0)),
    Pattern("div: void", "(void)(9 % $K);", fine(1, 2) | bad("div", 0)),
    Pattern("div: in size", "@sink = (int)sizeof(9 / $K);", fine(0, 1)),
    Pattern("div: not evaluated", "@sink = 1 || 9 / $K;", fine(0, 1)),
)
_MORE = fine(0, -1, -3) | bad("overflow", 1, 2)
_OVERFLOWS = (
    _value("overflow: sum", "int n = INT_MAX;", "n + $K", _MORE),
    _value("overflow: difference", "int n = INT_MIN;", "n - $K", _MORE),
    _value(
        "overflow: product", "int n = INT_MAX / 2;", "n * $K", fine(0, 1, 2, -2) | bad("overflow", 3, 4, -3)
    ),
    _value("overflow: negation", "int n = INT_MIN + $K;", "-n", fine(1, 2) | bad("overflow", 0)),
    _value(
        "overflow: absolute value", "int n = INT_MIN + $K;", "n < 0 ? -n : n", fine(1, 2) | bad("overflow", 0)
    ),
    _value("overflow: unsigned", "unsigned n = UINT_MAX;", "n + $K", fine(0, 1, 2)),
    _value("overflow: short", "short n = 32767;", "n + $K", fine(0, 1, 2)),
    _value(
        "overflow: unsigned shorts",
        "unsigned short n = 65535;",
        "n * (unsigned short)(65535 * $K)",
        fine(0) | bad("overflow", 1),
    ),
    _value("overflow: chars", "signed char n = 127;", "n * n * $K", fine(0, 1, 2, 3)),
    _value("overflow: mixed", "int n = INT_MAX;", "n + $K + 0u", _MORE),
    _value("overflow: mixed first", "int n = INT_MAX;", "0u + n + $K", fine(0, 1, 2)),
    _value("overflow: long", "long n = LONG_MAX;", "n + $K", _MORE),
    _value("overflow: int in long", "long n = INT_MAX;", "n + $K", fine(0, 1, 2), bad("overflow", 1, 2)),
    _value("overflow: widened too late", "int n = INT_MAX;", "(long long)(n + $K)", _MORE),
    _value("overflow: widened in time", "int n = INT_MAX;", "(long long)n + $K", fine(0, 1, 2)),
    _value("overflow: long long", "long long n = LLONG_MIN;", "n - $K", _MORE),
    _value(
        "overflow: middle",
        "int lo = INT_MAX - 1, hi = $K + (INT_MAX - 9);",
        "$K ? (lo + hi) / 2 : lo + (hi - lo) / 2",
        fine(0) | bad("overflow", 1, 2),
    ),
    _value("overflow: left shift", "", "1 << $K", fine(0, 1, 30) | bad("overflow", 31)),
    _value(
        "overflow: left shift of char", "unsigned char n = 255;", "n << $K", fine(0, 23) | bad("overflow", 24)
    ),
    _value(
        "overflow: left shift of long",
        "",
        "1L << $K",
        fine(0, 30, 31, 62) | bad("overflow", 63),
        fine(30) | bad("overflow", 31) | bad("shift", 62, 63),
    ),
    _value("overflow: left shift, unsigned", "", "1u << $K", fine(0, 31)),
    Pattern(
        "overflow: increment",
        "int n = INT_MAX - 2 + $K;\nn++;\n@sink = n > 0;",
        fine(0, 1) | bad("overflow", 2),
    ),
    Pattern(
        "overflow: decrement", "int n = INT_MIN + $K;\n--n;\n@sink = n > 0;", fine(1, 2) | bad("overflow", 0)
    ),
    Pattern("overflow: compound", "int n = INT_MAX;\nn += $K;\n@sink = n > 0;", _MORE),
    Pattern(
        "overflow: compound product",
        "int n = 65536;\nn *= $K;\n@sink = n > 0;",
        fine(0, 1, 2, 32767) | bad("overflow", 32768),
    ),
    Pattern("overflow: compound short", "short n = 32767;\nn += $K;\n@sink = n > 0;", fine(0, 1, 2)),
    Pattern(
        "overflow: increment of char", "signed char n = 127;\nif ($K) {\nn++;\n}\n@sink = n > 0;", fine(0, 1)
    ),
    Pattern(
        "overflow: compound of int with unsigned",
        "int n = INT_MAX;\nn += (unsigned)$K;\n@sink = n > 0;",
        fine(0, 1, 2),
    ),
    Pattern(
        "overflow: member",
        "struct @s s = {INT_MAX};\ns.n += $<int|$K$>;\n@sink = s.n > 0;",
        _MORE,
        "struct @s {\nint n;\n};",
    ),
    Pattern(
        "overflow: element behind pointer",
        "int a[2] = {INT_MIN, 1};\nint *p = a;\np[0] -= $K;\n@sink = a[0] > 0;",
        _MORE,
    ),
    Pattern(
        "overflow: bit-field",
        "struct @s s = {7};\ns.n += $K;\n@sink = s.n > 0;",
        fine(0, 1),
        "struct @s {\nint n : 4;\n};",
    ),
    Pattern(
        "overflow: loop",
        "int n = 1;\nfor (int i = 0; i < $K; i++) {\nn *= 1024;\n}\n@sink = n > 0;",
        fine(0, 2, 3) | bad("overflow", 4),
    ),
    Pattern("overflow: thrown away", "int n = INT_MAX;\nn + $K;", _MORE, oracle="none"),
    Pattern("overflow: in size", "int n = INT_MAX;\n@sink = (int)sizeof(n + $K);", fine(0, 1)),
)
_BY = fine(0, 1, 30) | bad("shift", 32, 33, -1)
_SHIFTS = (
    _value("shift: left", "", "1u << $K", _BY | fine(31)),
    _value("shift: right", "int n = -8;", "n >> $K", _BY | fine(31)),
    _value("shift: signed left", "", "1 << $K", _BY | bad("overflow", 31)),
    _value("shift: of negative", "int n = $K;", "n << 1", fine(0, 1, 2) | bad("shift", -1, -2), goes_on=True),
    _value("shift: of negative, right", "int n = $K;", "n >> 1", fine(0, 1, -1, -2)),
    _value("shift: char", "unsigned char n = 1;", "n << $K", fine(0, 8, 20) | bad("shift", 32)),
    _value("shift: long", "", "1L << $K", fine(0, 30) | bad("shift", 64, -1), bad("shift", 64)),
    _value(
        "shift: long of ILP32",
        "unsigned long n = 1;",
        "n << $K",
        fine(0, 31) | fine(32, 63) | bad("shift", 64),
        bad("shift", 32, 63),
    ),
    _value(
        "shift: long long", "unsigned long long n = 1;", "n >> $K", fine(0, 32, 63) | bad("shift", 64, -1)
    ),
    _value("shift: by wide", "long long d = $K;", "1u << d", fine(0, 31) | bad("shift", 32, -1)),
    _value("shift: by char", "char d = (char)$K;", "1u << d", fine(0, 31) | bad("shift", 32)),
    _value("shift: masked", "", "1u << ($K & 31)", fine(0, 31, 32, -1)),
    _value("shift: zero", "int n = 0;", "n << $K", fine(0, 31) | bad("shift", 32)),
    _value(
        "shift: promoted by the left side only", "", "1u << (long long)$K", fine(0, 31) | bad("shift", 32)
    ),
    Pattern(
        "shift: compound", "unsigned n = 1;\nn <<= $K;\n@sink = n > 0;", fine(0, 31) | bad("shift", 32, -1)
    ),
    Pattern(
        "shift: compound right",
        "short n = 100;\nn >>= $<int|$K$>;\n@sink = n;",
        fine(0, 15, 16, 31) | bad("shift", 32, -1),
    ),
    Pattern(
        "shift: compound char",
        "unsigned char n = 1;\nn <<= $K;\n@sink = n;",
        fine(0, 8, 20) | bad("shift", 32),
    ),
    Pattern("shift: thrown away", "1u >> $K;", fine(0, 31) | bad("shift", 32)),
    Pattern("shift: not evaluated", "@sink = 0 && (1u << $K);", fine(0, 32)),
)
_BOOLEANS = (
    Pattern(
        "bool copied",
        "struct @flag a, b;\nmemset(&a, $K, sizeof a);\nb = a;\nint n = b.on;\nif (n) {\n@hits++;\n}",
        fine(0, 1) | bad("bool", 2, 255),
        "struct @flag {\n_Bool on;\nint n;\n};\nstatic int @hits;",
    ),
)
PATTERNS = _DIVISIONS + _OVERFLOWS + _SHIFTS + _BOOLEANS
