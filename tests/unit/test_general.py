"""Facts about every value of something: their instances, and how proofs use them."""

from __future__ import annotations

import math
import random

import pytest

from maymust.certificates.check_proof import Accepted, Unchecked, check_proof
from maymust.certificates.proof import Proof
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Assign
from maymust.solvers import new_solver
from maymust.terms import (
    Term,
    Value,
    add,
    array_sort,
    array_value,
    bitvec,
    concat,
    constant,
    eq,
    implies,
    less,
    make,
    ne,
    select,
    store,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate
from maymust.terms.general import any_value, general_variables, instances, is_general, split_general

A, B = (variable(name, array_sort(8, 8)) for name in "AB")
I, J = (variable(name, bitvec(8)) for name in "ij")  # noqa: E741
K = any_value("k", 8)


def number(value: int) -> Term:
    return constant(value, 8)


def times(term: Term, factor: int) -> Term:
    return make(ops.MUL, (term, number(factor)))


def test_what_is_general() -> None:
    fact = less(select(A, K), I, signed=False)
    assert is_general(fact)
    assert general_variables(fact) == [K]
    assert not is_general(less(I, J, signed=False))
    assert split_general([fact, eq(I, J)]) == ([eq(I, J)], [fact])


@pytest.mark.parametrize(
    ("index", "about", "expected"),
    [
        (K, select(A, I), select(A, I)),
        (K, select(store(A, J, I), I), select(A, I)),
        (add(K, number(1)), select(A, I), select(A, I)),
        (add(K, J), select(A, I), select(A, I)),
        (times(K, 4), select(A, times(I, 4)), select(A, times(I, 4))),
        (times(K, 4), select(A, number(12)), select(A, number(12))),
    ],
)  # fmt: skip
def test_instances_speak_of_the_elements_in_question(index: Term, about: Term, expected: Term) -> None:
    fact = ne(select(A, index), number(9))
    found = instances([fact], [eq(about, number(3))])
    assert ne(expected, number(9)) in found
    assert set(found.values()) == {fact}


def test_an_index_of_two_parts() -> None:
    memory = variable("M", array_sort(16, 8))
    fact = ne(select(memory, concat(K, number(0))), number(9))
    question = eq(select(memory, concat(I, number(0))), number(9))
    assert ne(select(memory, concat(I, number(0))), number(9)) in instances([fact], [question])


def test_other_arrays_do_not_matter() -> None:
    assert not instances([ne(select(A, K), number(9))], [eq(select(B, I), J)])


def test_instances_of_instances() -> None:
    fact = eq(select(A, K), select(B, add(K, number(1))))
    other = ne(select(B, K), number(0))
    found = instances([fact, other], [eq(select(A, I), J)])
    assert ne(select(B, add(I, number(1))), number(0)) in found


def test_instances_follow() -> None:
    """In every state in which a fact holds of all values, its instances hold."""
    rng = random.Random(1)
    facts = [
        less(select(A, K), number(5), signed=False),
        implies(less(K, I, signed=False), eq(select(A, K), select(B, K))),
        eq(select(A, add(K, number(2))), add(select(B, K), I)),
    ]
    abouts = [
        eq(select(store(A, I, J), J), number(1)),
        less(select(B, add(I, J)), select(A, I), signed=False),
    ]
    seen = 0
    for _ in range(300):
        state: dict[Term, Value] = {
            v: array_value(8, rng.randrange(3), [(rng.randrange(8), rng.randrange(3)) for _ in range(2)])
            for v in (A, B)
        }
        state |= {I: rng.randrange(4), J: rng.randrange(6)}
        for fact in facts:
            if all(evaluate(fact, {**state, K: value}) for value in range(256)):
                seen += 1
                for instance in instances([fact], abouts):
                    assert evaluate(instance, state), (fact, instance)
    assert seen > 20


PROGRAM = """
void reach_error(void);
int a[100];
void f(void) {
    int i;
    for (i = 0; i < 100; i++) a[i] = 7;
    for (i = 0; i < 100; i++) if (a[i] != 7) reach_error();
}
"""


def test_a_proof_with_a_general_invariant() -> None:
    accepted = _check(7, 100)
    assert isinstance(accepted, Accepted), accepted


@pytest.mark.parametrize(("value", "end"), [(8, 100), (7, 101)])
def test_a_wrong_general_invariant_is_not_accepted(value: int, end: int) -> None:
    assert isinstance(_check(value, end), Unchecked)


def _check(value: int, end: int) -> object:
    program = translate("t.c", PROGRAM, COptions(entry="f")).program
    call = next(e for e in program.procedures["%start"].edges if type(e.statement).__name__ == "Call")
    first, second = [
        e.target
        for e in program.procedures["f"].edges
        if isinstance(e.statement, Assign) and str(e.statement.value) == "(add f::i 1:32)"
    ]
    context = f"{call.source}/"
    variables = {v.name: v.term for v in (*program.globals, *program.procedures["f"].locals)}
    array = variables["a[]"]
    i = variable(f"{context}f::i", bitvec(32))
    k = any_value("k", 32)
    seven = eq(select(array, k), constant(value, 32))
    bounds = (less(constant(-1, 32), i, signed=True), less(i, constant(101, 32), signed=True))
    so_far = implies(less(k, i, signed=False), seven)
    everywhere = implies(less(k, constant(end, 32), signed=False), seven)
    proof = Proof(
        program.properties[0],
        {f"{context}f@{first}": (*bounds, so_far), f"{context}f@{second}": (*bounds, everywhere)},
    )
    return check_proof(program, proof, [new_solver("bitwuzla"), new_solver("z3")], math.inf)
