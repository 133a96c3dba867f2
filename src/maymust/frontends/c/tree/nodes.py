"""The C program as the front end sees it: declarations, expressions and statements.

`reading` makes this tree from clang's. Parentheses, implicit conversions that change nothing and type
declarations are gone; integer literals, `sizeof` and the like are `Constant`s; what we have no meaning for is
`Opaque` and matters only where it is evaluated. Nodes are compared by identity.

Expressions that designate an object (lvalues) are `Name`, `Unary("*")`, `Member`, `Subscript`,
`CompoundLiteral` and `Text`; where C reads the object, nothing says so. `p->f` is `Member(Unary("*", p), f)`.
Where an array or a function becomes a pointer, there is a `Cast` from its type. Arrays are never values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from maymust.frontends.c.types import INT, IntType, promoted
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import CType, Field

# -- declarations ----------------------------------------------------------------------------------------


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
class Function:
    """A function with a body. `further` holds the arguments behind the last parameter, if it wants them."""

    name: str
    returns: CType
    parameters: tuple[Declared, ...]
    variadic: bool
    body: Compound
    place: Place
    further: Declared | None = None


# -- expressions -----------------------------------------------------------------------------------------


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

# -- statements ------------------------------------------------------------------------------------------


@frozen(eq=False)
class _Statement:
    place: Place


@frozen(eq=False)
class Null(_Statement):
    """`;`, and declarations that do nothing; what stands in it, `parts`, is not executed here."""

    parts: tuple[Expression, ...] = ()


@frozen(eq=False)
class Lengths(_Statement):
    """The lengths of arrays in a type that is declared here. What they are is `clear` if they are computed
    from variables and constants alone, and nothing else is among them."""

    lengths: tuple[Expression, ...]
    clear: bool


@frozen(eq=False)
class Evaluate(_Statement):
    """An expression as a statement."""

    expression: Expression


@frozen(eq=False)
class Declare(_Statement):
    """The declaration of an automatic variable is reached."""

    variable: Declared
    initialiser: Expression | None


@frozen(eq=False)
class Compound(_Statement):
    """`{ … }`. With `scope` False, a list of declarations, which opens no scope."""

    items: tuple[Statement, ...]
    scope: bool = True


@frozen(eq=False)
class If(_Statement):
    """`if`."""

    condition: Expression
    then: Statement
    otherwise: Statement | None


@frozen(eq=False)
class While(_Statement):
    """`while`."""

    condition: Expression
    body: Statement


@frozen(eq=False)
class Do(_Statement):
    """`do … while`."""

    body: Statement
    condition: Expression


@frozen(eq=False)
class For(_Statement):
    """`for`."""

    start: Statement | None
    condition: Expression | None
    step: Statement | None
    body: Statement


@frozen(eq=False)
class Switch(_Statement):
    """`switch`."""

    value: Expression
    body: Statement


@frozen(eq=False)
class Case(_Statement):
    """`case low ... high:` and the statement behind it; `default:` has neither."""

    low: int | None
    high: int | None
    body: Statement


@frozen(eq=False)
class Label(_Statement):
    """`name:` and the statement behind it. Names may be local to blocks: `identity` tells labels apart."""

    name: str
    identity: int | None
    body: Statement


@frozen(eq=False)
class Goto(_Statement):
    """`goto label`; `identity` is the label's."""

    label: str
    identity: int | None


@frozen(eq=False)
class Break(_Statement):
    """`break`."""


@frozen(eq=False)
class Continue(_Statement):
    """`continue`."""


@frozen(eq=False)
class Return(_Statement):
    """`return`."""

    value: Expression | None


@frozen(eq=False)
class OpaqueStatement(_Statement):
    """A statement without a meaning here; `parts` is what it consists of, as far as that could be read. If it
    `declares` something, the code goes on behind it; else it may go on anywhere."""

    construct: str
    parts: tuple[Expression | Statement, ...] = ()
    declares: bool = False


Statement = (
    Null
    | Lengths
    | Evaluate
    | Declare
    | Compound
    | If
    | While
    | Do
    | For
    | Switch
    | Case
    | Label
    | Goto
    | Break
    | Continue
    | Return
    | OpaqueStatement
)

Node = Expression | Statement

_FIELDS: dict[type, tuple[str, ...]] = {
    Member: ("base",),
    Subscript: ("base", "index"),
    Cast: ("operand",),
    Unary: ("operand",),
    Step: ("target",),
    Binary: ("left", "right"),
    Logical: ("left", "right"),
    Comma: ("left", "right"),
    Assignment: ("target", "value"),
    Conditional: ("condition", "then", "otherwise"),
    CallExpression: ("callee", "arguments"),
    InitList: ("values",),
    CompoundLiteral: ("initialiser",),
    StatementExpression: ("body",),
    Opaque: ("operands", "perhaps"),
    Null: ("parts",),
    Lengths: ("lengths",),
    Evaluate: ("expression",),
    Declare: ("initialiser",),
    Compound: ("items",),
    If: ("condition", "then", "otherwise"),
    While: ("condition", "body"),
    Do: ("body", "condition"),
    For: ("start", "condition", "step", "body"),
    Switch: ("value", "body"),
    Case: ("body",),
    Label: ("body",),
    Return: ("value",),
    OpaqueStatement: ("parts",),
}


def zero(type_: CType, place: Place) -> Expression:
    """What an object of this type holds that is not initialised, and lives as long as the program."""
    return Constant(type_, place, 0) if isinstance(type_, IntType) else InitList(type_, place, ())


def promoted_operand(expression: Expression) -> IntType:
    """What an operand of integer type is promoted to (C11 6.3.1.1): a bit-field that int can hold, to int.

    Conversions of operands are in the tree already; this is for the targets of `op=`, `++` and `--`.
    """
    type_ = expression.type
    assert isinstance(type_, IntType)
    bits = expression.field.bits if isinstance(expression, Member) else None
    if bits is None or bits > INT.width:
        return promoted(type_)
    return IntType(INT.width, signed=type_.signed or bits < INT.width)


def children(node: Node) -> tuple[Node, ...]:
    """What a node consists of, in the order of the text."""
    found: list[Node] = []
    for name in _FIELDS.get(type(node), ()):
        part = getattr(node, name)
        if isinstance(part, tuple):
            found.extend(part)
        elif part is not None:
            found.append(part)
    return tuple(found)


def walk(root: Node) -> list[Node]:
    """Every node under `root`, itself included, in the order of the text."""
    found: list[Node] = []
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(reversed(children(node)))
    return found


def may_be_unset(declaration: Declare) -> bool:
    """Whether a variable has no value yet behind its declaration, or where its initial value is found."""
    value = declaration.initialiser
    mentioned = [] if value is None else [part for part in walk(value) if isinstance(part, Name)]
    return value is None or any(part.variable is declaration.variable for part in mentioned)
