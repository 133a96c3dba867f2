"""IR → FIR (Forge thesis, chapter 5): fields are relations, dereference is join, update is override.

`translated` is the door. `kinds` finds out which numbers are objects, `objects` makes domains of them,
`terms` and `integers` translate expressions, `inputs` what is free, `graphs` procedures; `names` tells
contracts how things are called. `testing` goes the way back, from an execution to a test of the IR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir import kinds as k
from maymust.engines.forge.from_ir import outcomes
from maymust.engines.forge.from_ir.contract import CalleeContract, Calls, Clause, ContractOf, EntryContract
from maymust.engines.forge.from_ir.graphs import Around, Asked, Numbers, ProcedureGraph, stopping_procedures
from maymust.engines.forge.from_ir.inputs import EACH_INTEGER, EACH_OFFSET
from maymust.engines.forge.from_ir.kinds import Key, Kinds
from maymust.engines.forge.from_ir.names import Names, output_name, saved_name
from maymust.engines.forge.from_ir.objects import ObjectDomain, object_domains
from maymust.engines.forge.from_ir.sites import Followed, written_by
from maymust.engines.forge.from_ir.stubs import Stubs
from maymust.engines.forge.from_ir.terms import Terms
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir import tree
from maymust.fir.graph import Graph
from maymust.fir.traversal import everything_in
from maymust.fir.tree import INTEGER, Assign, DomainUse, EmptySet, Expression, OldUse, Spec
from maymust.frozen import frozen
from maymust.ir.program import Call, Edge, Procedure, Program
from maymust.ir.source import NOWHERE, Span
from maymust.terms import ArraySort, Term


@frozen
class Translated:
    """A program in FIR. `edges` are those of the IR by the number of the statement that stems from them;
    `clauses` are what a contract ensures, `starts` what it says of the start, `calls` those that contracts
    stand for."""

    source: Program
    program: tree.Program
    graphs: Mapping[str, Graph]
    edges: Mapping[int, Edge]
    terms: Terms
    domains: tuple[ObjectDomain, ...]
    clauses: tuple[Clause, ...]
    starts: tuple[Clause, ...] = ()
    calls: Calls | None = None

    @property
    def start(self) -> str:
        """The procedure to check."""
        return self.source.start

    @property
    def endings(self) -> list[str]:
        """All ways to end."""
        return [name for name, each in self.program.literals.items() if each.domain == outcomes.DOMAIN]

    def allowing(self, allowed: list[str]) -> tuple[tree.Program, dict[str, Graph]]:
        """Program and graphs with this specification: each execution has one of these outcomes."""
        condition = e.subset(e.use(outcomes.OUTCOME), e.union(map(outcomes.literal, allowed)))
        targets = tuple(name for name, each in self.program.variables.items() if each.is_global)
        header = self.program.procedures[self.start]
        specified = replace(header, specification=Spec(targets, condition, header.span))
        program = replace(self.program, procedures={**self.program.procedures, self.start: specified})
        graph = replace(self.graphs[self.start], procedure=specified)
        return program, {**self.graphs, self.start: graph}


def translated(
    program: Program,
    width: int,
    contract: ContractOf | None = None,
    calls: Calls | None = None,
    *,
    follow: bool = True,
) -> Translated:
    """The program in FIR, with integers of this width. Raises `Unsupported`.

    At `calls`, what contracts require is checked; without `follow`, they stand for the calls, too.
    """
    program = replace(program, procedures=_reached(program))
    kinds = Kinds(program)
    for name in sorted(calls.numbers) if calls else ():
        kinds.of(k.result(name, 0)).computed = True
    domains = object_domains(kinds, program)
    terms = Terms(kinds, domains, width)
    names = Names(program, terms)
    agreed = contract(names) if contract else EntryContract()
    work = _Assembly(program, terms, tuple(domains.values()))
    variables = {**work.variables(), **names.declared}
    around = work.around(agreed, variables)
    graphs, edges = work.graphs(around, variables, calls, follow=follow)
    ids = [each.id for each in program.properties]
    ids += [each.id for each in (*agreed.ensures, *agreed.starts)]
    if calls:
        ids += [each.id for required in calls.required.values() for each in required]
    made = tree.Program(
        {name: tree.Domain(name) for name in (outcomes.DOMAIN, *(each.name for each in work.domains))},
        {**outcomes.literals(program, ids), **work.literals()},
        variables,
        {name: graph.procedure for name, graph in graphs.items()},
        program.file,
    )
    return Translated(program, made, graphs, edges, terms, work.domains, agreed.ensures, agreed.starts, calls)


def _reached(program: Program) -> dict[str, Procedure]:
    """The procedures that can be called."""
    found, pending = {program.start}, [program.start]
    while pending:
        for edge in program.procedures[pending.pop()].edges:
            if isinstance(edge.statement, Call) and edge.statement.callee not in found:
                found.add(edge.statement.callee)
                pending.append(edge.statement.callee)
    return {name: each for name, each in program.procedures.items() if name in found}


class _Assembly:
    """The declarations of a program."""

    def __init__(self, program: Program, terms: Terms, domains: tuple[ObjectDomain, ...]) -> None:
        self._program, self._terms, self.domains = program, terms, domains

    def graphs(
        self, around: Around, variables: dict[str, tree.Variable], calls: Calls | None, *, follow: bool
    ) -> tuple[dict[str, Graph], dict[int, Edge]]:
        """The graphs of procedures and of stubs, and the edges that statements stem from."""
        program, numbers = self._program, Numbers()
        place = calls.followed if calls else Followed(tuple(program.procedures), (), frozenset())
        stubs = {(site.procedure, site.location): site.stub for site in place.sites}
        stopping = stopping_procedures(program, {site.procedure for site in place.sites})
        stopping |= set(stubs.values())
        stubs |= dict.fromkeys(place.never, "")
        found: dict[str, Graph] = {}
        for name, each in program.procedures.items():
            if follow or name in place.procedures:
                own = {location: stub for (within, location), stub in stubs.items() if within == name}
                builder = ProcedureGraph(
                    program, each, self._terms, variables, stopping, numbers, around, own
                )
                found[name] = builder.graph(self.header(each))
        if calls:
            found |= self._stubs(calls, variables, numbers, follow=follow)
        return found, numbers.edges

    def _stubs(
        self, calls: Calls, variables: dict[str, tree.Variable], numbers: Numbers, *, follow: bool
    ) -> dict[str, Graph]:
        """The graphs of what is called where contracts stand for calls; their variables are added."""
        program, found = self._program, {}
        building = Stubs(program, self._terms, self.domains, variables, numbers)
        agreed: dict[str, CalleeContract] = {}
        for site in calls.followed.sites:
            if site.callee not in agreed:
                names = Names(program, self._terms, site.callee)
                agreed[site.callee] = calls.contract_of(names, written_by(program, site.callee))
                variables |= names.declared
            header, required = self.header(program.procedures[site.callee]), calls.required[site]
            contract = agreed[site.callee]
            found[site.stub] = building.graph(site, header, required, contract, follow=follow)
        return found

    def literals(self) -> dict[str, tree.Literal]:
        return {
            each.literal_name(number): tree.Literal(each.literal_name(number), each.name)
            for each in self.domains
            for number in each.numbers
        }

    def variables(self) -> dict[str, tree.Variable]:
        """All that there are in FIR."""
        return {each.name: each for each in self._variables()}

    def _variables(self) -> Iterator[tree.Variable]:
        yield outcomes.variable()
        yield from (_local(name, DomainUse(INTEGER)) for name in (EACH_INTEGER, EACH_OFFSET))
        for domain in self.domains:
            for name in (domain.outside, domain.allocated):
                yield tree.Variable(name, DomainUse(domain.name), is_global=True)
            yield _local(domain.bound_variable, DomainUse(domain.name))
        for each in self._program.globals:
            if not self._terms.is_left_out(each.term):
                yield tree.Variable(each.name, self._type(each.term), is_global=True)
        for procedure in self._program.procedures.values():
            for each in (*procedure.parameters, *procedure.locals):
                if not self._terms.is_left_out(each.term):
                    yield _local(each.name, self._type(each.term))
            for position, name in self._outputs(procedure):
                yield _local(name, self._scalar_type(k.result(procedure.name, position)))

    def _outputs(self, procedure: Procedure) -> list[tuple[int, str]]:
        return [
            (position, output_name(procedure.name, position))
            for position in range(len(procedure.returns))
            if self._terms.kinds.of(k.result(procedure.name, position)).constant is None
        ]

    def _scalar_type(self, key: Key) -> Expression:
        domain = self._terms.domain(key)
        return DomainUse(domain.name if domain else INTEGER)

    def _type(self, term: Term) -> Expression:
        name = term.name or ""
        if not isinstance(term.sort, ArraySort):
            return self._scalar_type(k.scalar(name))
        columns = [self._scalar_type(k.index(name))]
        if name in self._terms.kinds.pairs:
            columns.append(DomainUse(INTEGER))
        type_ = self._scalar_type(k.element(name))
        for column in reversed(columns):
            type_ = e.product(column, type_)
        return type_

    def header(self, procedure: Procedure) -> tree.Procedure:
        """A procedure without its body, which is a graph."""
        inputs = tuple(each.name for each in procedure.parameters if not self._terms.is_left_out(each.term))
        outputs = tuple(name for _, name in self._outputs(procedure))
        return tree.Procedure(procedure.name, inputs, outputs, (), span=_span_of(procedure))

    def around(self, contract: EntryContract, variables: dict[str, tree.Variable]) -> Around:
        """What `%start` does besides; variables that it needs are added."""
        start: list[tree.Update] = [Assign(outcomes.OUTCOME, outcomes.literal(outcomes.FINE))]
        for domain in self.domains:
            from_outside = e.subset(e.use(domain.outside), DomainUse(domain.name))
            start.append(Spec((domain.outside,), from_outside))
            start.append(Assign(domain.allocated, EmptySet()))
        before: list[tree.Update | Asked] = [
            Spec((), each.condition, each.span) for each in contract.requires
        ]
        for clause in contract.starts:
            chosen, question = _question(clause, variables)
            before += [*chosen, question]
        for name in _old_names(contract):
            if name not in variables or not variables[name].is_global:
                raise Unsupported(f"the old value of {name}")
            variables[saved_name(name)] = _local(saved_name(name), variables[name].type)
            before.append(Assign(saved_name(name), e.use(name)))
        behind: list[Asked] = []
        for clause in contract.ensures:
            chosen, question = _question(clause, variables)
            before += chosen
            behind.append(question)
        return Around(tuple(start), tuple(before), tuple(behind))


def _question(clause: Clause, variables: dict[str, tree.Variable]) -> tuple[list[tree.Update], Asked]:
    """What asks whether a clause holds, with what is to be done at the start for it.

    If it does not end executions, it is asked of some of them; the others go on, whatever the answer is.
    """
    condition, outcome = _with_saved(clause.condition, clause.span), outcomes.name_of(clause.id)
    if clause.ends:
        return [], Asked(condition, outcome)
    name = f"%asked {clause.id}"
    variables[name] = _local(name, DomainUse(INTEGER))
    either = e.disjunction([e.equal(e.use(name), e.number(0)), condition])
    return [Spec((name,), e.one(e.use(name)), clause.span)], Asked(replace(either, span=clause.span), outcome)


def _local(name: str, type_: Expression) -> tree.Variable:
    return tree.Variable(name, type_, is_global=False)


def _span_of(procedure: Procedure) -> Span:
    return min((edge.span for edge in procedure.edges), default=NOWHERE)


def _old_names(contract: EntryContract) -> list[str]:
    uses = (part for clause in contract.ensures for part in everything_in(clause.condition))
    return list(dict.fromkeys(part.name for part in uses if isinstance(part, OldUse)))


def _with_saved(condition: Expression, span: Span) -> Expression:
    """The condition with saved values in place of old ones."""

    def new(part: Expression) -> Expression:
        match part:
            case OldUse(name):
                return tree.VariableUse(saved_name(name), span)
            case tree.Unary(operator, operand):
                return tree.Unary(operator, new(operand), span)
            case tree.Binary(operator, left, right):
                return tree.Binary(operator, new(left), new(right), span)
            case tree.Conditional(asked, then, otherwise):
                return tree.Conditional(new(asked), new(then), new(otherwise), span)
            case tree.Projection(operand, columns):
                return tree.Projection(new(operand), columns, span)
            case tree.Quantified(kind, bound, body):
                return tree.Quantified(kind, bound, new(body), span)
            case _:
                return part

    return new(condition)
