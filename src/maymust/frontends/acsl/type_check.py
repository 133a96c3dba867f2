"""From contracts as they are written to contracts with types: names, members and operators are resolved.

`Checker` is for one clause; `check_contract` gathers what is wrong with all of them. Operators are in
`operations`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.acsl import tree, typed
from maymust.frontends.acsl.behaviors import Plain, Start, assumptions, plain_clauses
from maymust.frontends.acsl.operations import (
    applied,
    arithmetic,
    as_truth,
    both,
    compared,
    error,
    of_one_kind,
    prefixed,
    wanted,
)
from maymust.frontends.acsl.printing import text_of
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.acsl.typed import NULL, TRUTH, SetType, Term, type_text
from maymust.frontends.c.types import (
    INT,
    ArrayType,
    CType,
    IntType,
    PointerType,
    RecordType,
    VoidType,
    family,
    spelled,
)
from maymust.ir.source import Span

Where = Literal["requires", "ensures", "assigns", "assumes"]
_LOGICAL: dict[str, typed.Operator] = {"&&": "and", "||": "or", "==>": "implies", "<==>": "iff"}


def check_contract(contract: tree.WrittenContract, scope: Scope) -> typed.TypedContract:
    """The contract with types. Raises InputError with all that is wrong, at most one complaint a clause."""
    work = _Gathering(scope)
    for condition in assumptions(contract):
        work.assume(condition)
    for clause in plain_clauses(contract):
        work.add(clause)
    if work.wrong:
        raise InputError(*dict.fromkeys(work.wrong))
    requires, ensures, starts = (tuple(each) for each in (work.requires, work.ensures, work.starts))
    cases = tuple(work.cases.values())
    return typed.TypedContract(scope.function, requires, ensures, work.frame, contract.span, cases, starts)


class _Gathering:
    """The clauses of one contract, and what is wrong with them."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.requires: list[typed.Clause] = []
        self.ensures: list[typed.Clause] = []
        self.starts: list[typed.Clause] = []
        self.frame: typed.Frame | None = None
        self.cases: dict[str, typed.Frame] = {}
        self.wrong: list[Diagnostic] = []

    def assume(self, condition: tree.Expression) -> None:
        """Looks only whether this can be assumed."""
        try:
            self._condition("assumes", condition)
        except InputError as refused:
            self.wrong.extend(refused.diagnostics)

    def add(self, clause: Plain | Start) -> None:
        """One more clause."""
        try:
            if isinstance(clause, Start):
                term = self._condition("assumes", clause.condition)
                self.starts.append(typed.Clause(term, clause.text, clause.span))
            else:
                self._add(clause)
        except InputError as refused:
            self.wrong.extend(refused.diagnostics)

    def _add(self, given: Plain) -> None:
        clause, assumes = given.clause, None
        if given.assumes is not None:
            assumes = self._condition("assumes", given.assumes)
        match clause:
            case tree.Requires(condition, span):
                term = _if(assumes, self._condition("requires", condition), span)
                self.requires.append(typed.Clause(term, given.text, span))
            case tree.Ensures(condition, span):
                old = None if assumes is None else typed.Old(assumes, TRUTH, assumes.span)
                term = _if(old, self._condition("ensures", condition), span)
                self.ensures.append(typed.Clause(term, given.text, span))
            case tree.Assigns(locations, span):
                checked = tuple(map(Checker(self._scope, "assigns").location, locations))
                self._assign(typed.Frame(checked, given.text, span, assumes), given.behavior)

    def _assign(self, frame: typed.Frame, behavior: str) -> None:
        """All clauses of the function, or of one of its behaviors, are one."""
        before = self.cases.get(behavior) if behavior else self.frame
        if before is not None:
            frame = replace(
                before, locations=before.locations + frame.locations, text=f"{before.text}; {frame.text}"
            )
        if behavior:
            self.cases[behavior] = frame
        else:
            self.frame = frame

    def _condition(self, where: Where, condition: tree.Expression) -> Term:
        return Checker(self._scope, where).condition(condition)


