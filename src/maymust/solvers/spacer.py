"""Constrained Horn clauses by Z3's Spacer, over integers with exact wrap-around (`integer_encoding`).

A. Komuravelli, A. Gurfinkel, S. Chaki: SMT-Based Model Checking for Recursive Programs (CAV 2014).

What it says is a proposal: it was seen to return invariants that are not inductive, and to go on for long
after its time. So who calls `solve` re-checks what it returns, and runs it in a process that can be ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3

from maymust.frozen import frozen
from maymust.solvers.base import Undecided
from maymust.solvers.integer_decoding import Leaf, UnreadableError, read_formula
from maymust.solvers.integer_encoding import Encoder, bounds
from maymust.solvers.integer_signs import signed_variables
from maymust.solvers.needs import definitions
from maymust.terms import BOOL, FALSE, TRUE, ArraySort, Term, conjuncts, postorder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_RESOURCES_A_SECOND = 500_000  # about

GLOBAL = {"spacer.global": True}  # for small numeric loops
PLAIN = {"spacer.global": False, "spacer.ground_pobs": False}  # for large state machines
BOUNDS = {"spacer.global": True, "spacer.expand_bnd": True, "spacer.use_euf_gen": True}  # where GLOBAL fails

# Without these, relations disappear before Spacer sees them, and the answer has no invariant for them.
_KEEP_RELATIONS = {"xform.slice": False, "xform.inline_linear": False, "xform.inline_eager": False}


@frozen
class Also:
    """A location is reached, too, with these values of its variables."""

    location: int
    values: Mapping[Term, Term]


@frozen
class Clause:
    """From `source` with values that meet the guard, `target` is reached, if `also` something else is.

    Guard and values are over variables of the source and inputs: other variables, which may be anything. A
    variable of the target that has no value here keeps the one it has.
    """

    source: int
    target: int
    guard: tuple[Term, ...]
    values: Mapping[Term, Term]
    also: Also | None = None

    def terms(self) -> Iterator[Term]:
        """The guard and the values."""
        yield from self.guard
        yield from self.values.values()
        if self.also is not None:
            yield from self.also.values.values()

    def copies(self) -> Iterator[tuple[Term, Term]]:
        """Variables with their values."""
        yield from self.values.items()
        if self.also is not None:
            yield from self.also.values.items()


@frozen
class HornProblem:
    """Is a target reached from `initial`? `variables` are what matters at a location; `initial` has none."""

    initial: int
    targets: frozenset[int]
    variables: Mapping[int, tuple[Term, ...]]
    clauses: tuple[Clause, ...]


@frozen
class Invariants:
    """No target is reached, says Spacer, for these conjuncts hold at each location of the problem."""

    at: Mapping[int, tuple[Term, ...]]


@frozen
class Reachable:
    """A target is reached."""


def solve(
    problem: HornProblem, *, seconds: float, settings: Mapping[str, bool], resource_limit: bool = False
) -> Invariants | Reachable | Undecided:
    """Searches for invariants that exclude the targets. `settings` are Spacer's, such as `GLOBAL`. With
    `resource_limit` time is counted in Z3's steps."""
    terms = [t for c in problem.clauses for t in (*c.terms(), *c.values)]
    variables = [v for those in problem.variables.values() for v in those]
    if any(isinstance(part.sort, ArraySort) for part in postorder([*terms, *variables])):
        return Undecided("Spacer is not asked about arrays")
    try:
        system = _System(problem)
        return system.solve(seconds, settings, resource_limit=resource_limit)
    except z3.Z3Exception as error:
        return Undecided(f"Spacer gave up: {error}")
    except UnreadableError as error:
        return Undecided(f"Spacer's answer has {error}")


