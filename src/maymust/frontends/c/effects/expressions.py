"""Finds what evaluating an expression may read and write, and which of its writes may still be pending when
its value is known. `sets` says what effects there are, `clashes` what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.effects.activity import Activity
from maymust.frontends.c.effects.clashes import Clashes
from maymust.frontends.c.effects.functions import FunctionEffects, recursive
from maymust.frontends.c.effects.memory import MemoryEffects
from maymust.frontends.c.effects.open_traps import OpenTraps
from maymust.frontends.c.effects.sets import (
    CHECK,
    ENDS,
    NONE,
    NOTHING,
    TRAP,
    UNKNOWN,
    Effects,
    InVariable,
    lasting,
    together,
)
from maymust.frontends.c.kinds import DEFAULT
from maymust.frontends.c.properties.guards import Guards
from maymust.frontends.c.tree.expressions import (
    Assignment,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Expression,
    FunctionName,
    Member,
    Name,
    Opaque,
    StatementExpression,
    Step,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.tree.nodes import children, walk
from maymust.frontends.c.tree.statements import Do, For, Goto, Label, OpaqueStatement, While
from maymust.frontends.c.types import ArrayType, FunctionType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maymust.frontends.c.effects.sets import Effect, EffectSet
    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.tree.expressions import Declared
    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.tree.nodes import Node
    from maymust.frontends.c.tree.statements import Function

_NO_GUARDS = Guards()
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
        guards: Guards = _NO_GUARDS,
    ) -> None:
        """`asked` are kinds of properties; `tracked` are variables that may be read before they are set,
        `guards` other nodes that are watched."""
        self._traps_quietly = "null" not in asked
        self._points = points
        self._memory = MemoryEffects(points, shapes, traps_quietly=self._traps_quietly)
        self._memo: dict[Expression, Effects] = {}
        self._activity = Activity(points, asked, tracked, guards)
        self._functions = FunctionEffects(never_returns, asked)
        self.clashes = Clashes(self)
        bodies = {function.name: walk(function.body) for function in functions}
        self._defined = bodies.keys()
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

    def of(self, expression: Expression) -> Effects:
        """The effects of an expression."""
        known = self._memo.get(expression)
        if known is None:
            known = self._of(expression)
            if self._activity.may_fail(expression):
                known = Effects(known.reads, known.writes | {CHECK}, known.pending)
            self._memo[expression] = known
        return known

    def of_designation(self, expression: Expression) -> Effects:
        """The effects of finding out what an lvalue designates."""
        match expression:
            case Name() | Text() | FunctionName():
                return NOTHING
            case Member(base=base):
                return self.of_designation(base)
            case Unary(op="*", operand=operand):
                return self.of(operand)
            case Subscript(base=base, index=index):
                return together([self.of(base), self.of(index)])
            case CompoundLiteral(initialiser=initialiser):
                return self.of(initialiser)
        return self.of(expression)

    def of_function(self, name: str) -> Effects:
        """The effects of a function, with those of all that it calls, that can be seen outside of it."""
        return self._functions.of(name)

    def touched(self, expression: Expression) -> EffectSet:
        """What reading or writing an lvalue reads or writes: parts of a variable, or cells of memory."""
        return self._memory.touched(expression)

    def in_memory(self, lvalue: Expression) -> bool:
        """Whether an lvalue designates a place in memory, and no part of a plain variable."""
        return self._points.place(lvalue) is not None

    def reads_variable(self, expression: Expression, variable: Declared) -> bool:
        """Whether an expression may read a part of a plain variable."""
        reads = self.of(expression).reads
        return any(isinstance(effect, InVariable) and effect.variable is variable for effect in reads)

    def of_hidden(self, expression: CallExpression | StatementExpression) -> Effects:
        """What is done by a call, without its arguments, or within a statement expression."""
        return self._call(expression) if isinstance(expression, CallExpression) else self.of(expression)

    # -- expressions ---------------------------------------------------------------------------------------

    def _of(self, expression: Expression) -> Effects:
        match expression:
            case Name() | Member() | Subscript() | Unary(op="*") | CompoundLiteral():
                read = Effects(self._memory.touched(expression) | self._memory.needed(expression))
                return together([self.of_designation(expression), read])
            case Unary(op="&", operand=operand):
                return self.of_designation(operand)
            case Cast(operand=operand) if isinstance(operand.type, ArrayType | FunctionType):
                return self.of_designation(operand)
            case Step(target=target):
                only = self._memory.touched(target)
                changed = Effects(only | self._memory.needed(target), only, only)
                return together([self.of_designation(target), changed])
            case Assignment(op=op, target=target, value=value):
                only = self._memory.touched(target)
                needed = self._memory.needed(target)
                changed = Effects(only | needed if op else needed, only, only)
                return together([self.of_designation(target), self.of(value), changed])
            case Comma(left=left, right=right):
                first, second = self.of(left), self.of(right)
                return Effects(first.reads | second.reads, first.writes | second.writes, second.pending)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                rest = together([self.of(part) for part in (then, otherwise) if part is not None])
                first = self.of(condition)
                pending = rest.pending if then is not None else first.pending | rest.pending
                return Effects(first.reads | rest.reads, first.writes | rest.writes, pending)
            case CallExpression():
                parts = [self.of(argument) for argument in (expression.callee, *expression.arguments)]
                inner = together([*parts, self._call(expression), self._unmodelled(expression)])
                return Effects(inner.reads, inner.writes)
            case StatementExpression(body=body):
                inner = self._direct(walk(body))
                return Effects(inner.reads, inner.writes)
        parts = [self.of(part) for part in children(expression)]  # type: ignore[arg-type]
        return together([*parts, self._unmodelled(expression)])

    def _direct(self, nodes: list[Node]) -> Effects:
        """The effects of all these nodes, not sequenced."""
        reads: set[Effect] = set()
        writes: set[Effect] = set()
        labels: set[int | None] = set()
        not_read = _not_read(nodes)
        for node in nodes:
            writes |= self._unmodelled(node).writes
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

    def _unmodelled(self, node: Node) -> Effects:
        """What a node may do by itself that is not modelled. Undefined arithmetic does not count: it ends the
        path, and too many functions divide."""
        match node:
            case OpaqueStatement() | Opaque(harmless=False):
                return _UNMODELLED
            case CallExpression(function=name) if name is not None and library.is_unmodelled(name):
                return NOTHING if name in self._defined else _UNMODELLED
        return NOTHING


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
