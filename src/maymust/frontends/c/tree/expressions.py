"""Defines variables and expressions of C, as the front end sees them (see `nodes`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.tree.statements import Compound
    from maymust.frontends.c.types import CType, Field


@frozen(eq=False)
class Declared:
    """A variable. `lasting`: it lives as long as the program; `owner` is the function that it is declared in.

    A lasting variable starts with what `Declarations.initial_value` says or, if it comes from `outside`,
    with anything. If `obstacle` is set, the variable is not modelled, and this says why. A variable-length
    array is a pointer to what is allocated for it; `count` is its length.
    """

    name: str
    type: CType
    place: Place
    owner: str | None = None
    parameter: bool = False
    lasting: bool = False
    const: bool = False
    volatile: bool = False
    outside: bool = False
    obstacle: str | None = None
    count: Declared | None = None

    @property
    def is_users(self) -> bool:
        """Whether it can be an input where the user wants global variables to be: it is not constant, and in
        no model of the C library and no rule."""
        return not self.const and self.place.unit.is_users(self.place.cursor)


@frozen(eq=False)
class _Expression:
    type: CType
    place: Place


@frozen(eq=False)
class Constant(_Expression):
    """An integer that is known."""

    value: int


@frozen(eq=False)
class FloatConstant(_Expression):
    """A floating-point number that is known; `bits` are those of its representation (IEEE 754)."""

    bits: int


@frozen(eq=False)
class Text(_Expression):
    """A string literal, an array; `text` as it is written, with its quotes.

    `data` are the bytes of the whole array, with the zero at the end if its type has room for it.
    """

    text: str
    data: bytes


@frozen(eq=False)
class Name(_Expression):
    """A variable, read or written."""

    variable: Declared


@frozen(eq=False)
class FunctionName(_Expression):
    """A function, used as a value or called."""

    name: str


@frozen(eq=False)
class Member(_Expression):
    """A member of a record. What is in an anonymous member is a `Member` of a `Member`."""

    base: Expression
    field: Field


@frozen(eq=False)
class Subscript(_Expression):
    """`base[index]`, or `index[base]`: `base` is a pointer."""

    base: Expression
    index: Expression


@frozen(eq=False)
class Cast(_Expression):
    """A conversion, written or implied; what it does depends on the two types alone.

    Between integers, floating-point numbers and pointers; from an array to the pointer to its first element;
    from a function to the pointer to it; from anything to void; and whatever has an `OtherType`.
    """

    operand: Expression


@frozen(eq=False)
class Unary(_Expression):
    """`- ~ ! + & *` applied to an operand."""

    op: str
    operand: Expression


@frozen(eq=False)
class Step(_Expression):
    """`++` (delta 1) or `--` (delta -1), before or after its operand: a number or a pointer."""

    target: Expression
    delta: int
    prefix: bool


@frozen(eq=False)
class Binary(_Expression):
    """Arithmetic, also on pointers, shifts, bitwise operators and comparisons."""

    op: str
    left: Expression
    right: Expression


@frozen(eq=False)
class Logical(_Expression):
    """`&&` and `||`."""

    op: Literal["&&", "||"]
    left: Expression
    right: Expression


@frozen(eq=False)
class Comma(_Expression):
    """`left, right`."""

    left: Expression
    right: Expression


@frozen(eq=False)
class Assignment(_Expression):
    """`target = value`, or `target op= value` if `op` is set."""

    op: str | None
    target: Expression
    value: Expression


@frozen(eq=False)
class Conditional(_Expression):
    """`condition ? then : otherwise`; GNU's `condition ?: otherwise` has no `then`."""

    condition: Expression
    then: Expression | None
    otherwise: Expression


@frozen(eq=False)
class CallExpression(_Expression):
    """A call. `function` is its name, None for a call through a pointer."""

    function: str | None
    callee: Expression
    arguments: tuple[Expression, ...]
    prototyped: bool


@frozen
class ElementRange:
    """The elements from `low` to `high`, both included (GNU)."""

    low: int
    high: int


Path = tuple[int | ElementRange, ...]
"""From an object to a part of it: indices of members (as `Field.index`) and of array elements."""


@frozen(eq=False)
class InitItem:
    """What the part at `path` holds: `value` has the part's type; for arrays it is a `Text`.

    The empty path is the whole object. A value for a range is evaluated once.
    """

    path: Path
    value: Expression


@frozen(eq=False)
class InitList(_Expression):
    """The initial value of an object: zero, then the items, where a later one may overwrite a part of one
    before it (C11 6.7.9, with braces and designators resolved). Evaluated in any order.

    Of a union nothing more is known than what the items give, and of one without items that it is zero.
    """

    items: tuple[InitItem, ...]

    @property
    def values(self) -> tuple[Expression, ...]:
        """The expressions that are evaluated."""
        return tuple([item.value for item in self.items])


@frozen(eq=False)
class CompoundLiteral(_Expression):
    """`(type){ … }`: an object without a name. `lasting`: it lives as long as the program."""

    initialiser: Expression
    lasting: bool
    const: bool = False


@frozen(eq=False)
class StatementExpression(_Expression):
    """GNU's `({ … })`."""

    body: Compound


@frozen(eq=False)
class Opaque(_Expression):
    """An expression without a meaning here; `operands` are evaluated first, and `perhaps` one of the others.

    If it is `harmless`, evaluating it and dropping the value does no more than evaluating the operands. If it
    `has_lengths`, there are lengths of arrays in its type, or in one that it mentions.
    """

    construct: str
    operands: tuple[Expression, ...]
    harmless: bool = False
    perhaps: tuple[Expression, ...] = ()
    has_lengths: bool = False


LocalObject = Declared | CompoundLiteral
"""What lives in a block, unless it is lasting."""

Expression = (
    Constant
    | FloatConstant
    | Text
    | Name
    | FunctionName
    | Member
    | Subscript
    | Cast
    | Unary
    | Step
    | Binary
    | Logical
    | Comma
    | Assignment
    | Conditional
    | CallExpression
    | InitList
    | CompoundLiteral
    | StatementExpression
    | Opaque
)
