"""The checker: it accepts the engine's proofs, and refuses whatever is wrong in a proof."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest

from helpers.programs import (
    P1,
    P2,
    ProcedureBuilder,
    Shape,
    TooLarge,
    brute_force,
    program,
    random_program,
    var,
)
from helpers.terms import TermMaker
from maymust.certificates.check_proof import Accepted, CheckResult, Refused, Unchecked, check_proof
from maymust.certificates.proof import (
    FORMAT,
    Proof,
    ProofError,
    ProofFile,
    proof_from_data,
    proof_to_data,
    read_proof_file,
)
from maymust.engines.base import Budget, HoldsClaim
from maymust.engines.registry import ENGINES
from maymust.ir.program import START, Assign, Assume, Call, Return, Unmodelled
from maymust.passes.pipeline import Prepared, prepare
from maymust.solvers import Undecided, new_solver
from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    constant,
    eq,
    less,
    less_equal,
    ne,
    negation,
    variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maymust.ir.program import Program
    from maymust.solvers import Answer

SOLVERS = [new_solver("bitwuzla"), new_solver("z3")]


def check(made: Program, invariants: Mapping[str, tuple[Term, ...]], proved: object = P1) -> CheckResult:
    proof = Proof(proved, dict(invariants))  # type: ignore[arg-type]
    return check_proof(made, proof, SOLVERS, time.monotonic() + 30)


# -- one program, by hand --------------------------------------------------------------------------------


def counter() -> Program:
    """i := 0; j := 0; while (nondet) if (i < 5) { i++; j++ }; assert i <= 5; (P2:) assert j = 0."""
    start = ProcedureBuilder(START)
    i, j, c = start.local("i"), start.local("j"), start.local("c")
    start.assign(i, constant(0, 3))
    start.assign(j, constant(0, 3))
    head = start.at
    assert head == 3
    start.havoc(c)
    inside, outside = start.branch(ne(c, constant(0, 3))) or (0, 0)
    start.at = inside
    start.step(Assume(less(i, constant(5, 3), signed=False)))
    start.assign(i, add(i, constant(1, 3)))
    assert start.at is not None
    start.edge(start.at, head, Assign(j, add(j, constant(1, 3))))
    start.at = outside
    start.check(less_equal(i, constant(5, 3), signed=False))
    start.check(eq(j, constant(0, 3)), "P2")
    return program(start.build())


COUNTER = counter()
COUNT, TWIN, _ = (v.term for v in COUNTER.procedures[START].locals)
BOUND = less_equal(COUNT, constant(5, 3), signed=False)
HEAD = "%start@3"


def test_a_good_proof_is_accepted() -> None:
    result = check(COUNTER, {HEAD: (BOUND,)})
    assert isinstance(result, Accepted)
    assert result.obligations == 3
    assert check(COUNTER, {HEAD: (BOUND, eq(COUNT, TWIN))}) == check(
        COUNTER, {HEAD: (BOUND, eq(COUNT, TWIN))}
    )
    assert isinstance(check(COUNTER, {HEAD: (BOUND,), "%start@0": ()}), Accepted)


@pytest.mark.parametrize(
    ("invariants", "reason"),
    [
        ({}, "a cycle through"),
        ({HEAD: ()}, "can reach the violation"),
        ({HEAD: (negation(BOUND),)}, "does not follow"),
        ({HEAD: (BOUND, eq(TWIN, constant(0, 3)))}, "does not follow"),
        ({HEAD: (less(COUNT, constant(5, 3), signed=False),)}, "does not follow"),
        ({HEAD: (FALSE,)}, "does not follow"),
        ({"%start@0": (FALSE,), HEAD: (FALSE,)}, "does not hold at the start"),
        ({"%start@0": (BOUND,), HEAD: (BOUND,)}, "does not hold at the start"),
        ({"%start@6": (BOUND,)}, "a cycle through"),
        ({"%start@9": (BOUND,), HEAD: (eq(COUNT, COUNT),)}, "can reach the violation"),
        ({HEAD: (BOUND, eq(variable("fresh!1", COUNT.sort), COUNT))}, "which is no variable"),
        ({HEAD: (BOUND, eq(variable("stranger", COUNT.sort), COUNT))}, "which is no variable"),
        (
            {HEAD: (BOUND, eq(variable("%start::i", constant(0, 8).sort), constant(1, 8)))},
            "which is no variable",
        ),
        ({HEAD: (BOUND, COUNT)}, "not a truth value"),
        ({"elsewhere@3": (BOUND,)}, "a cycle through"),
    ],
)
def test_wrong_proofs_are_refused(invariants: Mapping[str, tuple[Term, ...]], reason: str) -> None:
    result = check(COUNTER, invariants)
    assert isinstance(result, Refused)
    assert reason in result.reason


def test_a_proof_of_another_property_is_none() -> None:
    assert isinstance(check(COUNTER, {HEAD: (BOUND,)}, P2), Refused)
    assert isinstance(check(COUNTER, {HEAD: (BOUND,)}, replace(P1, id="P9")), Refused)
    assert isinstance(check(COUNTER, {HEAD: (BOUND,)}, replace(P1, description="something else")), Refused)


def test_a_proof_of_another_program_is_none() -> None:
    start = COUNTER.procedures[START]
    for number, edge in enumerate(start.edges):
        if isinstance(edge.statement, Assume) and edge.statement.condition is less(
            COUNT, constant(5, 3), signed=False
        ):
            easier = replace(edge, statement=Assume(less(COUNT, constant(6, 3), signed=False)))
            edges = (*start.edges[:number], easier, *start.edges[number + 1 :])
            changed = replace(COUNTER, procedures={START: replace(start, edges=edges)})
            assert isinstance(check(changed, {HEAD: (BOUND,)}), Refused)
            break
    else:
        pytest.fail("the guard was not found")


def test_an_invalid_program_has_no_proof() -> None:
    tricky = replace(COUNTER, globals=(var("fresh!1"),))
    assert isinstance(check(tricky, {HEAD: (BOUND,)}), Refused)


def test_what_is_not_modelled_and_recursion_must_be_excluded() -> None:
    f = ProcedureBuilder("f")
    f.step(Call((), "f", ()))
    start = ProcedureBuilder(START)
    start.step(Call((), "f", ()))
    result = check(program(f.build(), start.build()), {})
    assert isinstance(result, Refused)
    assert "recursive call of f" in result.reason
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.assign(x, constant(1, 3))
    yes, no = start.branch(eq(x, constant(2, 3))) or (0, 0)
    start.edge(yes, 1, Unmodelled("asm"))
    start.at = no
    assert isinstance(check(program(start.build()), {}), Accepted)
    assert isinstance(check(program(start.build()), {"%start@2": ()}), Refused)


def test_each_call_is_its_own_activation() -> None:
    """f(1); f(2): what holds in one activation is not assumed in the other, nor for its return."""
    p = var("f::p")
    f = ProcedureBuilder("f", (p,), returns=(3,))
    f.step(Return((p.term,)))
    start = ProcedureBuilder(START)
    x, y = start.local("x"), start.local("y")
    start.step(Call((x,), "f", (constant(1, 3),)))
    start.step(Call((y,), "f", (constant(2, 3),)))
    start.check(less(x, y, signed=False))
    made = program(f.build(), start.build())
    assert isinstance(check(made, {}), Accepted)
    first, second = (variable(f"{call}/f::p", p.term.sort) for call in (0, 2))
    one, two = (eq(x, constant(1, 3)), eq(y, constant(2, 3)))
    good = {
        "0/f@0": (eq(first, constant(1, 3)),),
        "%start@2": (one,),
        "2/f@0": (one, eq(second, constant(2, 3))),
    }
    assert isinstance(check(made, {**good, "%start@3": (one, two)}), Accepted)
    assert isinstance(check(made, {"2/f@0": (eq(second, constant(2, 3)),)}), Refused)
    assert isinstance(check(made, {**good, "0/f@0": (eq(first, constant(2, 3)),)}), Refused)
    assert isinstance(check(made, {**good, "2/f@0": (one, eq(first, constant(2, 3)))}), Refused)


def test_a_cycle_that_cannot_be_gone_round_needs_no_annotation() -> None:
    """x := 1; while (x) x := 0: one round, and out; a pass may have seen it."""
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    start.assign(x, constant(1, 3))
    head = start.at
    assert head is not None
    inside, outside = start.branch(ne(x, constant(0, 3))) or (0, 0)
    start.edge(inside, head, Assign(x, constant(0, 3)))
    start.at = outside
    start.check(eq(x, constant(0, 3)))
    assert isinstance(check(program(start.build()), {}), Accepted)


class Tired:
    name = "tired"

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        del conjuncts, seconds, core
        return Undecided("tired")


def test_what_is_not_decided_is_not_accepted() -> None:
    proof = Proof(P1, {HEAD: (BOUND,)})
    deadline = time.monotonic() + 30
    assert isinstance(check_proof(COUNTER, proof, [Tired()], deadline), Unchecked)
    assert isinstance(check_proof(COUNTER, proof, [], deadline), Unchecked)
    assert isinstance(check_proof(COUNTER, proof, [Tired(), *SOLVERS], deadline), Accepted)
    assert check_proof(COUNTER, proof, SOLVERS, time.monotonic() - 1) == Unchecked("the time is up")


# -- random programs -------------------------------------------------------------------------------------

SMALL = Shape(statements=4)


def claim(made: Program) -> HoldsClaim | None:
    entry = ENGINES["dash"]
    budget = Budget(time.monotonic() + 3, max_iterations=60)
    options = replace(entry.options(), steps_of_resumed_tests=2000)  # there are many endless loops
    found = entry.build(options).run(Prepared(made), "P1", budget, lambda _: None).claim
    return found if isinstance(found, HoldsClaim) else None


def truth(made: Program) -> str | None:
    try:
        return brute_force(made, "P1", most_states=3000)
    except TooLarge:
        return None


def test_proofs_of_random_programs_are_accepted_and_their_mutants_are_not_taken_on_trust(
    size: Callable[[int], int],
) -> None:
    """A mutant may be right by chance. What a refusal rests on: some mutants must be refused, and what is
    accepted must still be a proof for the program, which brute force says holds; the same annotation for a
    program that fails is never accepted (next test)."""
    rng = random.Random(9)
    accepted = refused = 0
    for seed in range(size(60)):
        made = random_program(random.Random(seed), SMALL)
        found = claim(made)
        if found is None:
            continue
        assert isinstance(check(made, found.invariants), Accepted), seed
        accepted += 1
        nodes = sorted(node for node, conjuncts in found.invariants.items() if conjuncts)
        if not nodes:
            continue
        node = rng.choice(nodes)
        conjuncts = list(found.invariants[node])
        dropped = rng.randrange(len(conjuncts))
        mutants: list[dict[str, tuple[Term, ...]]] = [
            {**found.invariants, node: tuple(conjuncts[:dropped] + conjuncts[dropped + 1 :])},
            {
                **found.invariants,
                node: (*conjuncts[:dropped], negation(conjuncts[dropped]), *conjuncts[dropped + 1 :]),
            },
            {**found.invariants, node: (FALSE,)},
            dict.fromkeys(found.invariants, ()),
            dict(zip(found.invariants, reversed(list(found.invariants.values())), strict=True)),
        ]
        refused += sum(isinstance(check(made, mutant), Refused) for mutant in mutants)
    assert accepted > 15
    assert refused > 15


def test_a_lying_engine_is_always_refused(size: Callable[[int], int]) -> None:
    """Programs that fail, with any annotation whatever: nothing is accepted."""
    rng = random.Random(10)
    lies = 0
    for seed in range(size(80)):
        made = random_program(random.Random(1000 + seed), SMALL)
        if truth(made) != "fails":
            continue
        system = prepare(made)
        ends = {*system.errors, *system.blocked}
        nodes = [node for location, node in system.nodes.items() if location not in ends]
        names = list(system.variables)
        maker = TermMaker(rng, names, widths=(2,))
        annotations: list[dict[str, tuple[Term, ...]]] = [
            {},
            dict.fromkeys(nodes, ()),
            dict.fromkeys(nodes, (FALSE,)),
            {node: (FALSE,) for node in nodes if node != "%start@0"},
            dict.fromkeys(nodes, (TRUE,)),
        ]
        for density in (0.3, 0.7, 1.0):
            chosen = [node for node in nodes if rng.random() < density]
            annotations.append({node: (maker.term(0, 2),) for node in chosen})
            annotations.append({node: (rng.choice((TRUE, FALSE, maker.term(0, 1))),) for node in chosen})
        for annotation in annotations:
            lies += 1
            result = check(made, annotation)
            assert isinstance(result, Refused), (seed, annotation, result)
    assert lies > 200


def test_a_proof_for_one_program_is_none_for_a_failing_one(size: Callable[[int], int]) -> None:
    """True proofs, held against other programs that fail."""
    proofs = [
        found for seed in range(size(30)) if (found := claim(random_program(random.Random(seed), SMALL)))
    ]
    tried = 0
    for seed in range(size(40)):
        made = random_program(random.Random(2000 + seed), SMALL)
        if truth(made) == "fails":
            for found in proofs[:5]:
                tried += 1
                assert isinstance(check(made, found.invariants), Refused)
    assert tried > 30


# -- files -----------------------------------------------------------------------------------------------


def written(proof: Proof) -> bytes:
    data = ProofFile(FORMAT, "0", "random.c", "main", "LP64", False, [], [proof_to_data(proof)])
    return msgspec.json.encode(data)


def test_a_proof_survives_its_file() -> None:
    proof = Proof(P1, {HEAD: (BOUND, eq(COUNT, TWIN)), "%start@0": ()})
    read = read_proof_file(written(proof))
    assert proof_from_data(read.proofs[0], COUNTER) == proof


def test_files_that_are_no_proofs_are_refused() -> None:
    content = written(Proof(P1, {HEAD: (BOUND,)}))
    for wrong in (b"", b"{}", b"[]", b"\xff\xfe", content[:-2], content.replace(FORMAT.encode(), b"other-1")):
        with pytest.raises(ProofError):
            read_proof_file(wrong)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"id":"P1"', b'"id":"P7"'),
        (b'"kind":"assert"', b'"kind":"overflow"'),
        (b'"the first"', b'"the last"'),
        (b'"ult"', b'"uuu"'),
        (b'"bv3"', b'"bv4"'),
        (b'["c",6,3]', b'["c",9,3]'),
        (b'{"%start@3":[2]}', b'{"%start@3":[0]}'),
        (b'{"%start@3":[2]}', b'{"%start@3":[99]}'),
        (b'{"%start@3":[2]}', b'{"%start@3":[-1]}'),
    ],
)
def test_a_file_that_was_tampered_with_is_no_proof(old: bytes, new: bytes) -> None:
    content = written(Proof(P1, {HEAD: (BOUND,)}))
    assert content.count(old) == 1, content
    read = read_proof_file(content.replace(old, new))
    with pytest.raises(ProofError):
        proof_from_data(read.proofs[0], COUNTER)
