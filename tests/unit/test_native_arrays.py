"""Native tests of systems with arrays and with wide terms: they do what a machine in Python does."""

from __future__ import annotations

import random

import pytest

from helpers.native_tests import (
    compare_with_machine,
    compiler_needed,
    library_of,
    looping,
    problem_of,
    propose,
)
from helpers.terms import BINARY, TermMaker, raw
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.suppliers.native import NativeTests
from maymust.engines.auto.suppliers.native.array_runtime import SHOWN
from maymust.engines.auto.suppliers.native.compiler import CompilationFailed
from maymust.engines.auto.suppliers.native.program import beyond_c
from maymust.engines.auto.suppliers.native.reads import DirectReads
from maymust.engines.auto.trials import Trials
from maymust.ir.transitions import Input
from maymust.terms import (
    TRUE,
    ArraySort,
    ArrayValue,
    Term,
    add,
    array_sort,
    bitvec,
    concat,
    constant,
    eq,
    fill,
    ite,
    make,
    negation,
    postorder,
    resize,
    select,
    store,
    variable,
)
from maymust.terms import operators as ops

SORTS = (array_sort(32, 8), array_sort(8, 32), array_sort(64, 64), array_sort(96, 32), array_sort(32, 1))
INDEX = bitvec(32)
AT, X, Y = variable("i", INDEX), variable("?x", INDEX), variable("?y", INDEX)
M, N = variable("m", array_sort(32, 32)), variable("n", array_sort(32, 32))


ONE = constant(1, 32)


def number(value: int) -> Term:
    return constant(value, 32)


def comparing_elements(term: Term) -> Term:
    """The term with comparisons of single elements in place of those of arrays."""
    new: dict[Term, Term] = {}
    for part in postorder((term,)):
        arguments = tuple([new[argument] for argument in part.args])
        if part.op is None:
            new[part] = part
        elif part.op is ops.EQ and isinstance(part.args[0].sort, ArraySort):
            at = constant(1, part.args[0].sort.index)
            new[part] = eq(select(arguments[0], at), select(arguments[1], at))
        else:
            new[part] = make(part.op, arguments, part.indices)
    return new[term]


@compiler_needed
@pytest.mark.parametrize("sort", SORTS, ids=str)
def test_random_updates_run_natively_as_in_python(sort: ArraySort) -> None:
    rng = random.Random(f"arrays {sort}")
    widths = tuple(sorted({1, sort.element, sort.index}))
    for _ in range(4):
        numbers = [variable(f"v{w}", bitvec(w)) for w in widths]
        arrays = [variable(f"a{k}", sort) for k in range(3)]
        reads = [variable(f"?{w}", bitvec(w)) for w in widths] + [variable("?a", sort)]
        inputs = tuple(Input(read, f"n{position}") for position, read in enumerate(reads))
        maker = TermMaker(rng, [*numbers, *arrays, *reads], widths)
        updates = {name: comparing_elements(maker.term(name.width, 5)) for name in numbers}
        updates |= {name: comparing_elements(maker.term(sort, 6)) for name in arrays}
        problem = looping(updates, inputs, comparing_elements(maker.term(0, 4)))
        assert beyond_c(problem.system) is None
        compare_with_machine(problem, tests=20, limit=5)
        compare_with_machine(problem, tests=10, limit=60, all_states=False)


@compiler_needed
@pytest.mark.parametrize(
    "updates",
    [
        {M: store(store(M, AT, select(M, X)), X, select(M, AT)), N: store(N, X, AT)},
        {M: N, N: M},
        {M: store(N, X, Y), N: store(M, Y, select(N, X))},
        {M: ite(eq(X, Y), store(M, X, AT), M), N: ite(eq(select(M, X), AT), M, store(fill(Y, 32), X, AT))},
        {
            M: ite(
                eq(X, number(1)), store(ite(eq(Y, number(1)), M, N), X, AT), ite(eq(Y, X), N, store(M, AT, X))
            )
        },
        {M: fill(X, 32), N: store(M, X, Y)},
        {M: store(M, AT, Y), N: N},
    ],
    ids=["swap of elements", "swap", "exchange", "choice", "choices", "fill", "itself"],
)
def test_updates_are_simultaneous(updates: dict[Term, Term]) -> None:
    updates = {M: M, N: N, **updates, AT: add(AT, number(1))}
    seen = eq(select(M, X), select(N, Y))
    problem = looping(
        updates, (Input(X, "x"), Input(Y, "y")), negation(make(ops.AND, (seen, eq(X, number(7)))))
    )
    assert compare_with_machine(problem, tests=60, limit=20) > 3


@compiler_needed
def test_many_choices_stay_small() -> None:
    """Each one is between two arrays that have the ones before in common."""
    array: Term = M
    for position in range(60):
        array = ite(eq(select(N, number(position)), X), store(array, add(AT, number(position)), Y), array)
    read = select(array, Y)
    updates = {M: array, N: store(N, AT, read), AT: add(AT, number(1))}
    problem = looping(updates, (Input(X, "x"), Input(Y, "y")), negation(eq(read, number(3))))
    compare_with_machine(problem, tests=20, limit=20, all_states=False)


