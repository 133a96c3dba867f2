"""C's numbers as FIR's integers, which have fewer bits: exact where all results fit.

An execution in which a number of the contract does not fit is outside of the bound, as it is for numbers of
the program: `fits` collects what has to hold.
"""

from __future__ import annotations

from maymust.fir.tree import Binary, BooleanLiteral, Conditional, Expression, IntegerLiteral, Unary
from maymust.frontends.acsl.constants import as_integer, in_type
from maymust.frontends.acsl.typed import Apply, Number, Term
from maymust.frontends.c.types import IntType, common_type, promoted

TRUE = BooleanLiteral(True)
_ZERO = IntegerLiteral(0)


def conjunction(*parts: Expression) -> Expression:
    """All of them; what is true anyway, or said twice, is left out."""
    kept = [part for part in dict.fromkeys(parts) if part != TRUE]
    found: Expression = kept[0] if kept else TRUE
    for part in kept[1:]:
        found = Binary("and", found, part)
    return found


class Integers:
    """Arithmetic and comparisons of C, in integers of `width` bits."""

    def __init__(self, width: int) -> None:
        self._width = width
        self.fits: list[Expression] = []

    def converted(self, value: Expression, term: Term, to: IntType) -> Expression:
        """The number in a wider type: what was unsigned does not become negative."""
        source = term.type
        assert isinstance(source, IntType)
        if isinstance(term, Number):
            return IntegerLiteral(as_integer(Number(in_type(term.value, to), to)), term.span)
        if source.signed or source.width >= to.width or source.boolean:
            return value
        if source.width < self._width:
            return Binary("bit_and", value, IntegerLiteral((1 << source.width) - 1))
        self.fits.append(Unary("not", _negative(value)))
        return value

    def apply(self, term: Apply, values: list[Expression]) -> Expression:
        """An operator on numbers, or a comparison of them."""
        if len(values) == 1:
            return self._unary(term, values[0])
        types = [each.type for each in term.operands]
        assert isinstance(types[0], IntType) and isinstance(types[1], IntType)
        if term.operator in ("shift_left", "shift_right"):
            kinds = [promoted(types[0]), promoted(types[1])]
        else:
            kinds = [common_type(types[0], types[1])] * 2
        left, right = (
            self.converted(value, operand, kind)
            for value, operand, kind in zip(values, term.operands, kinds, strict=True)
        )
        match term.operator:
            case "less" | "at_most":
                return _compared(term.operator, left, right, kinds[0])
            case "shift_right":
                return self._shifted_right(left, right, kinds[0])
        found = Binary(term.operator, left, right)
        self._fit(found)
        return found

    def _unary(self, term: Apply, value: Expression) -> Expression:
        operand = term.operands[0]
        assert isinstance(operand.type, IntType)
        value = self.converted(value, operand, promoted(operand.type))
        negative = Unary("negate", value)
        if term.operator == "complement":
            return Binary("minus", negative, IntegerLiteral(1))  # of the lowest number, wraps twice
        both = conjunction(_negative(value), _negative(negative))
        self.fits.append(Unary("not", both))
        return negative

    def _shifted_right(self, left: Expression, right: Expression, type_: IntType) -> Expression:
        if not type_.signed:
            self.fits.append(Unary("not", _negative(left)))
        return Binary("shift_right", left, right)

    def _fit(self, result: Binary) -> None:
        """Notes for which operands the result fits."""
        left, right = result.left, result.right
        signs = _negative(left), _negative(right), _negative(result)
        match result.operator:
            case "plus":
                same = Binary("iff", signs[0], signs[1])
                self.fits.append(Binary("implies", same, Binary("iff", signs[2], signs[0])))
            case "minus":
                same = Binary("iff", signs[0], signs[1])
                self.fits.append(Binary("or", same, Binary("iff", signs[2], signs[0])))
            case "times":
                back = Binary("equal", Binary("divide", result, right), left)
                self.fits.append(Binary("or", Binary("equal", right, _ZERO), back))
                self.fits.append(Unary("not", conjunction(*signs)))
            case "divide":
                self.fits.append(Unary("not", conjunction(*signs)))
            case "shift_left":
                back = Binary("equal", Binary("shift_right", result, right), left)
                self.fits.append(back)


def _negative(value: Expression) -> Expression:
    return Binary("less", value, _ZERO)


def _compared(operator: str, left: Expression, right: Expression, type_: IntType) -> Expression:
    """`<` or `<=`; of unsigned numbers, by their signs first."""
    found = Binary(operator, left, right)
    if type_.signed:
        return found
    same = Binary("iff", _negative(left), _negative(right))
    return Conditional(same, found, _negative(right))
