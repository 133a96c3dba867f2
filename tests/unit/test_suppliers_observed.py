"""Guesses from states: each family finds what it is for, and nothing that a state contradicts."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence

import pytest

from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import Problem, pose
from maymust.engines.auto.suppliers.base import NOTHING
from maymust.engines.auto.suppliers.observed import (
    AffineFromStates,
    GuardsFromStates,
    ImplicationsFromStates,
    PairsFromStates,
    UnaryFromStates,
)
from maymust.engines.auto.suppliers.observed.affine import affine
from maymust.engines.auto.suppliers.observed.families import FromStates
from maymust.engines.auto.suppliers.observed.guards import guards
from maymust.engines.auto.suppliers.observed.implications import conditional, implications
from maymust.engines.auto.suppliers.observed.pairs import pairs
from maymust.engines.auto.suppliers.observed.relations import integer_relations, modular_relations
from maymust.engines.auto.suppliers.observed.sample import Sample, distinct
from maymust.engines.auto.suppliers.observed.unary import unary
from maymust.engines.auto.trials import Trials
from maymust.engines.slices import Slice
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import InputValue
from maymust.ir.transitions import Transition
from maymust.passes.pipeline import prepare
from maymust.terms import FALSE, Term, bitvec, constant, eq, less, variable
from maymust.terms.evaluate import Layout, evaluate
from maymust.terms.text import term_from_text

FAMILIES: dict[str, Callable[[Sample], Iterable[Term]]] = {
    "unary": unary,
    "pairs": pairs,
    "affine": affine,
    "guards": lambda sample: guards(sample, ()),
    "implications": implications,
    "conditional": lambda sample: conditional(sample, frozenset(), ()),
}
SUPPLIERS = (
    UnaryFromStates, PairsFromStates, AffineFromStates, GuardsFromStates, ImplicationsFromStates,
)  # fmt: skip


def names(count: int, width: int) -> list[Term]:
    return [variable("abcdefghijklmnopqrstuvwxyz"[i], bitvec(width)) for i in range(count)]


def sample_of(
    rows: Iterable[Sequence[int]], width: int = 32, constants: Sequence[int] = (), atoms: Sequence[str] = ()
) -> Sample:
    """Variables `a`, `b`, … have these values, which may be negative."""
    states = [tuple([x & ((1 << width) - 1) for x in row]) for row in rows]
    variables = names(len(states[0]), width)
    return Sample.of(
        Layout(variables), variables, states, tuple(constants), [term(text, width) for text in atoms]
    )


def term(text: str, width: int = 32) -> Term:
    return term_from_text(text, lambda _: bitvec(width))


def held(family: str, sample: Sample) -> list[Term]:
    return sample.holding(distinct(FAMILIES[family](sample), 10_000))


# -- what the families are for ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "rows", "constants", "expected"),
    [
        ("unary", [(7,)], (), "(eq a 7:32)"),
        ("unary", [(1,), (4,), (9,)], (), "(or (eq a 1:32) (eq a 4:32) (eq a 9:32))"),
        ("unary", [(-3,), (5,)], (), "(not (slt a 4294967293:32))"),
        ("unary", [(-3,), (5,)], (), "(not (slt 5:32 a))"),
        ("unary", [(2,), (-3,)], (), "(not (ult a 2:32))"),
        ("unary", [(1,), (7,)], (10,), "(slt a 10:32)"),
        ("unary", [(1,), (7,)], (10,), "(not (slt 10:32 a))"),
        ("unary", [(1,), (11,)], (10,), "(not (slt 11:32 a))"),
        ("unary", [(1,), (9,)], (10,), "(not (slt 11:32 a))"),
        ("unary", [(5,), (7,)], (4,), "(not (slt a 4:32))"),
        ("unary", [(5,), (7,)], (4,), "(not (slt a 3:32))"),
        ("unary", [(5,), (7,)], (20,), "(not (ult 20:32 a))"),
        ("unary", [(5,), (7,)], (6,), "(not (eq a 6:32))"),
        ("unary", [(5,), (7,)], (), "(not (eq a 0:32))"),
        ("unary", [(1,), (3,), (7,)], (), "(eq (band a 1:32) 1:32)"),
        ("unary", [(1,), (7,), (13,)], (), "(eq (urem a 6:32) 1:32)"),
        ("pairs", [(1, 1), (2, 2)], (), "(eq a b)"),
        ("pairs", [(1, 4), (2, 5)], (), "(eq a (add b 4294967293:32))"),
        ("pairs", [(-1, 4), (6, 6)], (), "(not (slt b a))"),
        ("pairs", [(-1, 4), (5, 6)], (), "(slt a b)"),
        ("pairs", [(-1, 4), (9, 6)], (), "(ult b a)"),
        ("pairs", [(1, 4), (9, 6)], (), "(not (slt 3:32 (sub a b)))"),
        ("pairs", [(1, 400), (200, 100)], (1000,), "(slt (add a b) 1000:32)"),
        ("pairs", [(1, 2), (3, 6), (5, 9)], (), "(not (slt (sub (mul a 2:32) b) 0:32))"),
        ("pairs", [(2, 6), (3, 7)], (), "(not (slt (sub (mul a 3:32) b) 0:32))"),
        ("pairs", [(5, 2, 7), (1, 1, 9)], (), "(not (slt 0:32 (sub (add a b) c)))"),
        ("pairs", [(0, 0), (90, 1), (107, 1), (207, 2)], (100,), "(not (slt (add (mul b 100:32) 7:32) a))"),
        ("affine", [(1, 2, 3), (5, 1, 6), (0, 9, 9), (2, 2, 4)], (), "(eq (add a b) c)"),
        ("affine", [(3, 5), (6, 10), (-9, -15)], (), "(eq (mul a 5:32) (mul b 3:32))"),
        ("affine", [(1, 3), (2, 5), (7, 15)], (), "(eq b (add (mul a 2:32) 1:32))"),
    ],
)  # fmt: skip
def test_finds(family: str, rows: list[tuple[int, ...]], constants: Sequence[int], expected: str) -> None:
    found = held(family, sample_of(rows, constants=constants))
    assert term(expected) in found, "\n".join(map(str, found))


def test_parity_of_a_sum() -> None:
    rng = random.Random(3)
    rows = [(x, y, 2 * rng.randrange(-50, 50) + x + y) for x, y in _pairs_of(rng, 40)]
    assert term("(eq (band (add (add a b) c) 1:32) 0:32)") in held("affine", sample_of(rows))


def _pairs_of(rng: random.Random, count: int) -> list[tuple[int, int]]:
    return [(rng.randrange(-99, 99), rng.randrange(-99, 99)) for _ in range(count)]


def test_an_equation_that_wraps_around() -> None:
    rows = [(x & 255, (3 * x + 7) & 255) for x in range(0, 1000, 7)]
    assert term("(eq b (add (mul a 3:8) 7:8))", 8) in held("affine", sample_of(rows, width=8))


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_polynomial_equations(width: int) -> None:
    rng = random.Random(5)
    sums = [(i, rng.randrange(100), i * (i + 1) // 2) for i in range(60)]
    found = held("affine", sample_of(sums, width=width))
    assert term(f"(eq (add (mul a a) a) (mul c 2:{width}))", width) in found, found
    squares = [(i, i * (i + 1) * (2 * i + 1) // 6) for i in range(40)]
    wanted = {v.name for t in held("affine", sample_of(squares, width=width)) for v in t.free}
    assert wanted == {"a", "b"}


def test_no_polynomial_beside_a_linear_equation_or_by_accident() -> None:
    rng = random.Random(6)
    line = [(x, y, x + y) for x, y in _pairs_of(rng, 80)]
    assert held("affine", sample_of(line)) == [term("(eq (add a b) c)")]
    assert held("affine", sample_of(_pairs_of(rng, 80))) == []
    few = [(0, 0), (1, 1), (2, 4), (3, 9)]
    assert not any("(mul a a)" in str(t) for t in held("affine", sample_of(few)))


def test_guards_are_the_programs_atoms_where_they_do_not_vary() -> None:
    atoms = ["(slt a b)", "(eq a 9:32)", "(slt a 3:32)", "(slt 1:32 b)"]
    found = held("guards", sample_of([(1, 2), (4, 5), (2, 3), (0, 1)], atoms=atoms))
    assert term("(slt a b)") in found
    assert term("(not (eq a 9:32))") in found
    assert term("(slt a 3:32)") not in found
    assert term("(or (slt a 3:32) (slt 1:32 b))") in found


def test_guards_of_targets_are_excluded() -> None:
    sample = sample_of([(1, 2), (4, 5)])
    refuted = Transition(0, 1, 2, (term("(eq a 4:32)"),), {}, ())
    inputs = Transition(1, 1, 2, (term("(eq input 4:32)"),), {}, ())
    open_guard = Transition(2, 1, 2, (term("(slt b a)"), term("(eq a 1:32)")), {}, ())
    found = sample.holding(list(guards(sample, [refuted, inputs, open_guard])))
    assert found == [term("(or (not (slt b a)) (not (eq a 1:32)))")]


def test_implications() -> None:
    rows = [(0, 5, k) for k in range(30)] + [(1, k % 2, k) for k in range(10, 60)]
    found = held("implications", sample_of(rows))
    assert term("(or (not (eq a 0:32)) (eq b 5:32))") in found
    assert term("(or (not (eq a 1:32)) (eq b 0:32) (eq b 1:32))") in found
    assert term("(or (not (eq b 5:32)) (eq a 0:32))") in found
    assert term("(or (not (eq a 0:32)) (not (slt 29:32 c)))") in found
    assert term("(or (not (eq a 1:32)) (not (slt c 10:32)))") in found


def test_conditional_guesses() -> None:
    rows = [(k, 2 * k, 3) if k < 50 else (k, k + 50, 7) for k in range(100)]
    sample = sample_of(rows, atoms=["(slt a 50:32)"])
    changing = frozenset(sample.variables)
    found = list(conditional(sample, changing, ()))
    assert term("(or (not (slt a 50:32)) (eq b (mul a 2:32)))") in found
    assert term("(or (slt a 50:32) (eq b (add a 50:32)))") in found
    assert term("(or (slt a 50:32) (eq c 7:32))") in found
    fixed = list(conditional(sample, frozenset(), ()))
    assert fixed and all(len(t.free) > 1 for t in fixed), "what the condition says itself is not repeated"
    known = term("(eq c 7:32)")
    assert term("(or (slt a 50:32) (eq c 7:32))") not in list(conditional(sample, changing, {known}))


# -- nothing wrong, nothing odd --------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1, 8, 16, 32, 64])
@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_held_holds(family: str, width: int, size: Callable[[int], int]) -> None:
    rng = random.Random(width)
    seen = 0
    for number in range(size(6)):
        count = rng.randrange(1, 6)
        spread = rng.choice((2, 9, 1 << width))
        rows = [[rng.randrange(-spread, spread) for _ in range(count)] for _ in range(rng.randrange(1, 80))]
        for row in rows:
            if number % 2 or rng.random() < 0.7:
                row[-1] = row[0] * 2 + row[count // 2] + 3
        variables = names(count, width)
        constants = [rng.randrange(1 << width) for _ in range(3)] + [10, 1000, 1 << 40]
        sample = sample_of(rows, width, constants)
        atoms = [less(a, b, signed=rng.random() < 0.5) for a in variables for b in variables if a is not b]
        atoms += [eq(a, constant(rng.choice(constants), width)) for a in variables]
        sample = Sample.of(
            sample.layout, variables, sample.states, sample.constants, [a for a in atoms if a.free]
        )
        for candidate in held(family, sample):
            assert candidate.value is None
            assert candidate.free <= set(variables)
            for state in sample.states:
                assert evaluate(candidate, dict(zip(variables, state, strict=True))), (candidate, state)
            seen += 1
    assert seen


@pytest.mark.parametrize("family", ["unary", "guards", "implications", "conditional"])
def test_families_without_arithmetic_need_no_check(family: str) -> None:
    rng = random.Random(8)
    rows = [[rng.choice((-1, 0, 1, 5, rng.randrange(1 << 8))) for _ in range(3)] for _ in range(40)]
    sample = sample_of(rows, 8, (5, 200), ["(slt a b)", "(ult b c)", "(eq a 5:8)"])
    guesses = [t for t in distinct(FAMILIES[family](sample), 5000) if not _has_arithmetic(t)]
    assert guesses or family == "implications"
    assert sample.holding(guesses) == guesses


def _has_arithmetic(candidate: Term) -> bool:
    return any(word in str(candidate) for word in ("(add", "(sub", "(mul"))


def test_arithmetic_that_wraps_is_dropped() -> None:
    sample = sample_of([(100, 60), (0, 60), (100, -100)], width=8, constants=(127,))
    wrong = term("(not (slt (add a b) 0:8))", 8)
    assert wrong in list(pairs(sample))  # 100 + 60 is no number of 8 bits
    assert wrong not in held("pairs", sample)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_single_state(family: str) -> None:
    found = held(family, sample_of([(3, 3, -1)], constants=(3,), atoms=["(slt a b)"]))
    assert (term("(eq c 4294967295:32)") in found) == (family == "unary")
    assert (term("(not (slt a b))") in found) == (family == "guards")


def test_a_sample_keeps_what_matters() -> None:
    a, b = names(2, 8)
    flag = variable("flag", bitvec(1))
    states = [(1, 2, 0), (1, 3, 0), (2, 2, 1)]
    atoms = [less(a, b, signed=True), eq(a, constant(1, 8))]
    sample = Sample.of(Layout([a, b, flag]), [a], states, (), atoms)
    assert len(sample.states) == 2
    assert sample.atoms == (atoms[1],)
    assert sample.columns == {a: [1, 2]}


def test_thinning_keeps_extremes() -> None:
    rng = random.Random(9)
    sample = sample_of([(rng.randrange(-999, 999), rng.randrange(-999, 999)) for _ in range(500)])
    thin = sample.thinned(50)
    assert 50 <= len(thin.states) <= 54
    for v in sample.variables:
        assert (min(thin.signed[v]), max(thin.signed[v])) == (min(sample.signed[v]), max(sample.signed[v]))


# -- relations between columns -----------------------------------------------------------------------------


def test_integer_relations_span_the_null_space() -> None:
    rng = random.Random(10)
    for _ in range(50):
        columns, rank = rng.randrange(2, 7), rng.randrange(1, 6)
        base = [[rng.randrange(-9, 10) for _ in range(columns)] for _ in range(rank)]
        rows = [
            [sum(f * vector[i] for f, vector in zip(factors, base, strict=True)) for i in range(columns)]
            for factors in ([rng.randrange(-3, 4) for _ in range(rank)] for _ in range(30))
        ]
        found = integer_relations(rows, columns)
        assert all(sum(x * y for x, y in zip(row, v, strict=True)) == 0 for row in rows for v in found)
        assert len(found) >= columns - rank
        for vector in found:  # echelon form: some column is its own
            assert any(x and not any(w[i] for w in found if w is not vector) for i, x in enumerate(vector))


def test_modular_relations_are_exactly_the_orthogonal_vectors() -> None:
    rng = random.Random(11)
    for _ in range(60):
        width, columns = 3, 3
        rows = [[rng.randrange(8) for _ in range(columns)] for _ in range(rng.randrange(1, 5))]
        found = modular_relations(rows, columns, width)
        generated = {(0,) * columns}
        for bits, vector in found:
            lifted = [x << (width - bits) for x in vector]
            generated = {
                tuple((p + k * q) % 8 for p, q in zip(point, lifted, strict=True))
                for point in generated
                for k in range(8)
            }
        orthogonal = {
            (x, y, z)
            for x in range(8)
            for y in range(8)
            for z in range(8)
            if all((x * row[0] + y * row[1] + z * row[2]) % 8 == 0 for row in rows)
        }
        assert generated == orthogonal


# -- the suppliers -------------------------------------------------------------------------------------------


def problem_of(text: str) -> Problem:
    prelude = "int __VERIFIER_nondet_int(void); void assert(int);\n"
    program = translate("loop.c", prelude + text, COptions()).program
    return pose(prepare(program), program.properties[0].id)


def explored(text: str, tests: int = 60) -> tuple[Problem, Knowledge]:
    """What tests with small inputs show."""
    problem = problem_of(text)
    knowledge = Knowledge(problem)
    trials = Trials(problem, knowledge)
    nodes = list(dict.fromkeys(i.node for found in problem.system.inputs_at.values() for i in found))
    rng = random.Random(12)
    for _ in range(tests):
        trials.run([InputValue(rng.choice(nodes), rng.randrange(40)) for _ in range(50) if nodes], 300)
    return problem, knowledge


def unlimited() -> Slice:
    return Slice(time.monotonic() + 600)


def renamed(problem: Problem, text: str) -> Term:
    """A term over a program's variables by their short names."""
    full = {str(v.name).rsplit("::", 1)[-1]: v for v in problem.system.variables}
    for name, v in full.items():
        text = text.replace(f"{{{name}}}", str(v.name))
    return term_from_text(text, {str(v.name): v.sort for v in full.values()}.__getitem__)