@compiler_needed
@pytest.mark.parametrize("shift", [0, 12, 24, 31])
def test_many_elements_near_and_far(shift: int) -> None:
    """At indices that are small, large, or both; every one of the 3000 is read again."""
    wide = concat(make(ops.SHL, (AT, number(shift))), resize(AT, 64, signed=False))
    far = variable("far", array_sort(96, 32))
    last = make(ops.UREM, (make(ops.MUL, (AT, number(7))), number(3000)))
    updates = {
        far: store(far, wide, add(select(far, wide), add(AT, number(1)))),
        M: store(M, make(ops.MUL, (last, number(1 << shift))), last),
        AT: ite(eq(AT, number(2999)), number(0), add(AT, number(1))),
    }
    going = make(ops.ULT, (select(far, wide), number(5000)))
    problem = looping(updates, (), going)
    assert compare_with_machine(problem, tests=1, limit=20_000, all_states=False) == 1


@compiler_needed
def test_a_test_ends_where_memory_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maymust.engines.auto.suppliers.native.program.BYTES_FAR", 100_000)
    at = add(AT, number(1 << 30))
    problem = looping({M: store(M, at, AT), AT: add(AT, number(1))}, (), negation(eq(AT, number(100_000))))
    library, places = library_of(problem)
    for _ in range(2):
        found = library.search(0, 1, 1_000_000, 1_000_001, [True] * len(places.targets))
        assert found.target is None
        assert 1000 < found.steps < 10_000


@compiler_needed
def test_large_arrays_are_not_shown() -> None:
    problem = looping(
        {M: store(M, AT, AT), AT: add(AT, number(1))}, (), negation(eq(select(M, AT), number(1)))
    )
    library, places = library_of(problem)
    _, _, (states,) = library.sample(0, 1, 500, 501, 1000)
    sizes = [len(state[0]) for state in states if isinstance(state[0], ArrayValue)]
    assert len(sizes) == len(states)
    assert max(sizes) in (SHOWN - 1, SHOWN)  # zero is at its place from the beginning
    assert places.live == ((0, 1),)


@compiler_needed
@pytest.mark.parametrize("width", [65, 96, 127, 128])
def test_wide_operators_run_natively_as_in_python(width: int) -> None:
    x, y = variable("?x", bitvec(64)), variable("?y", bitvec(64))
    a, b = (make(ops.SEXT, (v,), (width,)) for v in (x, y))
    c = concat(make(ops.EXTRACT, (x,), (width - 65, 0)), y)
    terms = [raw(op, pair) for op in BINARY for pair in ((a, b), (c, a), (b, c))]
    terms += [raw(ops.ITE, (raw(op, (c, b)), a, c)) for op in (ops.EQ, ops.ULT, ops.SLT)]
    terms += [raw(ops.EXTRACT, (c,), (width - 1, width - 40)), raw(ops.EXTRACT, (c,), (width - 2, 0))]
    terms += [raw(ops.ZEXT, (x,), (width,)), raw(ops.ADD, (c, constant(-3, width)))]
    updates = {variable(f"v{i}", term.sort): term for i, term in enumerate(terms)}
    problem = looping(updates, (Input(x, "x"), Input(y, "y")), negation(eq(x, constant(1, 64))))
    assert compare_with_machine(problem, tests=60, limit=30) > 5


@compiler_needed
def test_wide_inputs_and_variables() -> None:
    v, w, x = (variable(name, bitvec(100)) for name in ("v", "w", "?x"))
    updates = {v: add(w, x), w: make(ops.MUL, (add(v, constant(1, 100)), constant(1 << 40 | 1, 100)))}
    problem = looping(updates, (Input(x, "x"),), negation(eq(x, constant(1, 100))))
    assert compare_with_machine(problem, tests=60, limit=30) > 5


def test_what_is_refused() -> None:
    def obstacle(term: Term) -> str | None:
        return beyond_c(looping({name: name for name in sorted(term.free)}, (), term).system)

    broad = variable("broad", array_sort(32, 65))
    assert obstacle(eq(M, N)) == "comparisons of arrays"
    assert obstacle(eq(select(broad, AT), constant(3, 65))) == "arrays of wide elements"
    assert obstacle(eq(make(ops.ZEXT, (X,), (200,)), constant(7, 200))) in (
        None,
        "terms of more than 128 bits",
    )
    assert obstacle(TRUE) is None


def test_too_many_cases_of_reads() -> None:
    array: Term = M
    for position in range(300):
        array = store(array, variable(f"at{position}", INDEX), number(position))
    terms = [select(array, variable(f"read{position}", INDEX)) for position in range(300)]
    with pytest.raises(CompilationFailed, match="too many reads"):
        DirectReads().direct(terms)
    assert len(DirectReads().direct(terms[:3])) == 3


PROGRAMS = {
    "an uninitialised array": """int main(void) { int a[1000], i;
        for (i = 1; i < 1000; i++) if (a[i] > a[i - 1]) break;
        assert(i == 1000); }""",
    "a matrix": """int a[30][30];
        int main(void) { int i, j;
            for (i = 0; i < 30; i++) for (j = 0; j < 30; j++) a[i][j] = i * j;
            assert(a[29][28] != 812); }""",
    "a list": """struct node { int value; struct node *next; };
        int main(void) { struct node *list = 0; int i, sum = 0;
            for (i = 0; i < 200; i++) {
                struct node *n = malloc(sizeof *n);
                if (!n) return 0;
                n->value = i; n->next = list; list = n; }
            while (list) { sum += list->value; list = list->next; }
            assert(sum != 19900); }""",
}


@compiler_needed
@pytest.mark.parametrize("name", PROGRAMS)
def test_finds_bugs(name: str) -> None:
    prelude = "void *malloc(unsigned long); void assert(int);"
    problem = problem_of(prelude + PROGRAMS[name])
    proposal = propose(NativeTests(), problem)
    assert "Python" not in proposal.note
    trials = Trials(problem, Knowledge(problem))
    assert trials.run(proposal.tests[0], 1_000_000).end in problem.system.errors
