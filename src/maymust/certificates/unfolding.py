"""The checker's own view of a procedure: its nodes with calls unfolded, and single symbolic steps.

Where contracts stand for a call, it is one step. Written from the meaning in `ir.program`, on purpose without
a look at `passes.flatten`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.certificates.contracts import EVERYTHING, Contract, Reach, Use, excluded
from maymust.frozen import frozen
from maymust.ir.modules import result_variable
from maymust.ir.program import (
    Assign,
    Assume,
    Call,
    Edge,
    Error,
    Havoc,
    Program,
    Return,
    Unmodelled,
    inner_context,
    node_name,
)
from maymust.terms import (
    Sort,
    Term,
    bitvec,
    conjunction,
    disjunction,
    is_nonzero,
    negation,
    substitute,
    variable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from maymust.certificates.contracts import Excluded


@frozen(eq=False)
class Activation:
    """A procedure being executed: who called it, and by which edge. There is one object for each."""

    procedure: str
    context: str
    caller: Activation | None
    call: Edge | None

    def is_active(self, procedure: str) -> bool:
        """Whether the procedure is being executed here or further up."""
        at: Activation | None = self
        while at is not None:
            if at.procedure == procedure:
                return True
            at = at.caller
        return False


@frozen
class Node:
    """A location of an activation."""

    activation: Activation
    location: int

    def __str__(self) -> str:
        return node_name(self.activation.context, self.activation.procedure, self.location)


@frozen
class Bad:
    """What must not be reached: the violation, something whose meaning is not known, or what the proof leaves
    out though executions go on there."""

    what: str


@frozen
class Gone:
    """The execution has ended in an acceptable way."""


Successor = Node | Bad | Gone


class Unfolding:
    """Steps for one property through what `part` is about, which may use the contracts; or through a whole
    program."""

    def __init__(
        self,
        program: Program,
        property_id: str,
        part: Contract | None = None,
        contracts: Sequence[Contract] = (),
        reach: Reach | None = None,
    ) -> None:
        """`reach` is the program's, if it is known."""
        self._part = part or Contract(program.start, (), (), (), EVERYTHING)
        self._contracts = contracts
        self._reach = reach or Reach(program, property_id)
        self._program = program
        self._property_id = property_id
        self._globals = {v.term for v in program.globals}
        self._entered: dict[tuple[Activation, int], Activation] = {}
        self._fresh = 0
        start = program.procedures[self._part.procedure]
        self.root = Node(Activation(start.name, "", None, None), start.entry)

    def edges(self, node: Node) -> list[Edge]:
        """The edges that leave a node."""
        return self._reach.leaving(node.activation.procedure, node.location)

    def successor(self, node: Node, edge: Edge) -> Successor:
        """Where an edge leads."""
        at = node.activation
        statement = edge.statement
        match statement:
            case Error() | Unmodelled():
                if excluded(statement, self._property_id) not in self._part.excludes:
                    return Gone()
                return Bad("the violation" if isinstance(statement, Error) else statement.construct)
            case Call(_, callee, _):
                if self._used(node) is not None:
                    return Node(at, edge.target) if self._reach.returns(callee) else Gone()
                if at.is_active(callee):
                    return Bad(f"recursive call of {callee}")
                return Node(self._enter(at, edge, callee), self._program.procedures[callee].entry)
            case Return():
                if at.caller is None or at.call is None:
                    return Gone()
                return Node(at.caller, at.call.target)
            case Assign() | Assume() | Havoc():
                return Node(at, edge.target)
            case _:
                assert_never(statement)

    def effect(
        self, node: Node, edge: Edge, values: Mapping[Term, Term]
    ) -> tuple[Term | None, Mapping[Term, Term]]:
        """The condition for crossing an edge (None: always) and the values after it.

        `values` gives each variable's value in terms of the values where the path began; a variable that it
        does not mention has kept its own.
        """
        at = node.activation
        statement = edge.statement
        match statement:
            case Assume(condition):
                return self._value(at, condition, values), values
            case Assign(target, value):
                return None, {**values, self._instance(at, target): self._value(at, value, values)}
            case Havoc(target, _, _):
                return None, {**values, self._instance(at, target): self._new_input(target.sort)}
            case Call() if self._used(node) is not None:
                return self._summarised(node, statement, values)
            case Call(_, callee, arguments):
                entered = self._enter(at, edge, callee)
                parameters = self._program.procedures[callee].parameters
                passed = {
                    self._instance(entered, p.term): self._value(at, a, values)
                    for p, a in zip(parameters, arguments, strict=True)
                }
                return None, {**values, **passed}
            case Return(returned):
                if at.caller is None or at.call is None:
                    return None, values
                assert isinstance(at.call.statement, Call)
                results = at.call.statement.results
                if not results:
                    return None, values
                given = {
                    self._instance(at.caller, result): self._value(at, value, values)
                    for result, value in zip(results, returned, strict=True)
                }
                return None, {**values, **given}
            case Error() | Unmodelled():
                return None, values
            case _:
                assert_never(statement)

    # -- contracts -----------------------------------------------------------------------------------------

    def danger(self, node: Node, edge: Edge) -> Bad | None:
        """What may go wrong where an edge is crossed, besides what it leads to."""
        match edge.statement:
            case Call(_, callee, _) if self._used(node) is not None and self._endangered(callee):
                return Bad(f"something in {callee}")
            case Return() if node.activation.caller is None and self._part.ensures:
                return Bad("an end where the contract does not hold")
        return None

    def goes_wrong(self, node: Node, edge: Edge, values: Mapping[Term, Term]) -> Term:
        """When it may. Requires that there is danger."""
        statement = edge.statement
        if isinstance(statement, Return):
            returned = [self._value(node.activation, value, values) for value in statement.values]
            return negation(self._ensured(self._part, {}, returned, values))
        assert isinstance(statement, Call)
        ways = []
        for kind in sorted(self._endangered(statement.callee)):
            against = [
                use for use in self._used(node) or () if kind in self._contracts[use.contract].excludes
            ]
            kept = disjunction(self._required(node, use, statement, values) for use in against)
            ways.append(negation(kept))
        return disjunction(ways)

    def _endangered(self, callee: str) -> set[Excluded]:
        """What a call may reach, though it is excluded here."""
        return self._reach.reached(callee) & self._part.excludes

    def _used(self, node: Node) -> tuple[Use, ...] | None:
        """The contracts that stand for a call at a node; None where it is unfolded."""
        return self._part.uses.get(str(node))

    def _summarised(
        self, node: Node, call: Call, values: Mapping[Term, Term]
    ) -> tuple[Term, Mapping[Term, Term]]:
        at = node.activation
        after = {**values}
        for changed in sorted(self._reach.changed(call.callee), key=str):
            after[changed] = self._new_input(changed.sort)
        returned = [self._new_input(sort) for sort in self._program.procedures[call.callee].returns]
        known = []
        for use in self._used(node) or ():
            contract = self._contracts[use.contract]
            ghosts = self._ghosts(node, use, values)
            ensured = self._ensured(contract, ghosts, returned, after)
            known.append(disjunction((negation(self._required(node, use, call, values)), ensured)))
        results = zip(call.results, returned, strict=True) if call.results else ()
        return conjunction(known), {**after, **{self._instance(at, r): value for r, value in results}}

    def _required(self, node: Node, use: Use, call: Call, values: Mapping[Term, Term]) -> Term:
        contract, at = self._contracts[use.contract], node.activation
        parameters = self._program.procedures[call.callee].parameters
        meant = {p.term: self._value(at, a, values) for p, a in zip(parameters, call.arguments, strict=True)}
        meant |= self._ghosts(node, use, values)
        meant |= {v: values.get(v, v) for v in self._globals}
        return substitute(conjunction(contract.requires), meant)

    def _ensured(
        self, contract: Contract, ghosts: dict[Term, Term], returned: list[Term], values: Mapping[Term, Term]
    ) -> Term:
        name = contract.procedure
        meant = {result_variable(name, k, value.sort): value for k, value in enumerate(returned)}
        meant |= ghosts | {v: values.get(v, v) for v in self._globals}
        return substitute(conjunction(contract.ensures), meant)

    def _ghosts(self, node: Node, use: Use, values: Mapping[Term, Term]) -> dict[Term, Term]:
        given = [self._value(node.activation, term, values) for term in use.ghosts]
        return dict(zip(self._contracts[use.contract].ghosts, given, strict=True))

    # -- variables -----------------------------------------------------------------------------------------

    def fresh_choice(self) -> Term:
        """A truth value that no other term speaks of yet."""
        return is_nonzero(self._new_input(bitvec(1)))

    def variables(self) -> set[Term]:
        """The globals, and the variables of every activation entered so far."""
        found = set(self._globals)
        for activation in (self.root.activation, *self._entered.values()):
            procedure = self._program.procedures[activation.procedure]
            own = (*procedure.parameters, *procedure.locals)
            found |= {self._instance(activation, v.term) for v in own}
        return found

    def _new_input(self, sort: Sort) -> Term:
        self._fresh += 1
        return variable(f"fresh!{self._fresh}", sort)

    def _enter(self, at: Activation, edge: Edge, callee: str) -> Activation:
        key = (at, edge.source)
        if key not in self._entered:
            self._entered[key] = Activation(callee, inner_context(at.context, edge), at, edge)
        return self._entered[key]

    def _instance(self, at: Activation, term: Term) -> Term:
        if term in self._globals or term in self._part.ghosts:
            return term
        return variable(f"{at.context}{term.name}", term.sort)

    def _value(self, at: Activation, term: Term, values: Mapping[Term, Term]) -> Term:
        mapping = {}
        for v in term.free:
            instance = self._instance(at, v)
            mapping[v] = values.get(instance, instance)
        return substitute(term, mapping)


def relevant_nodes(unfolding: Unfolding, limit: int) -> set[Node] | None:
    """The nodes from which something bad can be reached along edges; None where there are more nodes than
    `limit`."""
    seen = {unfolding.root}
    work = [unfolding.root]
    backwards: dict[Node, list[Node]] = {}
    bad: list[Node] = []
    while work:
        node = work.pop()
        for successor in _successors(unfolding, node):
            if isinstance(successor, Bad):
                bad.append(node)
            elif isinstance(successor, Node):
                backwards.setdefault(successor, []).append(node)
                if successor not in seen:
                    if len(seen) >= limit:
                        return None
                    seen.add(successor)
                    work.append(successor)
    relevant = set(bad)
    work = list(relevant)
    while work:
        for predecessor in backwards.get(work.pop(), ()):
            if predecessor not in relevant:
                relevant.add(predecessor)
                work.append(predecessor)
    return relevant


def _successors(unfolding: Unfolding, node: Node) -> Iterator[Successor]:
    for edge in unfolding.edges(node):
        yield unfolding.successor(node, edge)
        danger = unfolding.danger(node, edge)
        if danger is not None:
            yield danger