class _System:
    """A problem in Z3's terms."""

    def __init__(self, problem: HornProblem) -> None:
        self._problem = problem
        ends = [end for clause in problem.clauses for end in (clause.source, clause.target)]
        self._locations = sorted({problem.initial, *problem.targets, *problem.variables, *ends})
        terms = [term for clause in problem.clauses for term in clause.terms()]
        copies = [copy for clause in problem.clauses for copy in clause.copies()]
        self._encoder = Encoder(signed_variables(list(postorder(terms)), copies))
        self._encoder.encode(terms)
        self._encoder.encode(v for location in self._locations for v in self._variables(location))
        self._context = self._encoder.asts.context
        self._relations = {location: self._relation(location) for location in self._locations}
        self._exact = True

    def solve(
        self, seconds: float, settings: Mapping[str, bool], *, resource_limit: bool
    ) -> Invariants | Reachable | Undecided:
        """Runs Spacer."""
        engine = z3.Fixedpoint(ctx=self._context)
        engine.set("engine", "spacer")
        if resource_limit:
            engine.set("rlimit", min(2**31, max(1, int(seconds * _RESOURCES_A_SECOND))))
        else:
            engine.set("timeout", max(1, int(seconds * 1000)))
        for name, value in (_KEEP_RELATIONS | dict(settings)).items():
            engine.set(name, value)
        goal = z3.Function("goal", z3.BoolSort(self._context))
        for relation in (*self._relations.values(), goal):
            engine.register_relation(relation)
        engine.add_rule(self._relations[self._problem.initial]())
        for clause in self._problem.clauses:
            engine.add_rule(self._rule(clause))
        for target in sorted(self._problem.targets):
            engine.add_rule(self._closed(self._at(target), goal(), self._constants(target)))
        status = engine.query(goal())
        if status == z3.unsat:
            return Invariants(self._read(engine.get_answer()))
        if status == z3.sat:
            return Reachable() if self._exact else Undecided("an operator has no exact integer encoding")
        return Undecided(engine.reason_unknown() or "no answer")

    # -- the clauses

    def _variables(self, location: int) -> tuple[Term, ...]:
        return self._problem.variables.get(location, ())

    def _relation(self, location: int) -> Any:
        truths, integers = z3.BoolSort(self._context), z3.IntSort(self._context)
        sorts = [truths if v.sort is BOOL else integers for v in self._variables(location)]
        return z3.Function(_name(location), *sorts, truths)

    def _expression(self, ast: Any) -> Any:
        return z3.z3._to_expr_ref(ast, self._context)

    def _constants(self, location: int) -> list[Any]:
        return [self._expression(self._encoder.variable(v)) for v in self._variables(location)]

    def _at(self, location: int) -> Any:
        return self._relations[location](*self._constants(location))

    def _rule(self, clause: Clause) -> Any:
        formulas = [self._encoder.formula(conjunct) for conjunct in clause.guard]
        needs = [formula.needs for formula in formulas]
        free = frozenset(self._variables(clause.source)).union(*[conjunct.free for conjunct in clause.guard])
        reached = [self._at(clause.source)]
        if clause.also is not None:
            known = clause.also.values
            reached.append(self._instance(clause.also.location, known, needs))
            free = free.union(*[known[v].free for v in self._variables(clause.also.location)])
        head = self._instance(clause.target, clause.values, needs)
        free = free.union(*[clause.values.get(v, v).free for v in self._variables(clause.target)])
        needed = definitions(needs)
        self._exact &= all(definition.exact for definition in needed)
        ranges = [self._encoder.range(variable) for variable in sorted(free)]
        conditions = [
            *(formula.ast for formula in formulas),
            *(limits for limits in ranges if limits is not None),
            *(definition.condition for definition in needed),
        ]
        bound = [self._encoder.variable(variable) for variable in sorted(free)]
        bound += [definition.fresh for definition in needed]
        body = z3.And(*reached, *(self._expression(condition) for condition in conditions))
        return self._closed(body, head, [self._expression(ast) for ast in bound])

    def _instance(self, location: int, values: Mapping[Term, Term], needs: list[Any]) -> Any:
        """That a location is reached with these values; what they need is added."""
        arguments = []
        for variable in self._variables(location):
            value = values.get(variable, variable)
            if variable.sort is BOOL:
                encoded: Any = self._encoder.formula(value)
            else:
                encoded = self._encoder.reading(value, signed=self._encoder.signed(variable))
            arguments.append(self._expression(encoded.ast))
            needs.append(encoded.needs)
        return self._relations[location](*arguments)

    def _closed(self, body: Any, head: Any, bound: list[Any]) -> Any:
        rule = z3.Implies(body, head)
        return z3.ForAll(bound, rule) if bound else rule

    # -- the answer

    def _read(self, answer: Any) -> dict[int, tuple[Term, ...]]:
        """The invariants. A relation that is not in the answer was removed, for it holds nowhere."""
        by_name = {_name(location): location for location in self._locations}
        found = dict.fromkeys(self._locations, FALSE)
        for part in answer.children() if z3.is_and(answer) else [answer]:
            head, formula = _sides(part, by_name)
            location = by_name.get(head.decl().name())
            if location is not None:
                found[location] = self._invariant(part, head, formula, location)
        found[self._problem.initial] = TRUE
        return {location: conjuncts(invariant) for location, invariant in found.items()}

    def _invariant(self, part: Any, head: Any, formula: Any, location: int) -> Term:
        variables = self._variables(location)
        if z3.is_quantifier(part):
            values = [z3.IntVal(0, self._context)] * part.num_vars()
            for argument, constant in zip(head.children(), self._constants(location), strict=True):
                if not z3.is_var(argument):
                    raise UnreadableError("a relation of something else than variables")
                values[z3.get_var_index(argument)] = constant
            formula = z3.substitute_vars(formula, *values)
        return read_formula(formula, {f"{v.name}:{v.sort}": self._leaf(v) for v in variables})

    def _leaf(self, variable: Term) -> Leaf | Term:
        if variable.sort is BOOL:
            return variable
        return Leaf(variable, *bounds(variable.width, signed=self._encoder.signed(variable)))


def _name(location: int) -> str:
    return f"at{location}"


def _sides(part: Any, relations: Mapping[str, int]) -> tuple[Any, Any]:
    """A part of the answer, "relation = formula" with or without a quantifier, as (relation, formula)."""
    body = part.body() if z3.is_quantifier(part) else part
    if z3.is_not(body):
        return body.arg(0), z3.BoolVal(False, body.ctx)
    if not z3.is_eq(body):
        return body, z3.BoolVal(True, body.ctx)
    a, b = body.children()
    return (a, b) if a.decl().name() in relations else (b, a)