LOOPS = {
    "sum": "int n = __VERIFIER_nondet_int(); int x = n, y = 0;"
    "while (x > 0) { x--; y++; } assert(n < 0 || y == n);",
    "parity": "unsigned n = __VERIFIER_nondet_int(), i = 0; while (i < n) i += 2; assert(i % 2 == 0);",
    "phase": "int s = 0, t = 0; while (__VERIFIER_nondet_int()) { if (s == 0) { s = 1; t = 5; }"
    "else { s = 0; t = 2 * s; } } assert(s == 0 || t == 5);",
    "triangle": "unsigned n = __VERIFIER_nondet_int(), i = 0, s = 0;"
    "while (i < n) { i++; s += i; } assert(2 * s == i * (i + 1));",
    "order": "int n = __VERIFIER_nondet_int(), i = 0; if (n > 0) { while (i < n) i++; assert(i == n); }",
}


@pytest.mark.parametrize(
    ("loop", "supplier", "needed"),
    [
        ("sum", AffineFromStates, "(eq {n} (add {x} {y}))"),
        ("parity", UnaryFromStates, "(eq (band {i} 1:32) 0:32)"),
        ("phase", ImplicationsFromStates, "(or (not (eq {s} 1:32)) (eq {t} 5:32))"),
        ("triangle", AffineFromStates, "(eq (add (mul {i} {i}) {i}) (mul {s} 2:32))"),
        ("order", PairsFromStates, "(not (slt {n} {i}))"),
        ("order", GuardsFromStates, "(or (slt {i} {n}) (eq {n} {i}))"),
    ],
)
def test_what_a_loop_needs(loop: str, supplier: type[FromStates], needed: str) -> None:
    problem, knowledge = explored(f"int main(void) {{ {LOOPS[loop]} }}")
    candidates = supplier().propose(problem, knowledge, unlimited()).candidates
    found = [c for terms in candidates.values() for c in terms]
    assert renamed(problem, needed) in found, "\n".join(map(str, found))


