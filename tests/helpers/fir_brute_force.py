"""All executions of a FIR procedure within a bound, by enumeration: bounded verification must agree."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations, product

from maymust.engines.forge.bound import Bound, atoms_of
from maymust.fir.evaluation import Evaluator
from maymust.fir.execution import Execution, satisfied
from maymust.fir.graph import Branch, Exit, Graph
from maymust.fir.tree import Assign, Create, Program, Spec
from maymust.fir.values import Relation, State


def subsets(relation: Relation) -> Iterator[Relation]:
    ordered = sorted(relation, key=str)
    every = chain.from_iterable(combinations(ordered, size) for size in range(len(ordered) + 1))
    return map(frozenset, every)


class BruteForce:
    """Enumerates states and choices; the graph has neither loops nor calls."""

    def __init__(self, program: Program, graph: Graph, bound: Bound) -> None:
        self.program, self.graph, self.bound = program, graph, bound
        self.evaluator = Evaluator(program, bound.width, graph.variables)
        self.atoms = atoms_of(program, bound)

    def initial_states(self) -> Iterator[State]:
        """All of them, but for the names of atoms."""
        procedure = self.graph.procedure
        names = [
            name
            for name, each in self.program.variables.items()
            if each.is_global or name in procedure.inputs
        ]
        for sizes in product(*(range(len(atoms) + 1) for atoms in self.atoms.values())):
            extents = {
                domain: frozenset((atom,) for atom in self.atoms[domain][:size])
                for domain, size in zip(self.atoms, sizes, strict=True)
            }
            empty = State({}, extents)
            spaces = [self.evaluator.whole(self.program.variables[name].type, empty) for name in names]
            for values in product(*map(subsets, spaces)):
                state = State(dict(zip(names, values, strict=True)), extents)
                if procedure.requirement is None or self.evaluator.truth(procedure.requirement, state):
                    yield state

    def ends(self, state: State, number: int) -> Iterator[State]:
        """The states in which executions from here end."""
        node = self.graph.nodes[number]
        match node.action:
            case Exit():
                yield state
            case Branch(condition):
                side = 0 if self.evaluator.truth(condition, state) else 1
                yield from self.ends(state, node.successors[side])
            case update:
                for after in self.after(update, state):  # type: ignore[arg-type]
                    yield from self.ends(after, node.successors[0])

    def after(self, update: Assign | Create | Spec, state: State) -> Iterator[State]:
        match update:
            case Assign(target, value):
                yield state.with_values({target: self.evaluator.value(value, state)})
            case Create(target, domain):
                fresh = [atom for atom in self.atoms[domain] if (atom,) not in state.extents[domain]]
                for atom in fresh[:1]:
                    chosen = frozenset({(atom,)})
                    extents = {**state.extents, domain: state.extents[domain] | chosen}
                    yield State({**state.variables, target: chosen}, extents)
            case Spec(targets, condition):
                variables = [name for name in targets if name in self.graph.variables]
                for grown in self.grown(state, [name for name in targets if name not in variables]):
                    types = [self.graph.variables[name].type for name in variables]
                    spaces = [self.evaluator.whole(type_, grown) for type_ in types]
                    for values in product(*map(subsets, spaces)):
                        new = grown.with_values(dict(zip(variables, values, strict=True)))
                        if self.evaluator.truth(condition, new, state):
                            yield new

    def grown(self, state: State, domains: list[str]) -> Iterator[State]:
        """The states in which these domains have more atoms, or as many."""
        sizes = [range(len(state.extents[name]), len(self.atoms[name]) + 1) for name in domains]
        for chosen in product(*sizes):
            extents = {
                name: frozenset((atom,) for atom in self.atoms[name][:size])
                for name, size in zip(domains, chosen, strict=True)
            }
            yield State(state.variables, {**state.extents, **extents})

    def violated(self, specification: Spec) -> bool:
        """Whether some execution violates the specification."""
        return any(
            not satisfied(self.program, Execution(state, (), end), specification, self.bound.width)
            for state in self.initial_states()
            for end in self.ends(state, self.graph.entry)
        )


# ------------------------------------------------------------------------------------------- random programs
DECLARATIONS = """
domain A
global g: A→A, global s: A, global n: Integer
local a: A, local a2: A, local i: Integer, local h: A→A
"""
SETS = [
    *(["s", "a", "a2"] * 2),
    "A",
    "L",
    "a.g",
    "g.a",
    "s.*g",
    "g.A",
    "(s ∪ a)",
    "(A \\ a)",
    "{a2 | a2 ⊆ s}",
    "∅",
]
PAIRS = [
    "g",
    "h",
    "(a→s)",
    "(g ⊕ a→a2)",
    "^g",
    "~g",
    "(g ∪ h)",
    "(g \\ a→A)",
    "{a, a2 | a→a2 ⊆ g}",
    "(h ∩ g)",
]
NUMBERS = ["n", "i", "0", "1", "(n + 1)", "#s", "#g", "(i × n)", "-n", "(n - #a)", "(Σ a | #a.g)", "(n ÷ i)"]


class RandomProcedures:
    """Texts of procedures over `DECLARATIONS`, with every kind of statement."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.literal = seed % 3 == 0
        self.bound = Bound(scope=1 if self.literal else 2, width=2, unrollings=1)
        self.choices = 1  # specifications that set something, of which each multiplies what is enumerated
        self.at_end = False  # where locals other than the parameter mean nothing

    def condition(self, depth: int = 1, old: bool = False) -> str:
        pick = self.random.choice
        kinds = [
            lambda: f"{self.set(old)} {pick(['⊆', '=', '≠'])} {self.set(old)}",
            lambda: f"{self.pairs(old)} {pick(['⊆', '=', '≠'])} {self.pairs(old)}",
            lambda: f"{pick(['some', 'one', 'lone', 'no'])} {pick([self.set, self.pairs])(old)}",
            lambda: f"{self.number(old)} {pick(['<', '≤', '>', '≥', '=', '≠'])} {self.number(old)}",
            lambda: f"(∀ a2 | {pick(['a2 ⊆ s', 'some a2.g', 'a2.g ⊆ A', 'one a2'])})",
            lambda: f"(∃ a2 | {pick(['a2 ⊆ s', 'no a2.g', 'a2→a2 ⊆ g'])})",
        ]
        if depth and self.random.random() < 0.5:
            left, right = self.condition(depth - 1, old), self.condition(depth - 1, old)
            return f"({left} {pick(['∧', '∨', '⇒', '⇔'])} {pick(['', '¬'])}({right}))"
        return pick(kinds)()

    def set(self, old: bool) -> str:
        return self.pick(SETS, "a2", ["s_old", "s_old", "s_old", "A_old", "A_old"] if old else [])

    def pairs(self, old: bool) -> str:
        return self.pick(PAIRS, "h", ["g_old"] * 3 if old else [])

    def number(self, old: bool) -> str:
        return self.pick(NUMBERS, "i", ["n_old"] * 4 if old else [])

    def pick(self, texts: list[str], unset: str, more: list[str]) -> str:
        if not self.literal:
            texts = [text for text in texts if text != "L"]
        if self.at_end:
            texts = [text for text in texts if text[0] == "{" or (unset not in text and "a2" not in text)]
        return self.random.choice([*texts, *more])

    def statements(self, depth: int) -> str:
        return "\n".join(self.statement(depth) for _ in range(self.random.randint(1, 3)))

    def statement(self, depth: int) -> str:
        pick, kind = self.random.choice, self.random.randrange(11 if depth else 6)
        if kind == 0:
            return f"{pick(['s', 'a', 'a2'])} := {self.set(False)}"
        if kind == 1:
            return f"{pick(['g', 'h'])} := {self.pairs(False)}"
        if kind == 2:
            return f"{pick(['n', 'i'])} := {self.number(False)}"
        if kind == 3:
            return f"{pick(['s', 'a'])} := new A"
        if kind == 4 and self.choices:
            self.choices -= 1
            name = pick(["s", "n", "g", "A", "s, A"])
            return f"{name} := spec({self.condition(1, old=True)})"
        if kind in (4, 5):
            return f"spec({self.condition(1)})"
        if kind == 10:
            return f"if {self.condition()} {{ exit }}"
        if kind == 9:
            return f"while {self.condition()} {{ {self.statements(depth - 1)} }}"
        then, otherwise = self.statements(depth - 1), self.statements(depth - 1)
        return f"if {self.condition()} {{ {then} }} else {{ {otherwise} }}"

    def program(self) -> str:
        frame = self.random.sample(["s", "n", "g"], self.random.choice([2, 3, 3, 3]))
        frame += self.random.choice([[], ["A"]])
        self.at_end = True
        ensured = " ∨ ".join(f"({self.condition(1, old=True)})" for _ in range(self.random.randint(1, 4)))
        self.at_end = False
        clauses = f"requires one n ∧ one a ∧ lone s  modifies {', '.join(frame)}  ensures {ensured}"
        start = "a2 := a  i := 0  h := g"
        literal = "literal L: A" if self.literal else ""
        return f"{DECLARATIONS} {literal} proc p (a) : () {clauses} {{ {start} {self.statements(2)} }}"
