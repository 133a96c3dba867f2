"""The C program as the front end sees it: types, declarations, expressions and statements.

`reading` makes this tree from clang's. Parentheses, implicit conversions that change nothing and type
declarations are gone; constant expressions are `Constant`s; what we have no meaning for is `Opaque` and
matters only where it is evaluated. Nodes are compared by identity.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from maymust.frontends.c.places import Place

# -- types -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntType:
    """An integer type. `_Bool` is `boolean`: 8 bits that hold 0 or 1."""

    width: int
    signed: bool
    boolean: bool = False


@dataclass(frozen=True, slots=True)
class VoidType:
    """`void`."""


@dataclass(frozen=True, slots=True)
class OtherType:
    """A type whose values are not modelled; `family` says in a word what it is."""

    family: str


CType = IntType | VoidType | OtherType
INT = IntType(32, True)
VOID = VoidType()
VLA = OtherType("variable-length array")


# -- declarations ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Declared:
    """A variable. `lasting`: it lives as long as the program; `owner` is the function that it is declared in.

    `initial` is the value of a lasting variable at the start, None where that comes from outside. If
    `obstacle` is set, the variable is not modelled, and this says why.
    """

    name: str
    type: CType
    place: Place
    owner: str | None = None
    parameter: bool = False
    lasting: bool = False
    const: bool = False
    initial: int | None = 0
    obstacle: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function with a body."""

    name: str
    returns: CType
    parameters: tuple[Declared, ...]
    variadic: bool
    body: Compound
    place: Place


# -- expressions -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Expression:
    type: CType
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Constant(_Expression):
    """An integer that is known."""

    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Text(_Expression):
    """A string literal; `text` as it is written, with its quotes."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Name(_Expression):
    """A variable, read or written."""

    variable: Declared


@dataclass(frozen=True, slots=True, eq=False)
class FunctionName(_Expression):
    """A function, used as a value or called."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Cast(_Expression):
    """A conversion, written or implied."""

    operand: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Unary(_Expression):
    """`- ~ ! + & *` applied to an operand."""

    op: str
    operand: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Step(_Expression):
    """`++` (delta 1) or `--` (delta -1), before or after its operand."""

    target: Expression
    delta: int
    prefix: bool


@dataclass(frozen=True, slots=True, eq=False)
class Binary(_Expression):
    """Arithmetic, shifts, bitwise operators and comparisons."""

    op: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Logical(_Expression):
    """`&&` and `||`."""

    op: Literal["&&", "||"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Comma(_Expression):
    """`left, right`."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Assignment(_Expression):
    """`target = value`, or `target op= value` if `op` is set."""

    op: str | None
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(_Expression):
    """`condition ? then : otherwise`; GNU's `condition ?: otherwise` has no `then`."""

    condition: Expression
    then: Expression | None
    otherwise: Expression


@dataclass(frozen=True, slots=True, eq=False)
class CallExpression(_Expression):
    """A call. `function` is its name, None for a call through a pointer."""

    function: str | None
    callee: Expression
    arguments: tuple[Expression, ...]
    prototyped: bool


@dataclass(frozen=True, slots=True, eq=False)
class StatementExpression(_Expression):
    """GNU's `({ … })`."""

    body: Compound


@dataclass(frozen=True, slots=True, eq=False)
class Opaque(_Expression):
    """An expression without a meaning here; `operands` are evaluated first.

    If it is `harmless`, evaluating it and dropping the value does no more than evaluating the operands.
    """

    construct: str
    operands: tuple[Expression, ...]
    harmless: bool = False


Expression = (
    Constant
    | Text
    | Name
    | FunctionName
    | Cast
    | Unary
    | Step
    | Binary
    | Logical
    | Comma
    | Assignment
    | Conditional
    | CallExpression
    | StatementExpression
    | Opaque
)

# -- statements ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Statement:
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Null(_Statement):
    """`;`, and declarations that do nothing; what stands in it, `parts`, is not executed here."""

    parts: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Evaluate(_Statement):
    """An expression as a statement."""

    expression: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Declare(_Statement):
    """The declaration of an automatic variable is reached."""

    variable: Declared
    initialiser: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Compound(_Statement):
    """`{ … }`. With `scope` False, a list of declarations, which opens no scope."""

    items: tuple[Statement, ...]
    scope: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class If(_Statement):
    """`if`."""

    condition: Expression
    then: Statement
    otherwise: Statement | None


@dataclass(frozen=True, slots=True, eq=False)
class While(_Statement):
    """`while`."""

    condition: Expression
    body: Statement


@dataclass(frozen=True, slots=True, eq=False)
class Do(_Statement):
    """`do … while`."""

    body: Statement
    condition: Expression


@dataclass(frozen=True, slots=True, eq=False)
class For(_Statement):
    """`for`."""

    start: Statement | None
    condition: Expression | None
    step: Statement | None
    body: Statement


@dataclass(frozen=True, slots=True, eq=False)
class Switch(_Statement):
    """`switch`."""

    value: Expression
    body: Statement


@dataclass(frozen=True, slots=True, eq=False)
class Case(_Statement):
    """`case low ... high:` and the statement behind it; `default:` has neither."""

    low: int | None
    high: int | None
    body: Statement


@dataclass(frozen=True, slots=True, eq=False)
class Label(_Statement):
    """`name:` and the statement behind it. Names may be local to blocks: `identity` tells labels apart."""

    name: str
    identity: int | None
    body: Statement


@dataclass(frozen=True, slots=True, eq=False)
class Goto(_Statement):
    """`goto label`; `identity` is the label's."""

    label: str
    identity: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Break(_Statement):
    """`break`."""


@dataclass(frozen=True, slots=True, eq=False)
class Continue(_Statement):
    """`continue`."""


@dataclass(frozen=True, slots=True, eq=False)
class Return(_Statement):
    """`return`."""

    value: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class OpaqueStatement(_Statement):
    """A statement without a meaning here; `parts` is what it consists of, as far as that could be read."""

    construct: str
    parts: tuple[Expression | Statement, ...] = ()


Statement = (
    Null
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
    Cast: ("operand",),
    Unary: ("operand",),
    Step: ("target",),
    Binary: ("left", "right"),
    Logical: ("left", "right"),
    Comma: ("left", "right"),
    Assignment: ("target", "value"),
    Conditional: ("condition", "then", "otherwise"),
    CallExpression: ("callee", "arguments"),
    StatementExpression: ("body",),
    Opaque: ("operands",),
    Null: ("parts",),
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
