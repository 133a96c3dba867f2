"""The checks of whole programs: types of statements, calls, jumps, and that variables are set before they are
read."""

from __future__ import annotations

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir import types
from maymust.fir.graph import Branch, Exit, Graph, graphs_of
from maymust.fir.traversal import in_order, read_by, reads, targets_of
from maymust.fir.tree import (
    Assign,
    Call,
    Create,
    Expression,
    If,
    Jump,
    OldUse,
    Procedure,
    Program,
    Spec,
    Statement,
    While,
)
from maymust.fir.type_check import Typing
from maymust.ir.source import Span


def check(program: Program) -> list[Diagnostic]:
    """The warnings; an `InputError` with all errors, at most one a statement, if there are any."""
    found = _Checks(program)
    for variable in program.variables.values():
        found.attempt(lambda variable=variable: found.typing.declaration(variable))
    if not found.errors:
        for procedure in program.procedures.values():
            found.procedure(procedure)
    if not found.errors:
        for graph in graphs_of(program).values():
            found.errors.extend(_unset(graph))
    if found.errors:
        raise InputError(*found.errors)
    return found.typing.warnings


class _Checks:
    def __init__(self, program: Program) -> None:
        self._program = program
        self.typing = Typing(program.variables, program.literals)
        self.errors: list[Diagnostic] = []

    def attempt(self, action: object) -> None:
        """Does it; what is wrong is kept."""
        assert callable(action)
        try:
            action()
        except InputError as refused:
            self.errors.extend(refused.diagnostics)

    def procedure(self, procedure: Procedure) -> None:
        """A body and a specification."""
        self._statements(procedure.body, in_loop=False)
        if procedure.requirement:
            self.attempt(lambda: self._requirement(procedure, procedure.requirement))
        if procedure.specification:
            self.attempt(lambda: self._specification(procedure, procedure.specification))

    def _requirement(self, procedure: Procedure, requirement: Expression | None) -> None:
        assert requirement is not None
        self.typing.boolean(requirement)
        for use in in_order(reads(requirement)):
            if isinstance(use, OldUse) or not self._is_given(procedure, use.name):
                message = f"{procedure.name} can require something of inputs and globals only, as they are"
                raise _error(use.span, message)

    def _specification(self, procedure: Procedure, specification: Spec | None) -> None:
        assert specification is not None
        self.typing.boolean(specification.condition)
        for name in specification.targets:
            variable = self._program.variables.get(name)
            if name not in procedure.outputs and variable is not None and not variable.is_global:
                message = f"the specification of {procedure.name} may set outputs and globals, not {name}"
                raise _error(specification.span, message)
        for use in in_order(reads(specification.condition)):
            if not self._is_given(procedure, use.name) and (
                isinstance(use, OldUse) or use.name not in specification.targets
            ):
                message = f"{use.name} has no value that the specification of {procedure.name} could mean"
                raise _error(use.span, message, "it may speak of inputs, globals and what it may set")

    def _is_given(self, procedure: Procedure, name: str) -> bool:
        """Whether the name has a value at the start."""
        variable = self._program.variables.get(name)
        return variable is None or variable.is_global or name in procedure.inputs

    def _statements(self, statements: tuple[Statement, ...], in_loop: bool) -> None:
        for statement in statements:
            self.attempt(lambda statement=statement: self._statement(statement, in_loop))
            match statement:
                case If(then=then, otherwise=otherwise):
                    self._statements(then, in_loop)
                    self._statements(otherwise, in_loop)
                case While(body=body):
                    self._statements(body, in_loop=True)

    def _statement(self, statement: Statement, in_loop: bool) -> None:
        match statement:
            case Assign(target, value):
                self.typing.value_for(value, target, f"{target} := …")
            case Create(target, domain, span):
                if not types.made(1, {(domain,)}).within(self.typing.variable(target)):
                    wanted = self.typing.variable(target)
                    raise _error(span, f"{target}, of type {wanted}, cannot hold an atom of {domain}")
            case Call():
                self._call(statement)
            case Spec(condition=condition):
                self.typing.boolean(condition)
            case If(condition) | While(condition):
                self.typing.boolean(condition)
                if any(isinstance(use, OldUse) for use in reads(condition)):
                    raise _error(condition.span, "old values are known in specifications only")
            case Jump(kind, span):
                if kind != "exit" and not in_loop:
                    raise _error(span, f"{kind} is in no loop")
        if isinstance(statement, Assign | Call):
            for expression in read_by(statement):
                if any(isinstance(use, OldUse) for use in reads(expression)):
                    raise _error(expression.span, "old values are known in specifications only")

    def _call(self, call: Call) -> None:
        callee = self._program.procedures.get(call.procedure)
        if callee is None:
            raise _error(call.span, f"there is no procedure {call.procedure}")
        for what, given, wanted in (
            ("arguments", len(call.arguments), len(callee.inputs)),
            ("results", len(call.targets), len(callee.outputs)),
        ):
            if given != wanted:
                raise _error(call.span, f"{callee.name} has {wanted} {what}, not {given}")
        for name, argument in zip(callee.inputs, call.arguments, strict=True):
            self.typing.value_for(argument, name, f"in the call of {callee.name}")
        for target, name in zip(call.targets, callee.outputs, strict=True):
            if not self.typing.variable(name).within(self.typing.variable(target)):
                held, given_type = self.typing.variable(target), self.typing.variable(name)
                message = f"{target}, of type {held}, cannot hold {name}, of type {given_type}"
                raise _error(call.span, message)


def _error(span: Span, message: str, hint: str = "") -> InputError:
    return InputError(Diagnostic("error", message, span, hint))


# ------------------------------------------------------------------------------------- set before it is read
def _unset(graph: Graph) -> list[Diagnostic]:
    """Where a local is read that some way there has not set."""
    given = set(graph.procedure.inputs) | {name for name, each in graph.variables.items() if each.is_global}
    before = _definitely_set(graph, frozenset(given))
    locals_ = {name for name, each in graph.variables.items() if not each.is_global}
    found: list[Diagnostic] = []
    for number, known in before.items():
        action = graph.nodes[number].action
        match action:
            case Exit(span):
                missing = [name for name in graph.procedure.outputs if name not in known]
                for name in missing:
                    message = f"{graph.procedure.name} may end without having set {name}, which it gives back"
                    found.append(Diagnostic("error", message, span, "set it on every way, if only to ∅"))
                continue
            case Branch(condition):
                read, ready = reads(condition), known
            case Spec(targets, condition):
                read = {use for use in reads(condition) if isinstance(use, OldUse) or use.name not in targets}
                ready = known
            case _:
                read, ready = set().union(*map(reads, read_by(action))), known
        for use in in_order(read):
            if use.name in locals_ and use.name not in ready:
                message = f"{use.name} may be read before it is set"
                found.append(Diagnostic("error", message, use.span, "set it on every way that leads here"))
    return found


def _definitely_set(graph: Graph, given: frozenset[str]) -> dict[int, frozenset[str]]:
    """For each statement that can be reached, the variables that every way to it has set."""
    before: dict[int, frozenset[str]] = {graph.entry: given}
    pending = [graph.entry]
    while pending:
        number = pending.pop()
        action = graph.nodes[number].action
        after = before[number]
        if not isinstance(action, Branch | Exit):
            after |= set(targets_of(action))
        for successor in graph.nodes[number].successors:
            old = before.get(successor)
            new = after if old is None else old & after
            if new != old:
                before[successor] = new
                pending.append(successor)
    return before
