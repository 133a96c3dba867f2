"""The operator table: for each operator its sorts, meaning, solver encoding and spellings.

Concrete execution, constant folding, symbolic execution, both solver backends and all printers read
this one table, so they cannot disagree. A row gives the concrete meaning once, as a Python expression
over the unsigned readings of its arguments, arrays being `ArrayValue`s; `evaluate` and compiled terms both
come from it. The C spelling is over uint64_t operands that hold the same readings; operators on arrays have
none. `terms.rules` and `terms.array_rules` add the simplifications.

In the `python` and `c` columns the arguments are `{0} {1} {2}`, and
    {w} {mask} {half}     width, all-ones and sign bit of the first argument
    {rw} {rmask}          width and all-ones of the result
    {more}                how much wider the result is than the first argument
    {i0} {i1}             the indices of an indexed operator (`extract`, `zext`, `sext`, `fill`)
Division by zero and shifts by the width or more have SMT-LIB's total meaning; that C leaves them
undefined is the front end's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maymust.terms.array_value import ArrayValue, filled
from maymust.terms.sorts import BOOL, MAX_WIDTH, ArraySort, BitVecSort, Sort, array_sort, bitvec, to_signed

if TYPE_CHECKING:
    from maymust.terms.term import Term

Value = int | ArrayValue  # of a term: an array's is an ArrayValue, every other is an unsigned reading
SortRule = Callable[[tuple[Sort, ...], tuple[int, ...]], Sort | None]
Simplification = Callable[[tuple["Term", ...], tuple[int, ...]], "Term | None"]


@dataclass(eq=False)
class Operator:
    """One row of the table. Rows are compared by identity."""

    name: str
    arity: int | None  # None: two or more
    sort_rule: SortRule  # the result's sort, or None where the arguments do not fit
    python: str
    smtlib: str
    c: str | None  # None: C has it not
    infix: str | None = None
    commutes: bool = False
    index_count: int = 0
    simplifications: list[Simplification] = field(default_factory=list)
    _meanings: dict[object, Callable[[tuple[Any, ...]], Any]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return self.name

    def evaluate(
        self, widths: tuple[int, int], indices: tuple[int, ...], arguments: tuple[Value, ...]
    ) -> Any:
        """The concrete meaning of this operator: a `Value`.

        Requires: the arguments are values of sorts that fit, `widths` = (of the first argument, of the
        result), 0 standing for Bool and for arrays. Bool values are Python's False and True.
        """
        key = (widths, indices, len(arguments))
        meaning = self._meanings.get(key)
        if meaning is None:
            code = self.python_code(tuple(f"a[{i}]" for i in range(len(arguments))), widths, indices)
            meaning = eval(f"lambda a: {code}", PYTHON_HELPERS)  # noqa: S307 - our own table's text
            self._meanings[key] = meaning
        return meaning(arguments)

    def python_code(
        self, arguments: tuple[str, ...], widths: tuple[int, int], indices: tuple[int, ...]
    ) -> str:
        """The Python expression of this operator on arguments given as Python expressions."""
        return self._fill(self.python, arguments, widths, indices)

    def c_code(self, arguments: tuple[str, ...], widths: tuple[int, int], indices: tuple[int, ...]) -> str:
        """The C expression of this operator on arguments given as C expressions of type uint64_t or _Bool.

        Requires: C has the operator.
        """
        assert self.c is not None
        return self._fill(self.c, arguments, widths, indices)

    def _fill(
        self, template: str, arguments: tuple[str, ...], widths: tuple[int, int], indices: tuple[int, ...]
    ) -> str:
        if self.arity is None:
            return "(" + f" {template} ".join(arguments) + ")"
        width, result = widths
        holes: dict[str, Any] = {
            "w": width,
            "mask": (1 << width) - 1,
            "rw": result,
            "rmask": (1 << result) - 1,
            "more": result - width,
        }
        holes["half"] = 1 << (width - 1) if width else 0
        holes |= {f"i{k}": index for k, index in enumerate(indices)}
        return template.format(*arguments, **holes)


# -- helpers that rows of the table call ----------------------------------------------------------------


def _signed_divide(x: int, y: int, width: int) -> int:
    """SMT-LIB bvsdiv: truncating division; by zero it is 1 for negative x, else -1."""
    a, b = to_signed(x, width), to_signed(y, width)
    if b == 0:
        quotient = 1 if a < 0 else -1
    else:
        quotient = abs(a) // abs(b)
        if (a < 0) != (b < 0):
            quotient = -quotient
    return quotient & ((1 << width) - 1)


def _signed_remainder(x: int, y: int, width: int) -> int:
    """SMT-LIB bvsrem: the sign follows the dividend; by zero it is the dividend."""
    a, b = to_signed(x, width), to_signed(y, width)
    if b == 0:
        return x
    remainder = abs(a) % abs(b)
    return (-remainder if a < 0 else remainder) & ((1 << width) - 1)


def _arithmetic_shift(x: int, y: int, width: int) -> int:
    return (to_signed(x, width) >> min(y, width)) & ((1 << width) - 1)


def _sign_extend(x: int, width: int, mask: int) -> int:
    return to_signed(x, width) & mask


PYTHON_HELPERS: dict[str, Any] = {
    "__builtins__": {},
    "_sdiv": _signed_divide,
    "_srem": _signed_remainder,
    "_ashr": _arithmetic_shift,
    "_sext": _sign_extend,
    "_filled": filled,
}

# -- sort rules ------------------------------------------------------------------------------------------


def _all_bool(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    return BOOL if all(sort is BOOL for sort in sorts) else None


def _same(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    return BOOL if sorts[0] is sorts[1] else None


def _same_vectors(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    return sorts[0] if isinstance(sorts[0], BitVecSort) and sorts[0] is sorts[1] else None


def _compare(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    return BOOL if isinstance(sorts[0], BitVecSort) and sorts[0] is sorts[1] else None


def _choice(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    return sorts[1] if sorts[0] is BOOL and sorts[1] is sorts[2] else None


def _wider(sorts: tuple[Sort, ...], indices: tuple[int, ...]) -> Sort | None:
    fits = isinstance(sorts[0], BitVecSort) and sorts[0].width < indices[0] <= MAX_WIDTH
    return bitvec(indices[0]) if fits else None


def _slice(sorts: tuple[Sort, ...], indices: tuple[int, ...]) -> Sort | None:
    high, low = indices
    return (
        bitvec(high - low + 1)
        if isinstance(sorts[0], BitVecSort) and 0 <= low <= high < sorts[0].width
        else None
    )


def _joined(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    high, low = sorts
    if not isinstance(high, BitVecSort) or not isinstance(low, BitVecSort):
        return None
    return bitvec(high.width + low.width) if high.width + low.width <= MAX_WIDTH else None


def _element(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    array, index = sorts
    if not isinstance(array, ArraySort):
        return None
    return bitvec(array.element) if index is bitvec(array.index) else None


def _changed(sorts: tuple[Sort, ...], _: tuple[int, ...]) -> Sort | None:
    array, index, element = sorts
    fits = isinstance(array, ArraySort) and index is bitvec(array.index) and element is bitvec(array.element)
    return array if fits else None


def _constant_array(sorts: tuple[Sort, ...], indices: tuple[int, ...]) -> Sort | None:
    element, index = sorts[0], indices[0]
    if not isinstance(element, BitVecSort):
        return None
    return array_sort(index, element.width) if 1 <= index <= MAX_WIDTH else None


# -- the table -------------------------------------------------------------------------------------------

AND = Operator("and", None, _all_bool, "and", "and", "&&", infix="&&")
OR = Operator("or", None, _all_bool, "or", "or", "||", infix="||")
NOT = Operator("not", 1, _all_bool, "(not {0})", "not", "(!{0})")
EQ = Operator("eq", 2, _same, "({0} == {1})", "=", "({0} == {1})", infix="==", commutes=True)
ITE = Operator("ite", 3, _choice, "({1} if {0} else {2})", "ite", "({0} ? {1} : {2})")
ADD = Operator(
    "add",
    2,
    _same_vectors,
    "(({0} + {1}) & {mask})",
    "bvadd",
    "(({0} + {1}) & UINT64_C({mask}))",
    infix="+",
    commutes=True,
)
SUB = Operator(
    "sub", 2, _same_vectors, "(({0} - {1}) & {mask})", "bvsub", "(({0} - {1}) & UINT64_C({mask}))", infix="-"
)
MUL = Operator(
    "mul",
    2,
    _same_vectors,
    "(({0} * {1}) & {mask})",
    "bvmul",
    "(({0} * {1}) & UINT64_C({mask}))",
    infix="*",
    commutes=True,
)
UDIV = Operator(
    "udiv",
    2,
    _same_vectors,
    "({0} // {1} if {1} else {mask})",
    "bvudiv",
    "({1} ? {0} / {1} : UINT64_C({mask}))",
    infix="/u",
)
UREM = Operator(
    "urem", 2, _same_vectors, "({0} % {1} if {1} else {0})", "bvurem", "({1} ? {0} % {1} : {0})", infix="%u"
)
SDIV = Operator(
    "sdiv", 2, _same_vectors, "_sdiv({0}, {1}, {w})", "bvsdiv", "mm_sdiv({0}, {1}, {w})", infix="/"
)
SREM = Operator(
    "srem", 2, _same_vectors, "_srem({0}, {1}, {w})", "bvsrem", "mm_srem({0}, {1}, {w})", infix="%"
)
BAND = Operator("band", 2, _same_vectors, "({0} & {1})", "bvand", "({0} & {1})", infix="&", commutes=True)
BOR = Operator("bor", 2, _same_vectors, "({0} | {1})", "bvor", "({0} | {1})", infix="|", commutes=True)
XOR = Operator("xor", 2, _same_vectors, "({0} ^ {1})", "bvxor", "({0} ^ {1})", infix="^", commutes=True)
SHL = Operator(
    "shl",
    2,
    _same_vectors,
    "(({0} << {1}) & {mask} if {1} < {w} else 0)",
    "bvshl",
    "({1} < {w} ? ({0} << {1}) & UINT64_C({mask}) : 0)",
    infix="<<",
)
LSHR = Operator(
    "lshr",
    2,
    _same_vectors,
    "({0} >> {1} if {1} < {w} else 0)",
    "bvlshr",
    "({1} < {w} ? {0} >> {1} : 0)",
    infix=">>u",
)
ASHR = Operator(
    "ashr", 2, _same_vectors, "_ashr({0}, {1}, {w})", "bvashr", "mm_ashr({0}, {1}, {w})", infix=">>"
)
ULT = Operator("ult", 2, _compare, "({0} < {1})", "bvult", "({0} < {1})", infix="<u")
SLT = Operator(
    "slt",
    2,
    _compare,
    "(({0} ^ {half}) < ({1} ^ {half}))",
    "bvslt",
    "(({0} ^ UINT64_C({half})) < ({1} ^ UINT64_C({half})))",
    infix="<",
)
ZEXT = Operator("zext", 1, _wider, "{0}", "zero_extend", "{0}", index_count=1)
SEXT = Operator(
    "sext", 1, _wider, "_sext({0}, {w}, {rmask})", "sign_extend", "mm_sext({0}, {w}, {rw})", index_count=1
)
EXTRACT = Operator(
    "extract",
    1,
    _slice,
    "(({0} >> {i1}) & {rmask})",
    "extract",
    "(({0} >> {i1}) & UINT64_C({rmask}))",
    index_count=2,
)

CONCAT = Operator("concat", 2, _joined, "({0} << {more} | {1})", "concat", "({0} << {more} | {1})")
SELECT = Operator("select", 2, _element, "{0}.select({1})", "select", None)
STORE = Operator("store", 3, _changed, "{0}.store({1}, {2})", "store", None)
FILL = Operator("fill", 1, _constant_array, "_filled({i0}, {0})", "const", None, index_count=1)

OPERATORS: dict[str, Operator] = {
    row.name: row
    for row in (
        AND, OR, NOT, EQ, ITE,
        ADD, SUB, MUL, UDIV, UREM, SDIV, SREM,
        BAND, BOR, XOR, SHL, LSHR, ASHR,
        ULT, SLT, ZEXT, SEXT, EXTRACT, CONCAT,
        SELECT, STORE, FILL,
    )
}  # fmt: skip
