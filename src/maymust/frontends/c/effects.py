"""What evaluating an expression may read and write, and which evaluations C leaves unordered.

C11 6.5p2: where a side effect on a variable is unsequenced with another use of it, the behaviour is
undefined; where two calls may come in either order, their result may depend on it. `conflict` finds both.
`effect_sets` says what effects there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.activity import Activity
from maymust.frontends.c.effect_sets import (
    CHECK,
    ENDS,
    NONE,
    NOTHING,
    TRAP,
    UNKNOWN,
    Effects,
    clash,
    describe,
    lasting,
    together,
)
from maymust.frontends.c.function_effects import FunctionEffects, recursive
from maymust.frontends.c.kinds import DEFAULT
from maymust.frontends.c.memory_effects import MemoryEffects
from maymust.frontends.c.open_traps import OpenTraps
from maymust.frontends.c.tree import (
    Assignment,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Do,
    Expression,
    For,
    FunctionName,
    Goto,
    Label,
    Member,
    Name,
    Opaque,
    OpaqueStatement,
    StatementExpression,
    Step,
    Subscript,
    Text,
    Unary,
    While,
    children,
    walk,
)
from maymust.frontends.c.types import ArrayType, FunctionType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maymust.frontends.c.effect_sets import Effect, EffectSet
    from maymust.frontends.c.leaves import Shapes
    from maymust.frontends.c.points_to import PointsTo
    from maymust.frontends.c.tree import Declared, Function, Node

_UNMODELLED = Effects(writes=frozenset((UNKNOWN,)))


class EffectAnalysis:
    """Effects in a program of which these are the functions with a body that can be called."""

    def __init__(
        self,
        functions: Iterable[Function],
        never_returns: Callable[[str], bool],
        points: PointsTo,
        shapes: Shapes,
        asked: frozenset[str] = DEFAULT,
        tracked: frozenset[Declared] | set[Declared] = frozenset(),
    ) -> None:
        """`asked` are kinds of properties; `tracked` are variables that may be read before they are set."""
        self._traps_quietly = "null" not in asked
        self._points = points
        self._memory = MemoryEffects(points, shapes, traps_quietly=self._traps_quietly)
        self._memo: dict[Expression, Effects] = {}
        self._activity = Activity(points, asked, tracked)
        self._functions = FunctionEffects(never_returns, asked)
        bodies = {function.name: walk(function.body) for function in functions}
        calls: dict[str, set[str]] = {}
        own: dict[str, Effects] = {}
        for name, nodes in bodies.items():
            self._activity.add(nodes)
            made = [node for node in nodes if isinstance(node, CallExpression)]
            calls[name] = {callee for call in made for callee in self._callees(call)}
            direct = self._direct(nodes)
            own[name] = Effects(lasting(direct.reads), lasting(direct.writes))
        self._functions.add(own, calls)
        self.recursive = recursive(calls)  # functions that may call themselves, perhaps by way of others
        self._open = OpenTraps(bodies.values(), self._activity.active, self.of, self._callees, calls)

    # -- questions -----------------------------------------------------------------------------------------

    def active(self, expression: Expression) -> bool:
        """Whether evaluating it may do more than give a value."""
        return expression in self._activity.active

    def simple(self, expression: Expression) -> bool:
        """Whether its value is a term: no side effects, no calls, nothing undefined or not modelled."""
        return expression in self._activity.simple

    def trap_is_open(self, expression: Expression) -> bool:
        """Whether a null pointer that is dereferenced in it may be so later, or not at all."""
        return expression in self._open.expressions

    def traps_are_open(self, function: str) -> bool:
        """Whether this is so of all null pointers that are dereferenced in a function."""
        return function in self._open.functions

    def conflict(self, parts: Iterable[Expression]) -> str | None:
        """What two of these expressions, whose order is open, cannot both touch; None if all is well."""
        found = list(parts)
        if not any(part in self._activity.active for part in found):
            return None
        effects = [self.of(part) for part in found]
        for i, first in enumerate(effects):
            for second in effects[i + 1 :]:
                both = clash(first, second)
                if both:
                    return describe(both)
        return None

    def of(self, expression: Expression) -> Effects:
        """The effects of an expression."""
        known = self._memo.get(expression)
        if known is None:
            known = self._of(expression)
            if self._activity.may_fail(expression):
                known = Effects(known.reads, known.writes | {CHECK}, known.pending)
            self._memo[expression] = known
        return known

    def of_function(self, name: str) -> Effects:
        """The effects of a function, with those of all that it calls, that can be seen outside of it."""
        return self._functions.of(name)

    def touched(self, expression: Expression) -> EffectSet:
        """What reading or writing an lvalue reads or writes: a variable, or cells of memory."""
        return self._memory.touched(expression)

    def describe(self, found: Iterable[Effect]) -> str:
        """The construct that a clash is."""
        return describe(found)

    # -- expressions ---------------------------------------------------------------------------------------

    def _of(self, expression: Expression) -> Effects:
        match expression:
            case Name() | Member() | Subscript() | Unary(op="*") | CompoundLiteral():
                read = Effects(self._memory.touched(expression) | self._memory.needed(expression))
                return together([self._designation(expression), read])
            case Unary(op="&", operand=operand):
                return self._designation(operand)
            case Cast(operand=operand) if isinstance(operand.type, ArrayType | FunctionType):
                return self._designation(operand)
            case Step(target=target):
                only = self._memory.touched(target)
                changed = Effects(only | self._memory.needed(target), only, only)
                return together([self._designation(target), changed])
            case Assignment(op=op, target=target, value=value):
                only = self._memory.touched(target)
                needed = self._memory.needed(target)
                changed = Effects(only | needed if op else needed, only, only)
                return together([self._designation(target), self.of(value), changed])
            case Comma(left=left, right=right):
                first, second = self.of(left), self.of(right)
                return Effects(first.reads | second.reads, first.writes | second.writes, second.pending)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                rest = together([self.of(part) for part in (then, otherwise) if part is not None])
                first = self.of(condition)
                return Effects(first.reads | rest.reads, first.writes | rest.writes, rest.pending)
            case CallExpression():
                parts = [self.of(argument) for argument in (expression.callee, *expression.arguments)]
                inner = together([*parts, self._call(expression), _unmodelled(expression)])
                return Effects(inner.reads, inner.writes)
            case StatementExpression(body=body):
                inner = self._direct(walk(body))
                return Effects(inner.reads, inner.writes)
        parts = [self.of(part) for part in children(expression)]  # type: ignore[arg-type]
        return together([*parts, _unmodelled(expression)])

    def _designation(self, expression: Expression) -> Effects:
        """The effects of finding out what an lvalue designates."""
        match expression:
            case Name() | Text() | FunctionName():
                return NOTHING
            case Member(base=base):
                return self._designation(base)
            case Unary(op="*", operand=operand):
                return self.of(operand)
            case Subscript(base=base, index=index):
                return together([self.of(base), self.of(index)])
            case CompoundLiteral(initialiser=initialiser):
                return self.of(initialiser)
        return self.of(expression)

    def _direct(self, nodes: list[Node]) -> Effects:
        """The effects of all these nodes, not sequenced."""
        reads: set[Effect] = set()
        writes: set[Effect] = set()
        labels: set[int | None] = set()
        not_read = _not_read(nodes)
        for node in nodes:
            writes |= _unmodelled(node).writes
            if self._activity.may_fail(node):
                writes.add(CHECK)
            match node:
                case Label(identity=identity):
                    labels.add(identity)
                case While() | Do() | For() if not node.place.unit.is_model:
                    reads |= ENDS
                case Goto(identity=identity) if identity in labels:
                    reads |= ENDS
                case Name() | Member() | Subscript() | Unary(op="*") if node not in not_read:
                    reads |= self._memory.touched(node) | self._memory.needed(node)
                case Step(target=target) | Assignment(target=target):
                    reads |= self._memory.needed(target)
                    writes |= self._memory.touched(target)
                case CallExpression():
                    called = self._call(node)
                    reads |= called.reads
                    writes |= called.writes
        return Effects(frozenset(reads), frozenset(writes))

    # -- calls ---------------------------------------------------------------------------------------------

    def _callees(self, call: CallExpression) -> list[str]:
        return self._points.callees(call) if call.function is None else [call.function]

    def _call(self, call: CallExpression) -> Effects:
        """The effects of a call, without those of its parts."""
        callees = self._callees(call)
        own = [self._functions.of(name) for name in callees]
        ends = [self._memory.release(call, name) for name in callees if not self._functions.has_body(name)]
        traps = call.function is None and self._traps_quietly
        return together(
            [*own, *ends, self._memory.known(call), Effects(frozenset((TRAP,)) if traps else NONE)]
        )


def _not_read(nodes: list[Node]) -> set[Expression]:
    """The lvalues among some nodes of which only a part or the address is used, or which are only written."""
    found: set[Expression] = set()
    for node in nodes:
        match node:
            case Member(base=part) | Unary(op="&", operand=part) | Assignment(op=None, target=part):
                found.add(part)
            case Cast(operand=part) if isinstance(part.type, ArrayType | FunctionType):
                found.add(part)
    return found


def _unmodelled(node: Node) -> Effects:
    """What a node may do by itself that is not modelled. Undefined arithmetic does not count: it ends the
    path, and too many functions divide."""
    match node:
        case OpaqueStatement() | Opaque(harmless=False):
            return _UNMODELLED
        case CallExpression(function=name) if name is not None and library.is_unmodelled(name):
            return _UNMODELLED
    return NOTHING