def _if(assumed: Term | None, term: Term, span: Span) -> Term:
    return term if assumed is None else both("implies", assumed, term, span)


class Checker:
    """Gives types to the expressions of one clause. Every method raises InputError."""

    def __init__(self, scope: Scope, where: Where) -> None:
        self._scope = scope
        self._where = where
        self._bound: dict[str, typed.Variable] = {}
        self._in_old = False

    def condition(self, expression: tree.Expression) -> Term:
        """What is true or false."""
        return as_truth(self.value(expression))

    def location(self, expression: tree.Expression) -> typed.Location:
        """What may be assigned: a global variable, a member, or members of a set of objects."""
        found = self._any(expression)
        if isinstance(found, typed.Variable) and found.kind == "parameter":
            hint = "the function changes its own copy; leave it out"
            raise error(found.span, f"nobody sees the parameter {text_of(expression)} change", hint)
        if not isinstance(found, typed.Field | typed.Variable | typed.Element):
            hint = "such as g, p->f, *p, t[0 .. 3], or \\reach(p, next)->f"
            raise error(expression.span, f"{text_of(expression)} is nothing that can be assigned", hint)
        return found

    def value(self, expression: tree.Expression) -> Term:
        """A truth value, number, pointer or set."""
        found = self._any(expression)
        if isinstance(found.type, typed.Truth | typed.NullType | SetType | IntType | PointerType):
            return found
        name = family(found.type)
        hint = "name a member of it" if isinstance(found.type, RecordType) else ""
        article = "an" if name[0] in "aeiou" else "a"
        message = f"{text_of(expression)} is {article} {name}, which contracts cannot speak of as a whole"
        raise error(expression.span, message, hint)

    def _any(self, expression: tree.Expression) -> Term:
        span = expression.span
        match expression:
            case tree.Name(name):
                return self._name(name, span)
            case tree.Number(value, unsigned, longs):
                least = {0: 32, 1: self._scope.pointer_width}.get(longs, 64)
                width = least if value < 1 << (least if unsigned else least - 1) else 64
                return typed.Number(value, IntType(width, signed=not unsigned), span)
            case tree.Word(word):
                return self._word(word, span)
            case tree.Unary(operator, operand):
                return self._unary(operator, operand, span)
            case tree.Binary(operator, left, right):
                return self._binary(operator, left, right, span)
            case tree.Comparison():
                return self._comparison(expression)
            case tree.Conditional(condition, then, otherwise):
                first = self.condition(condition)
                one, other, type_ = of_one_kind(self.value(then), self.value(otherwise), span)
                return typed.Conditional(first, one, other, type_, span)
            case tree.Member():
                return self._member(expression)
            case tree.Index():
                return self._element(expression)
            case tree.Apply(function, arguments):
                return self._function(function, arguments, span)
            case tree.Reach():
                return self._reach(expression)
            case tree.SetOf(elements):
                return self._set(tuple(map(self.value, elements)), span)
            case tree.Range(least, most):
                ends = [wanted(IntType, self.value(end), "a number") for end in (least, most)]
                return typed.Range(ends[0], ends[1], SetType(INT), span)
            case tree.Quantified():
                return self._quantified(expression)

    def _unary(self, operator: str, operand: tree.Expression, span: Span) -> Term:
        match operator:
            case "*":
                return self._pointed_to(operand, span)
            case "!":
                return typed.Apply("not", (self.condition(operand),), TRUTH, span)
            case _:
                return prefixed(operator, self.value(operand), span)

    def _binary(self, operator: str, left: tree.Expression, right: tree.Expression, span: Span) -> Term:
        if operator in _LOGICAL:
            return both(_LOGICAL[operator], self.condition(left), self.condition(right), span)
        if operator == "^^":
            same = both("iff", self.condition(left), self.condition(right), span)
            return typed.Apply("not", (same,), TRUTH, span)
        return arithmetic(operator, self.value(left), self.value(right), span)

    def _function(self, function: str, arguments: tuple[tree.Expression, ...], span: Span) -> Term:
        if function == "old":
            return self._old(arguments[0], span)
        if function == "fresh" and (self._where != "ensures" or self._in_old):
            raise error(span, "`\\fresh` compares the end with the start, so it belongs to `ensures`")
        return applied(function, tuple(map(self.value, arguments)), span)

    # -- leaves --------------------------------------------------------------------------------------------

    def _name(self, name: str, span: Span) -> Term:
        scope = self._scope
        if name in self._bound:
            return typed.Variable("bound", name, self._bound[name].type, (), span)
        if name in scope.parameters:
            return typed.Variable("parameter", name, scope.parameters[name], (), span)
        if name in scope.globals:
            return typed.Variable("global", name, scope.globals[name], (), span)
        if name in scope.constants:
            return typed.Number(scope.constants[name], INT, span)
        if name == "NULL":
            return typed.Constant("null", NULL, span)
        message = f"`{name}` is no parameter of `{scope.function}`, global variable or constant"
        hint = "macros are not known here; say \\result" if name == "result" else "macros are not known here"
        raise error(span, message, hint)

    def _word(self, word: str, span: Span) -> Term:
        match word:
            case "result":
                if self._where != "ensures" or self._in_old:
                    raise error(span, "`\\result` has a value at the end only", "it belongs to `ensures`")
                if isinstance(self._scope.returns, VoidType):
                    raise error(span, f"`{self._scope.function}` returns nothing, so it has no `\\result`")
                return typed.Result(self._scope.returns, span)
            case "null":
                return typed.Constant("null", NULL, span)
            case "empty":
                return typed.Constant("empty", SetType(None), span)
            case _:
                return typed.Constant(word, TRUTH, span)

    # -- memory --------------------------------------------------------------------------------------------

    def _pointed_to(self, operand: tree.Expression, span: Span) -> Term:
        base = self.value(operand)
        target = self._target(base, operand)
        return typed.Field(base, target, (), self._collected(base, target), span)

    def _member(self, expression: tree.Member) -> Term:
        name, span = expression.name, expression.span
        if expression.arrow:
            base = self.value(expression.base)
            target = self._target(base, expression.base)
            type_ = self._member_type(target, name, span)
            return typed.Field(base, target, (name,), self._collected(base, type_), span)
        whole = self._any(expression.base)
        if isinstance(whole.type, PointerType | SetType):
            text = text_of(expression.base)
            raise error(span, f"{text} is {type_text(whole.type)}", f"write {text}->{name}")
        type_ = self._member_type(whole.type, name, span)
        match whole:
            case typed.Field(base, of, path):
                return typed.Field(base, of, (*path, name), self._collected(base, type_), span)
            case typed.Variable(kind, variable, _, path):
                return typed.Variable(kind, variable, type_, (*path, name), span)
        raise error(span, f"{text_of(expression)} cannot be said in a contract")

    def _element(self, expression: tree.Index) -> Term:
        array, index = self._any(expression.base), self.value(expression.index)
        match array, array.type:
            case typed.Variable("global") | typed.Field(), ArrayType(IntType() as element, int()):
                assert isinstance(array, typed.Variable | typed.Field)
            case _:
                hint = "contracts speak of elements of arrays of numbers that are members or global"
                raise error(expression.span, f"{text_of(expression)} cannot be said in a contract", hint)
        of_many = isinstance(array, typed.Field) and isinstance(array.base.type, SetType)
        match index.type:
            case IntType() if not of_many:
                return typed.Element(array, index, element, expression.span)
            case IntType() | SetType(IntType(signed=True)):
                return typed.Element(array, index, SetType(element), expression.span)
        text = text_of(expression.index)
        raise error(index.span, f"{text} is {type_text(index.type)}, but must be a number, or a set of them")

    def _target(self, base: Term, shown: tree.Expression) -> CType:
        """What the pointer, or the pointers of the set, point to."""
        match base.type:
            case PointerType(target=target) | SetType(element=PointerType(target=target)):
                if isinstance(target, VoidType):
                    raise error(shown.span, f"{text_of(shown)} points to no type that is known")
                return target
        raise error(shown.span, f"{text_of(shown)} is {type_text(base.type)}, not a pointer")

    def _member_type(self, record: typed.Type, name: str, span: Span) -> CType:
        if not isinstance(record, RecordType):
            raise error(span, f"{type_text(record)} has no members")
        members = self._scope.members.get(record, {})
        if name not in members:
            hint = f"contracts may speak of {', '.join(members)}" if members else "it is not declared here"
            raise error(span, f"`{spelled(record)}` has no member `{name}`", hint)
        if record.union:
            raise error(span, "members of unions overlap: contracts cannot speak of them")
        return members[name].type

    def _collected(self, base: Term, type_: CType) -> typed.Type:
        """The type of a member: of one object's, or the set of all that a set's objects have."""
        if not isinstance(base.type, SetType) or not isinstance(type_, IntType | PointerType):
            return type_
        return SetType(type_)

    def _reach(self, expression: tree.Reach) -> Term:
        start = self.value(expression.start)
        target = self._target(start, expression.start)
        for name in expression.fields:
            type_ = self._member_type(target, name.name, name.span)
            if type_ != self._scope.pointer_to(target):
                hint = f"it must be a pointer to `{spelled(target)}`"
                raise error(name.span, f"`{name.name}` is {type_text(type_)}", hint)
        paths = tuple((name.name,) for name in expression.fields)
        objects = SetType(self._scope.pointer_to(target))
        return typed.Reach(start, target, paths, objects, expression.span)

    # -- the rest ------------------------------------------------------------------------------------------

    def _old(self, operand: tree.Expression, span: Span) -> Term:
        if self._where != "ensures":
            message = f"`\\old` means the start, which `{self._where}` is about anyway"
            raise error(span, message, "leave it out")
        before, self._in_old = self._in_old, True
        found = self.value(operand)
        self._in_old = before
        return typed.Old(found, found.type, span)

    def _comparison(self, expression: tree.Comparison) -> Term:
        values = [self.value(operand) for operand in expression.operands]
        parts = [
            compared(operator, left, right, expression.span)
            for operator, left, right in zip(expression.operators, values, values[1:], strict=False)
        ]
        whole = parts[0]
        for part in parts[1:]:
            whole = both("and", whole, part, expression.span)
        return whole

    def _set(self, elements: tuple[Term, ...], span: Span) -> Term:
        found: list[Term] = []
        for element in elements:
            match element.type:
                case IntType() | PointerType() as type_:
                    found.append(typed.Apply("union", (element,), SetType(type_), element.span))
                case _:
                    raise error(element.span, f"sets have numbers or pointers, not {type_text(element.type)}")
        return found[0] if len(found) == 1 else applied("union", tuple(found), span)

    def _quantified(self, expression: tree.Quantified) -> Term:
        variables = tuple(map(self._declared, expression.variables))
        before = self._bound
        self._bound = {**before, **{each.name: each for each in variables}}
        body = self.condition(expression.body)
        self._bound = before
        type_: typed.Type = TRUTH
        if expression.kind == "set":
            element = variables[0].type
            assert isinstance(element, IntType | PointerType)
            type_ = SetType(element)
        return typed.Quantified(expression.kind, variables, body, type_, expression.span)

    def _declared(self, bound: tree.Bound) -> typed.Variable:
        type_ = self._scope.types.get(bound.type)
        if type_ is None:
            known = ", ".join(name for name in self._scope.types if name.startswith("struct")) or "int"
            raise error(bound.span, f"there is no type `{bound.type}`", f"there are int, {known}")
        for _ in range(bound.stars):
            type_ = self._scope.pointer_to(type_)
        fits = isinstance(type_, PointerType) or (isinstance(type_, IntType) and type_.width >= 32)
        if not fits or (isinstance(type_, PointerType) and isinstance(type_.target, VoidType | ArrayType)):
            message = f"variables of contracts are not of type {type_text(type_)}"
            raise error(bound.span, message, "use int, or a pointer to what is meant")
        return typed.Variable("bound", bound.name, type_, (), bound.span)