def test_a_place_that_no_test_has_reached_may_be_unreachable() -> None:
    problem = problem_of(f"int main(void) {{ {LOOPS['sum']} }}")
    for supplier in SUPPLIERS:
        proposal = supplier().propose(problem, Knowledge(problem), unlimited())
        expected = dict.fromkeys(problem.cut_points, (FALSE,)) if supplier is UnaryFromStates else {}
        assert proposal.candidates == expected, supplier.name


@pytest.mark.parametrize("build", SUPPLIERS)
def test_suppliers_do_not_repeat_themselves(build: type[FromStates]) -> None:
    loop = "while (x > 0) { x--; y++; s = 1 - s; if (s) t = 5; else t = 2; } assert(x + y + s + t > 0);"
    problem, knowledge = explored(
        f"int main(void) {{ int x = __VERIFIER_nondet_int(), y = 0, s = 0, t = 2; {loop} }}"
    )
    (location,) = problem.cut_points
    supplier = build()
    first = supplier.propose(problem, knowledge, unlimited()).candidates[location]
    assert supplier.propose(problem, knowledge, unlimited()) is NOTHING
    knowledge.facts[location][first[0]] = supplier.name
    assert supplier.propose(problem, knowledge, unlimited()) is NOTHING, "its own fact is no news"
    knowledge.facts[location][renamed(problem, "(eq {x} 123456:32)")] = "another"
    again = supplier.propose(problem, knowledge, unlimited()).candidates[location]
    assert again == first[1:]
    knowledge.observe(location, tuple([1 << 31] * len(problem.system.variables)))
    later = supplier.propose(problem, knowledge, unlimited()).candidates.get(location, ())
    assert later != again


