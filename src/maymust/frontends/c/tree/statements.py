"""Defines statements and functions of C, as the front end sees them (see `nodes`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import Declared, Expression
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import CType


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
