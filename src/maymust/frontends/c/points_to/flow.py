"""Finds what every pointer of a program may point to, by going once through its functions (see `graph`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.library.copy_plans import IN_CELLS, copy_plan
from maymust.frontends.c.library.requirements import filled, requirements, stored_type
from maymust.frontends.c.library.scan_formats import scanned
from maymust.frontends.c.points_to.expressions import ExpressionFlow
from maymust.frontends.c.points_to.graph import Ref
from maymust.frontends.c.points_to.objects import Allocated, Code, FromOutside, Named
from maymust.frontends.c.points_to.storage import MANY, Targets
from maymust.frontends.c.tree.expressions import (
    CallExpression,
    CompoundLiteral,
    Declared,
    Expression,
    LocalObject,
    StatementExpression,
    Text,
)
from maymust.frontends.c.tree.nodes import Node, children, may_be_unset, walk
from maymust.frontends.c.tree.statements import Declare, Evaluate, Function, Goto, Return, Switch
from maymust.frontends.c.types import (
    IntType,
    PointerType,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.c.tree.leaves import Shapes

_CHARACTERS = {"text": IntType(8, signed=True), "wide": IntType(32, signed=True)}  # of strings, by kind


class PointerFlow(ExpressionFlow):
    """The analysis while it goes on. `place` tells what expressions designate in memory."""

    def __init__(
        self,
        declarations: Declarations,
        shapes: Shapes,
        in_memory: Iterable[Declared],
        *,
        texts_are_read: bool = False,
    ) -> None:
        """If `texts_are_read`, strings that are given to library functions are looked at."""
        super().__init__(declarations.types.records, shapes, in_memory)
        self._declarations = declarations
        self._returned: dict[str, Targets] = {}
        self._functions: dict[str, Function] = {}
        self._current: Function | None = None  # whose body is being looked at
        self._may_pass = False  # whether jumps in it may pass declarations
        self._indirect: list[tuple[CallExpression, Ref, list[Targets], Targets]] = []
        self._freed: list[Ref] = []
        self._filled: list[Ref] = []  # what becomes an input
        self._watched: list[Ref] = []  # by rules
        self.closed: list[Ref] = []  # streams that may be closed
        self._texts_are_read = texts_are_read
        self.is_answered = False  # whether one returns pointers
        self.unset: list[Ref] = []  # the targets of pointers that are declared without a value
        self._variable_arrays: list[Declared] = []
        self._inner: set[LocalObject] = set()  # in blocks within functions
        self._literals: dict[CompoundLiteral, str] = {}  # those of functions, and which

    # -- the result ----------------------------------------------------------------------------------------

    def callees(self, call: CallExpression) -> list[str]:
        """The functions that a call through a pointer may call, as far as their addresses are taken."""
        target = next(ref for made, ref, _, _ in self._indirect if made is call)
        return self._called(target)

    def _called(self, target: Ref) -> list[str]:
        return [key.name for key in self.graph.resolve(target).node.objects if isinstance(key, Code)]

    # -- going through the program -------------------------------------------------------------------------

    def add_function(self, function: Function) -> None:
        """Looks at a body."""
        self._functions[function.name] = function
        outer = {item.variable for item in function.body.items if isinstance(item, Declare)}
        declared = {node.variable for node in walk(function.body) if isinstance(node, Declare)}
        literals = _literals(function.body)
        self._inner |= (declared - outer) | (literals - _outer_literals(function))
        self._literals |= dict.fromkeys(literals, function.name)
        parameters = (
            function.parameters if function.further is None else (*function.parameters, function.further)
        )
        for parameter in parameters:
            self._load(self._variable(parameter), parameter.type)  # it is set when the function is entered
        self._current = function
        self._may_pass = any(isinstance(node, Goto | Switch) for node in walk(function.body))
        self._statement(function.body)
        returns = [node for node in walk(function.body) if isinstance(node, Return)]
        ends = function.body.items[-1:]
        if not ends or ends[0] not in returns or any(node.value is None for node in returns):
            self.unset += self._returns(function)  # it may end without a value

    def add_initialiser(self, declared: Declared, value: Expression) -> None:
        """Looks at the initial value of a lasting variable."""
        self._initialise(self._variable(declared), declared.type, value)

    def add_outside(self, declared: Declared, *, separate: bool = False) -> None:
        """A parameter of the entry, or a variable that is an input. If it is `separate`, what it points to is
        known to overlap nothing else."""
        held = self._load(self._variable(declared), declared.type)
        self._from_outside(held, declared.type, 0 if separate else 1)

    def close(self) -> None:
        """Calls through pointers reach the functions that they may call, and strings that are accessed hold
        their characters. Requires that all is added."""
        changes = -1
        while changes != self.graph.changes:
            changes = self.graph.changes
            for key, place in self._objects.items():
                if isinstance(key, Named) and isinstance(key.what, Text) and self._is_accessed(place):
                    self._load(place, key.what.type)
            if any(isinstance(key, FromOutside) for key in self._objects):
                for ref in self._watched[1:]:  # objects from outside have numbers by what points to them
                    self.graph.unify(self._watched[0], ref)
            for call, target, arguments, result in self._indirect:
                for name in self._called(target):
                    if name in self._functions:
                        if self._functions[name].place.unit.is_model:
                            self._read_texts(replace(call, function=name), modelled=True)
                        self._pass(self._functions[name], call, arguments, result)
                    else:
                        self._read_texts(replace(call, function=name))
                        self._from_outside(result, call.type, MANY)
                        self._give(call, arguments, result)
        for _, target, arguments, _ in self._indirect:
            if arguments and arguments[0] and not library.RELEASES.isdisjoint(self._called(target)):
                self._freed.append(arguments[0][0])
        for ref in self._filled:
            cells = self.graph.resolve(ref).node.cells.values()
            self.unset += [cell.target for cell in cells if cell.target is not None]

    def _is_accessed(self, place: Ref) -> bool:
        return bool(self.graph.resolve(place).node.cells)

    def _statement(self, root: Node) -> None:
        stack: list[Node] = [root]
        while stack:
            node = stack.pop()
            match node:
                case Declare(variable=declared, initialiser=initialiser):
                    if declared.count is not None:
                        self._variable_arrays.append(declared)
                    held = self._variable(declared)
                    if initialiser is not None:
                        self._initialise(held, declared.type, initialiser)
                    if not isinstance(held, Ref) and (self._may_pass or may_be_unset(node)):
                        self.unset += held
                case Return(value=value) if value is not None and self._current is not None:
                    self._equate(self._returns(self._current), self.value(value))
                case Evaluate(expression=expression):
                    self.value(expression)
                case _:
                    for part in reversed(children(node)):
                        if isinstance(part, Expression):
                            self.value(part)
                        else:
                            stack.append(part)

    # -- values --------------------------------------------------------------------------------------------

    # -- places --------------------------------------------------------------------------------------------

    # -- calls ---------------------------------------------------------------------------------------------

    def _call(self, call: CallExpression) -> Targets:
        arguments = [self.value(argument) for argument in call.arguments]
        name = call.function
        if name is None:
            callee = self.value(call.callee)
            result = self._fresh(call.type)
            if callee:
                self._indirect.append((call, callee[0], arguments, result))
            return result
        if self._declarations.has_body(name):
            function = self._declarations.function(name)
            if function.place.unit.is_model:
                self._read_texts(call, modelled=True)
            result = self._fresh(call.type)
            self._pass(function, call, arguments, result)
            return result
        if name.endswith(IN_CELLS):
            return self._copy(call)
        self._read_texts(call)
        if name in library.CLOSES and arguments:  # what reopens a stream has it as its last argument
            self.closed += arguments[-1 if isinstance(call.type, PointerType) else 0]
        allocates = name in library.ALLOCATIONS | library.REALLOCATIONS | library.OPENS
        if allocates and isinstance(call.type, PointerType):
            made = self.object(Allocated(call))
            if name in library.REALLOCATIONS and arguments and arguments[0]:
                self.graph.unify(made, arguments[0][0])
                self._freed.append(made)
            return (made,)
        for pointer in filled(self._shapes, call) or ():
            if self.value(pointer):
                self._load(self.value(pointer)[0], stored_type(pointer))
        for pointer in scanned(call) or ():
            if isinstance(pointer.type, PointerType) and self.value(pointer):
                self._load(self.value(pointer)[0], pointer.type.target)
        if name in library.RELEASES and arguments and arguments[0]:
            self._freed.append(arguments[0][0])
        if name in library.FILLS_OBJECT and arguments and arguments[0]:
            self._filled.append(arguments[0][0])
        if name == library.RULE_OBJECT:
            self._watched += arguments[0]
        result = self._fresh(call.type)
        self._from_outside(result, call.type, MANY)
        self._give(call, arguments, result)
        return result

    def _read_texts(self, call: CallExpression, *, modelled: bool = False) -> None:
        """A library function looks at all characters of the strings that it is given; one that is `modelled`
        does so to some by its model."""
        if not self._texts_are_read:
            return
        for requirement in requirements(call, modelled=modelled):
            character = _CHARACTERS.get(requirement.kind)
            if character is not None:
                for held in self.value(requirement.argument)[:1]:
                    self.graph.step(held, character.width)
                    self._load(held, character)

    def _give(self, call: CallExpression, arguments: list[Targets], result: Targets) -> None:
        """A function without a body gets to know these, and gives a result."""
        self.given += [ref for held in arguments for ref in held]
        for argument in call.arguments:
            place = None if self._shapes.obstacle(argument.type) is None else self.place(argument)
            self.given += [] if place is None else [place]
        self.is_answered = self.is_answered or bool(result)

    def _copy(self, call: CallExpression) -> Targets:
        copy = copy_plan(self._shapes, call)
        assert copy is not None
        pointers = [self.value(p) for p in (copy.target, copy.source) if p is not None]
        held = [self._parts(pointer[0], copy.leaves) for pointer in pointers if pointer]
        if copy.inputs and pointers[0]:
            self._filled.append(pointers[0][0])
        if len(held) == 2:
            self._equate(*held)
        return self.value(copy.target) if self._pointers(call.type) else ()

    def _pass(
        self, function: Function, call: CallExpression, arguments: list[Targets], result: Targets
    ) -> None:
        for parameter, given, argument in zip(function.parameters, arguments, call.arguments, strict=False):
            if parameter.type == argument.type or isinstance(parameter.type, PointerType):
                self._store(self._variable(parameter), parameter.type, given)
        if function.further is not None:
            for given in arguments[len(function.parameters) :]:
                self._store(self._variable(function.further), function.further.type, given)
        self._equate(result, self._returns(function))

    def _returns(self, function: Function) -> Targets:
        known = self._returned.get(function.name)
        if known is None:
            known = self._returned[function.name] = self._fresh(function.returns)
        return known


def _literals(node: Node) -> set[CompoundLiteral]:
    return {part for part in walk(node) if isinstance(part, CompoundLiteral)}


def _outer_literals(function: Function) -> set[CompoundLiteral]:
    """Those that live until the function returns."""
    found: set[CompoundLiteral] = set()
    for item in function.body.items:
        if isinstance(item, Declare | Evaluate | Return):
            blocks = [node for node in walk(item) if isinstance(node, StatementExpression)]
            found |= _literals(item).difference(*[_literals(block) for block in blocks])
    return found