def test_near_misses_weaken_candidates() -> None:
    problem, knowledge = explored("int main(void) { int i = 0; while (i < 10) i++; assert(i == 10); }")
    (location,) = problem.cut_points
    most, more = (renamed(problem, f"(not (slt {bound}:32 {{i}}))") for bound in (10, 11))
    supplier = UnaryFromStates()
    assert most in supplier.propose(problem, knowledge, unlimited()).candidates[location]
    assert supplier.propose(problem, knowledge, unlimited()) is NOTHING
    knowledge.suppose(location, (11,) * len(problem.system.variables))
    weaker = supplier.propose(problem, knowledge, unlimited()).candidates[location]
    assert more in weaker
    assert most not in weaker
    assert supplier.propose(problem, knowledge, unlimited()) is NOTHING


def test_what_is_unreachable_gets_no_candidates() -> None:
    problem, knowledge = explored(f"int main(void) {{ {LOOPS['order']} }}")
    for location in problem.cut_points:
        knowledge.facts[location][FALSE] = "another"
    assert UnaryFromStates().propose(problem, knowledge, unlimited()) is NOTHING


def test_a_slice_that_is_over_is_respected_and_made_good() -> None:
    problem, knowledge = explored(f"int main(void) {{ {LOOPS['order']} }}")
    supplier = PairsFromStates()
    assert supplier.propose(problem, knowledge, Slice(unlimited().deadline, 0.0)) is NOTHING
    work = Slice(unlimited().deadline, 100.0)
    assert supplier.propose(problem, knowledge, work).candidates
    assert work.calls is not None and work.calls < 100.0


@pytest.mark.parametrize("build", SUPPLIERS)
def test_caps(build: type[FromStates]) -> None:
    """Many variables, many states: few candidates, and all of them hold."""
    count = 24
    declared = ", ".join(f"v{i} = {i}" for i in range(count))
    steps = " ".join(f"v{i} += v{(i + 1) % count} > {i * 7} ? {i % 3} : 1;" for i in range(count))
    used = " + ".join(f"v{i}" for i in range(count))
    problem, knowledge = explored(
        f"int main(void) {{ int {declared}; while (__VERIFIER_nondet_int()) {{ {steps} }} assert({used}); }}"
    )
    (location,) = problem.cut_points
    rng = random.Random(13)
    for _ in range(40):
        knowledge.observe(location, tuple([rng.randrange(3) for _ in problem.system.variables]))
    supplier = build()
    found = supplier.propose(problem, knowledge, unlimited()).candidates.get(location, ())
    assert len(found) == len(set(found)) <= supplier.most
    assert found or build in (AffineFromStates, GuardsFromStates)
    for state in knowledge.states(location):
        assert all(problem.layout.function(c)(state) for c in found)
