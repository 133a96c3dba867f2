"""What evaluating an expression may read and write, and which evaluations C leaves unordered.

C11 6.5p2: where a side effect on a variable is unsequenced with another use of it, the behaviour is
undefined; where two calls may come in either order, their result may depend on it. `conflict` finds both.

Besides variables, sets of effects hold OUTCOME: a call that may violate a property writes it, a call that
may not come back (it stops the program, or loops) reads it, for in which order two such calls come decides
what is seen. UNKNOWN is the same for calls that may do something that is not modelled, except that two of
those do not matter to each other. CHECK is written by what may violate a check that is asked for, and read
by a call that may end the program quietly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.checks import may_fail
from maymust.frontends.c.copy_plans import IN_CELLS, copy_plan
from maymust.frontends.c.kinds import ASSERT, DEFAULT
from maymust.frontends.c.scan_formats import scanned
from maymust.frontends.c.tree import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Constant,
    Declared,
    Do,
    Expression,
    For,
    Function,
    FunctionName,
    Goto,
    Label,
    Logical,
    Member,
    Name,
    Node,
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
from maymust.frontends.c.types import ArrayType, FunctionType, IntType, PointerType, promoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maymust.frontends.c.leaves import Leaf, Shapes
    from maymust.frontends.c.memory_graph import Node as GraphNode
    from maymust.frontends.c.memory_graph import Ref
    from maymust.frontends.c.points_to import PointsTo

OUTCOME = "$outcome"
UNKNOWN = "$unknown"
CHECK = "$check"


@dataclass(frozen=True, slots=True)
class InMemory:
    """A cell of memory: which node, and where in its layout."""

    node: GraphNode
    start: int


Effect = Declared | InMemory | str
_NONE: frozenset[Effect] = frozenset()
_ENDS: frozenset[Effect] = frozenset((OUTCOME, UNKNOWN))  # what is read by a call that may not come back


@dataclass(frozen=True, slots=True)
class Effects:
    """Reads, writes, and the writes that may still be pending when the value is known."""

    reads: frozenset[Effect] = _NONE
    writes: frozenset[Effect] = _NONE
    pending: frozenset[Effect] = _NONE


_NOTHING = Effects()
_UNMODELLED = Effects(writes=frozenset((UNKNOWN,)))


def together(parts: Iterable[Effects]) -> Effects:
    """The effects of several evaluations."""
    found = list(parts)
    return Effects(
        frozenset().union(*[p.reads for p in found]),
        frozenset().union(*[p.writes for p in found]),
        frozenset().union(*[p.pending for p in found]),
    )


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
        self._asked = asked
        self._tracked = tracked
        self._never_returns = never_returns
        self._points = points
        self._shapes = shapes
        self._active: set[Node] = set()
        self._simple: set[Node] = set()
        self._memo: dict[Expression, Effects] = {}
        self._functions: dict[str, Effects] = {}
        calls: dict[str, set[str]] = {}
        for function in functions:
            nodes = walk(function.body)
            self._classify(nodes)
            own = self._direct(nodes)
            self._functions[function.name] = Effects(*(_lasting(s) for s in (own.reads, own.writes)))
            made = [node for node in nodes if isinstance(node, CallExpression)]
            calls[function.name] = {name for call in made for name in self._callees(call)}
        for name in _recursive(calls):
            before = self._functions[name]
            self._functions[name] = Effects(before.reads | _ENDS, before.writes)
        self._close(calls)

    # -- questions -----------------------------------------------------------------------------------------

    def active(self, expression: Expression) -> bool:
        """Whether evaluating it may do more than give a value."""
        return expression in self._active

    def simple(self, expression: Expression) -> bool:
        """Whether its value is a term: no side effects, no calls, nothing undefined or not modelled."""
        return expression in self._simple

    def conflict(self, parts: Iterable[Expression]) -> str | None:
        """What two of these expressions, whose order is open, cannot both touch; None if all is well."""
        found = list(parts)
        if not any(part in self._active for part in found):
            return None
        effects = [self.of(part) for part in found]
        for i, a in enumerate(effects):
            for b in effects[i + 1 :]:
                if a.writes or b.writes:
                    both = (a.writes & b.writes) - {UNKNOWN, CHECK}
                    clash = both | (a.writes & b.reads) | (b.writes & a.reads)
                    if clash:
                        return describe(clash)
        return None

    def of(self, expression: Expression) -> Effects:
        """The effects of an expression."""
        known = self._memo.get(expression)
        if known is None:
            known = self._of(expression)
            if self._may_fail(expression):
                known = Effects(known.reads, known.writes | {CHECK}, known.pending)
            self._memo[expression] = known
        return known

    def touched(self, expression: Expression) -> frozenset[Effect]:
        """What reading or writing an lvalue reads or writes: a variable, or cells of memory."""
        place = self._points.place(expression)
        if place is not None:
            if self._shapes.obstacle(expression.type) is not None:
                return frozenset((UNKNOWN,))
            field = expression.field if isinstance(expression, Member) else None
            leaves = self._shapes.designated(expression.type, field)
            start = place if field is None or field.bits is None else place.moved(-(field.offset % 8))
            cells = [self._cell(start.moved(leaf.start)) for leaf in leaves]
            return frozenset([cell for cell in cells if cell is not None])
        match expression:
            case Name(variable=variable):
                return frozenset((variable,))
            case Member(base=base):
                return self.touched(base)
            case Subscript(base=Cast(operand=operand)) | Unary(op="*", operand=Cast(operand=operand)):
                return self.touched(operand)
        return _NONE

    def describe(self, clash: Iterable[Effect]) -> str:
        """The construct that a clash is."""
        return describe(clash)

    def _cell(self, ref: Ref) -> InMemory | None:
        cell = self._points.graph.find_cell(ref)
        return None if cell is None else InMemory(self._points.graph.resolve(ref).node, cell.start)

    def _callees(self, call: CallExpression) -> list[str]:
        return self._points.callees(call) if call.function is None else [call.function]

    # -- how it is found out -------------------------------------------------------------------------------

    def _of(self, expression: Expression) -> Effects:
        match expression:
            case Name() | Member() | Subscript() | Unary(op="*") | CompoundLiteral():
                return together([self._designation(expression), Effects(self.touched(expression))])
            case Unary(op="&", operand=operand):
                return self._designation(operand)
            case Cast(operand=operand) if isinstance(operand.type, ArrayType | FunctionType):
                return self._designation(operand)
            case Step(target=target):
                only = self.touched(target)
                return together([self._designation(target), Effects(only, only, only)])
            case Assignment(op=op, target=target, value=value):
                only = self.touched(target)
                inner = together([self._designation(target), self.of(value)])
                return Effects(
                    inner.reads | only if op else inner.reads, inner.writes | only, inner.pending | only
                )
            case Comma(left=left, right=right):
                first, second = self.of(left), self.of(right)
                return Effects(first.reads | second.reads, first.writes | second.writes, second.pending)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                rest = together([self.of(part) for part in (then, otherwise) if part is not None])
                first = self.of(condition)
                return Effects(first.reads | rest.reads, first.writes | rest.writes, rest.pending)
            case CallExpression():
                parts = [self.of(argument) for argument in (expression.callee, *expression.arguments)]
                called = [self._call(name) for name in self._callees(expression)]
                inner = together([*parts, *called, self._known(expression), _unmodelled(expression)])
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
                return _NOTHING
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
        for node in nodes:
            writes |= _unmodelled(node).writes
            if self._may_fail(node):
                writes.add(CHECK)
            match node:
                case Label(identity=identity):
                    labels.add(identity)
                case While() | Do() | For() if not node.place.unit.is_model:
                    reads |= _ENDS
                case Goto(identity=identity) if identity in labels:
                    reads |= _ENDS
                case Name() | Member() | Subscript() | Unary(op="*"):
                    reads |= self.touched(node)
                case Step(target=target) | Assignment(target=target):
                    writes |= self.touched(target)
                case CallExpression():
                    known = self._known(node)
                    reads |= known.reads
                    writes |= known.writes
                    for name in self._callees(node):
                        called = self._call(name)
                        reads |= called.reads
                        writes |= called.writes
        return Effects(frozenset(reads), frozenset(writes))

    def _may_fail(self, node: Node) -> bool:
        return may_fail(node, self._asked, self._tracked)

    def _known(self, call: CallExpression) -> Effects:
        """What a call of a function without a body reads and writes through its arguments."""
        if call.function is not None and call.function.endswith(IN_CELLS):
            copy = copy_plan(self._shapes, call)
            assert copy is not None
            target = self._cells(copy.target, copy.leaves)
            return Effects(_NONE if copy.source is None else self._cells(copy.source, copy.leaves), target)
        stored = [
            self._cells(pointer, self._shapes.leaves(pointer.type.target))
            for pointer in scanned(call) or ()
            if isinstance(pointer.type, PointerType)
        ]
        return Effects(writes=frozenset().union(*stored))

    def _cells(self, pointer: Expression, leaves: tuple[Leaf, ...]) -> frozenset[Effect]:
        """The cells of what a pointer points to."""
        found = [self._cell(ref.moved(p.start)) for ref in self._points.value(pointer) for p in leaves]
        return frozenset([cell for cell in found if cell is not None])

    def _call(self, name: str) -> Effects:
        reports = library.ASSERTIONS | library.FAILED_ASSERTIONS
        if name in library.ERRORS and ASSERT in self._asked:
            return Effects(writes=frozenset((OUTCOME,)))
        known = self._functions.get(name)
        if known is not None:
            return known
        if name in reports and ASSERT in self._asked:
            return Effects(writes=frozenset((OUTCOME,)))
        stops = library.STOPS | library.ASSUMPTIONS | library.ERRORS | reports
        if name in stops or self._never_returns(name):
            return Effects(reads=_ENDS | {CHECK})
        return Effects()

    def _close(self, calls: dict[str, set[str]]) -> None:
        """Adds the effects of what is called, until nothing changes."""
        callers: dict[str, list[str]] = {}
        for name, callees in calls.items():
            for callee in callees:
                callers.setdefault(callee, []).append(name)
        work = list(calls)
        waiting = set(work)
        while work:
            name = work.pop()
            waiting.discard(name)
            before = self._functions[name]
            after = together([before, *[self._call(callee) for callee in calls[name]]])
            if after != before:
                self._functions[name] = after
                work += [caller for caller in callers.get(name, ()) if caller not in waiting]
                waiting.update(callers.get(name, ()))

    def _classify(self, nodes: list[Node]) -> None:
        for node in reversed(nodes):  # parts before the whole
            parts = children(node)
            acts = isinstance(node, Step | Assignment | CallExpression | StatementExpression)
            if acts or any(part in self._active for part in parts):
                self._active.add(node)
            elif all(part in self._simple for part in parts) and self._is_total(node):
                self._simple.add(node)

    def _is_total(self, node: Node) -> bool:
        """Whether the value of an expression with simple parts is always defined."""
        match node:
            case Constant(type=IntType()):
                return True
            case Unary(op="-", type=IntType(signed=True), operand=operand) if self._may_fail(node):
                value = _constant(operand)
                return value is not None and value >= 0
            case Binary(op="+" | "-" | "*" | "<<", type=IntType(signed=True)) if self._may_fail(node):
                return False
            case Name(variable=variable, type=IntType()) if variable not in self._tracked:
                return variable.obstacle is None and not self._points.in_memory(variable)
            case Unary(op=op, type=IntType()):
                return op in ("-", "~", "!", "+")
            case Binary(op="/" | "%", type=IntType(signed=signed), right=right):
                value = _constant(right)
                return value is not None and value != 0 and (value != -1 or not signed)
            case Binary(op="<<" | ">>", left=left, right=right):
                value = _constant(right)
                return (
                    isinstance(left.type, IntType)
                    and value is not None
                    and 0 <= value < promoted(left.type).width
                )
            case Binary() | Logical() | Conditional() | Cast():
                return isinstance(node.type, IntType)
        return False


def describe(clash: Iterable[Effect]) -> str:
    """The construct that a clash is."""
    found = list(clash)
    names = sorted({effect.name for effect in found if isinstance(effect, Declared)})
    if not names and any(isinstance(effect, InMemory) for effect in found):
        return "unsequenced side effects on memory"
    if not names:
        return "unsequenced calls that may end the program"
    return "unsequenced side effects on " + ", ".join([f"`{name}`" for name in names])


def _lasting(effects: frozenset[Effect]) -> frozenset[Effect]:
    return frozenset(e for e in effects if not isinstance(e, Declared) or e.lasting)


def _recursive(calls: dict[str, set[str]]) -> list[str]:
    """The functions that may call themselves, or others that do."""
    callers: dict[str, list[str]] = {name: [] for name in calls}
    missing: dict[str, int] = {}
    for name, callees in calls.items():
        known = [callee for callee in callees if callee in calls]
        missing[name] = len(known)
        for callee in known:
            callers[callee].append(name)
    work = [name for name, count in missing.items() if count == 0]
    while work:
        name = work.pop()
        del missing[name]
        for caller in callers[name]:
            missing[caller] -= 1
            if missing[caller] == 0:
                work.append(caller)
    return list(missing)


def _unmodelled(node: Node) -> Effects:
    """What a node may do by itself that is not modelled. Undefined arithmetic does not count: it ends the
    path, and too many functions divide."""
    match node:
        case OpaqueStatement() | Opaque(harmless=False):
            return _UNMODELLED
        case CallExpression(function=name) if name is not None and library.is_unmodelled(name):
            return _UNMODELLED
    return _NOTHING


def _constant(expression: Expression) -> int | None:
    """The value of a constant, where it is easy to see."""
    match expression:
        case Constant(value=value):
            return value
        case Cast(type=IntType(boolean=False, width=width), operand=operand):
            inner = _constant(operand)
            return inner if inner is not None and 0 <= inner < 1 << (width - 1) else None
        case Unary(op="-", operand=operand):
            inner = _constant(operand)
            return None if inner is None else -inner
    return None
