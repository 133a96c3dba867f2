"""The rows of the operator table for floating point. A float is a bit-vector of 32 or 64 bits, its IEEE bits.

`float_meaning` says what they do; a NaN that they return is the canonical one, in Python, in the solvers and
in C. Comparisons are IEEE's: false of a NaN, and -0 equals +0. A conversion to an integer drops the fraction
and is 0 where the result does not fit, which C leaves undefined: the front end asks
`float_build.float_fits_int`. Negation and absolute value are operations on bits, as on machines.
"""

from __future__ import annotations

from maymust.terms.float_meaning import FLOAT_HELPERS, FORMATS
from maymust.terms.operators import OPERATORS, PYTHON_HELPERS, Operator
from maymust.terms.sorts import BOOL, BitVecSort, Sort, bitvec

_MOST_INTEGER = 64  # bits of an integer that is converted


def _is_float(sort: Sort) -> bool:
    return isinstance(sort, BitVecSort) and sort.width in FORMATS


def _floats(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    return sorts[0] if _is_float(sorts[0]) and all(sort is sorts[0] for sort in sorts) else None


def _comparison(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    return BOOL if _floats(sorts, ()) else None


def _other_format(sorts: tuple[Sort, ...], indices: tuple[int, ...]) -> Sort | None:
    fits = _is_float(sorts[0]) and indices[0] in FORMATS and sorts[0] is not bitvec(indices[0])
    return bitvec(indices[0]) if fits else None


def _from_integer(sorts: tuple[Sort, ...], indices: tuple[int, ...]) -> Sort | None:
    fits = isinstance(sorts[0], BitVecSort) and sorts[0].width <= _MOST_INTEGER and indices[0] in FORMATS
    return bitvec(indices[0]) if fits else None


def _to_integer(sorts: tuple[Sort, ...], indices: tuple[int, ...]) -> Sort | None:
    return bitvec(indices[0]) if _is_float(sorts[0]) and 1 <= indices[0] <= _MOST_INTEGER else None


def _operation(name: str, arity: int, smtlib: str, *, commutes: bool = False) -> Operator:
    arguments = ", ".join(f"{{{i}}}" for i in range(arity))
    text = f"{name}{{w}}({arguments})"
    return Operator(name, arity, _floats, f"_{text}", smtlib, f"mm_{text}", commutes=commutes)


def _relation(name: str, smtlib: str, *, commutes: bool = False) -> Operator:
    text = f"{name}{{w}}({{0}}, {{1}})"
    return Operator(name, 2, _comparison, f"_{text}", smtlib, f"mm_{text}", commutes=commutes)


FADD = _operation("fadd", 2, "fp.add", commutes=True)
FSUB = _operation("fsub", 2, "fp.sub")
FMUL = _operation("fmul", 2, "fp.mul", commutes=True)
FDIV = _operation("fdiv", 2, "fp.div")
FREM = _operation("frem", 2, "fmod")  # C's, which SMT-LIB does not have: `fp.rem` is IEEE's
FMA = _operation("fma", 3, "fp.fma")
FSQRT = _operation("fsqrt", 1, "fp.sqrt")
FFLOOR = _operation("ffloor", 1, "fp.roundToIntegral RTN")
FCEIL = _operation("fceil", 1, "fp.roundToIntegral RTP")
FTRUNC = _operation("ftrunc", 1, "fp.roundToIntegral RTZ")
FRINT = _operation("frint", 1, "fp.roundToIntegral RNE")
FROUND = _operation("fround", 1, "fp.roundToIntegral RNA")
FEQ = _relation("feq", "fp.eq", commutes=True)
FLT = _relation("flt", "fp.lt")
FLE = _relation("fle", "fp.leq")
FCONVERT = Operator(
    "fconvert", 1, _other_format, "_fconvert{w}({0})", "to_fp", "mm_fconvert{w}({0})", index_count=1
)
FLOAT_FROM_SIGNED = Operator(
    "float_from_signed",
    1,
    _from_integer,
    "_float_from_signed{rw}({0}, {w})",
    "to_fp",
    "mm_float_from_signed{rw}(mm_sext({0}, {w}, 64))",
    index_count=1,
)
FLOAT_FROM_UNSIGNED = Operator(
    "float_from_unsigned",
    1,
    _from_integer,
    "_float_from_unsigned{rw}({0}, {w})",
    "to_fp_unsigned",
    "mm_float_from_unsigned{rw}({0})",
    index_count=1,
)
FLOAT_TO_SIGNED = Operator(
    "float_to_signed",
    1,
    _to_integer,
    "_float_to_signed{w}({0}, {rw})",
    "fp.to_sbv",
    "mm_float_to_signed{w}({0}, {rw})",
    index_count=1,
)
FLOAT_TO_UNSIGNED = Operator(
    "float_to_unsigned",
    1,
    _to_integer,
    "_float_to_unsigned{w}({0}, {rw})",
    "fp.to_ubv",
    "mm_float_to_unsigned{w}({0}, {rw})",
    index_count=1,
)

FLOAT_OPERATORS: dict[str, Operator] = {
    row.name: row
    for row in (
        FADD, FSUB, FMUL, FDIV, FREM, FMA, FSQRT, FFLOOR, FCEIL, FTRUNC, FRINT, FROUND,
        FEQ, FLT, FLE,
        FCONVERT, FLOAT_FROM_SIGNED, FLOAT_FROM_UNSIGNED, FLOAT_TO_SIGNED, FLOAT_TO_UNSIGNED,
    )
}  # fmt: skip
FLOAT_ROWS = frozenset(FLOAT_OPERATORS.values())
FLOAT_COMPARISONS = frozenset((FEQ, FLT, FLE))
FROM_INTEGER = frozenset((FLOAT_FROM_SIGNED, FLOAT_FROM_UNSIGNED))
TO_INTEGER = frozenset((FLOAT_TO_SIGNED, FLOAT_TO_UNSIGNED))
FLOAT_VALUED = FLOAT_ROWS - FLOAT_COMPARISONS - TO_INTEGER

OPERATORS |= FLOAT_OPERATORS
PYTHON_HELPERS |= FLOAT_HELPERS
