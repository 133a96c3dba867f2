"""Names by content: two programs in which a property means the same have one key, wherever it stands.

What a procedure is hashed by: its statements and variables with their names, and the numbers of its
locations; not its place in the text, nor the names of inputs and of properties. Arguments of operators that
commute are taken in an order of their own, for that of terms is the order in which they were made. A key is
about a procedure and all that it calls, so an edit changes the keys of just what it reaches.

What is only alike has the same *name* (`Keys.property_name`, `procedure_name`): by it, what was found for a
program before it was edited is found again, as a proposal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from maymust import __version__
from maymust.ir.program import (
    Assign,
    Assume,
    Call,
    Error,
    Havoc,
    Return,
    Statement,
    Unmodelled,
)
from maymust.terms import operators as ops
from maymust.terms import postorder

if TYPE_CHECKING:
    from maymust.ir.program import Procedure, Program, Property, Variable
    from maymust.terms import Term


def digest(*parts: object) -> str:
    """A hash of a sequence of texts; no two sequences are written alike."""
    text = "".join([f"{len(shown)}:{shown}" for shown in map(str, parts)])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:40]


class Keys:
    """The keys of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._terms: dict[Term, str] = {}
        self._bodies = {name: self._body(p) for name, p in program.procedures.items()}
        self._errors = {
            name: [e.statement.property_id for e in p.edges if isinstance(e.statement, Error)]
            for name, p in program.procedures.items()
        }
        self._gaps = {
            name: [e.statement for e in p.edges if isinstance(e.statement, Unmodelled)]
            for name, p in program.procedures.items()
        }
        self._reached: dict[str, list[str]] = {}
        self._callees = {
            name: {e.statement.callee for e in p.edges if isinstance(e.statement, Call)}
            for name, p in program.procedures.items()
        }

    def procedure(self, name: str, violations: Collection[str] = ()) -> str:
        """The key of a procedure with all that it calls, where these properties are what matters."""
        reached = self._reach(name)
        marks = [[error in violations for error in self._errors[n]] for n in reached]
        hidden = [[any(map(gap.may_hide, violations)) for gap in self._gaps[n]] for n in reached]
        return digest(__version__, name, *reached, *[self._bodies[n] for n in reached], marks, hidden)

    def properties(self, violations: Collection[str], engine: str) -> str:
        """The key of the program, where these properties are worked on together."""
        key = self.procedure(self._program.start, violations)
        return digest(engine, self._program.data_model, key)

    def procedure_name(self, name: str) -> str:
        """What a procedure is called, in programs that have the name of this one."""
        return digest(Path(self._program.file).name, self._program.entry, name)

    def property_name(self, wanted: Property, engine: str) -> str:
        """What a property is called, in programs that have the name of this one: what it says, in which
        functions, and the how-manieth of these it is."""
        alike = [p for p in self._program.properties if self._said(p) == self._said(wanted)]
        position = [p.id for p in alike].index(wanted.id) if wanted in alike else 0
        return digest(
            Path(self._program.file).name, self._program.entry, engine, self._said(wanted), position
        )

    def _said(self, wanted: Property) -> tuple[str, str, tuple[str, ...]]:
        where = {self._program.function(name) for name, errors in self._errors.items() if wanted.id in errors}
        return wanted.kind, wanted.description, tuple(sorted(where))

    def _reach(self, name: str) -> list[str]:
        known = self._reached.get(name)
        if known is None:
            found: set[str] = set()
            work = [name]
            while work:
                at = work.pop()
                if at not in found:
                    found.add(at)
                    work += self._callees[at]
            known = self._reached[name] = sorted(found)
        return known

    # -- contents --------------------------------------------------------------------------------------------

    def _body(self, procedure: Procedure) -> str:
        parts: list[object] = [procedure.name, procedure.entry, procedure.exit, procedure.returns]
        for variables in (procedure.parameters, procedure.locals):
            parts += [len(variables), *map(_variable, variables)]
        for edge in procedure.edges:
            parts += [edge.source, edge.target, *self._statement(edge.statement)]
        return digest(*parts)

    def _statement(self, statement: Statement) -> list[str]:
        match statement:
            case Assign(target, value):
                return ["assign", *self._digests((target, value))]
            case Assume(condition):
                return ["assume", *self._digests((condition,))]
            case Havoc(target, _, _):
                return ["havoc", *self._digests((target,))]
            case Call(results, callee, arguments):
                return ["call", callee, *self._digests(results), "of", *self._digests(arguments)]
            case Return(values):
                return ["return", *self._digests(values)]
            case Error():
                return ["error"]  # which one, is said where it matters
            case Unmodelled():
                return ["unmodelled"]  # what it hides, is said where it matters
            case _:
                assert_never(statement)

    def _digests(self, terms: Iterable[Term]) -> list[str]:
        roots = list(terms)
        known = self._terms
        for term in postorder(roots, known):
            known[term] = _term_digest(term, known)
        return [known[term] for term in roots]


def _variable(variable: Variable) -> str:
    return f"{variable.name} {variable.term.sort}"


def _term_digest(term: Term, known: Mapping[Term, str]) -> str:
    if term.value is not None:
        return digest("constant", int(term.value), term.width)
    if term.op is None:
        return digest("variable", term.name, term.sort)
    arguments = [known[argument] for argument in term.args]
    if term.op.commutes or term.op in (ops.AND, ops.OR):
        arguments.sort()
    return digest(term.op.name, term.indices, *arguments)
