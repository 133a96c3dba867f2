"""Random small programs: the engines' checked verdicts are those of brute force over all inputs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from helpers.agreement import native_or_skip
from helpers.beside_truth import Compared, verdicts_beside_truth
from helpers.brute_force import Truth, enumerate_natively, for_maymust
from helpers.random_programs import Template, random_template
from maymust.certificates.c.emitted_test import c_test
from maymust.certificates.c.native import confirm_natively
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.verdicts import Fails

CHUNKS = 5
VARIANTS: list[tuple[str, dict[str, str]]] = [
    ("synergy", {}),
    ("synergy", {"search": "forward"}),
    ("dash", {"straight_line": "off"}),
    ("dash", {"search": "forward"}),
    ("dash", {"edge_filter": "none"}),
    ("dash", {"edge_filter": "prover"}),
    ("dash", {"drop_branch_conditions": "off"}),
    ("dash", {"drop_branch_conditions": "off", "control_dependence": "on"}),
    ("dash", {"initial_splits": "branches"}),
    ("dash", {"initial_splits": "everywhere", "control_dependence": "on"}),
    ("dash", {"check_emptiness": "off"}),
    ("dash", {"fresh_inputs": "random", "tidy_inputs": "off"}),
    ("dash", {"steps_after_frontier": "3", "states_per_region": "2"}),
    ("auto", {"deterministic": "on"}),
    ("dash", {"calls": "ask"}),
    ("dash", {"calls": "ask", "straight_line": "off", "search": "forward"}),
    ("smash", {}),
    ("smash", {"not_may_summaries": "off"}),
    ("smash", {"must_summaries": "off", "edge_filter": "none"}),
]
Size = Callable[..., int]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_dash(chunk: int, size: Size) -> None:
    counts = _check(f"dash {chunk}", size(10, full=20), "dash", {}, confirmed=3)
    assert counts["fails"] and counts["holds"], counts
    assert counts["unknown"] < sum(counts.values()) / 2, counts


@pytest.mark.parametrize(("engine", "settings"), VARIANTS, ids=str)
def test_variants(engine: str, settings: dict[str, str], size: Size) -> None:
    counts = _check(f"{engine} {settings}", size(6, full=8), engine, settings, confirmed=0)
    assert counts["fails"] + counts["holds"] > counts["unknown"], counts


def _check(seed: str, count: int, engine: str, settings: Mapping[str, str], confirmed: int) -> Counter[str]:
    """Compares every verdict with the truth. Counts them; `stuck` where there is no verdict to be had."""
    native_or_skip("LP64")
    rng = random.Random(seed)
    templates = [random_template(rng) for _ in range(count)]
    options = CheckOptions(engine=engine, settings=settings, seconds=4, max_iterations=40)
    counts: Counter[str] = Counter()
    for compared in verdicts_beside_truth(seed, templates, options):
        counts[compared.verdict] += 1
        if compared.verdict == "fails" and confirmed:
            confirmed -= 1
            _confirm(compared)
    return counts


def _confirm(compared: Compared) -> None:
    translation, result = compared.translation, compared.result
    assert isinstance(result.verdict, Fails)
    test = c_test(translation.source, translation.program, result.verdict.run, result.property)
    native = confirm_natively(test, "LP64")
    assert native.outcome == "confirmed", f"{native} for {result.property} in {compared.where}\nby\n{test}"


def test_brute_force_itself() -> None:
    """Three programs whose truth can be seen."""
    head = "int [g0] = 0;\nunsigned char [g1];\nint [main](void) {\n"
    loop = head + "while («bit») {\n«head¦1¦[g0]»\n[g0] = ([g0] + 1) & 7;\n}\n%s\n}\n"
    safe = Template(loop % "«assert¦[g0] < 8»;", (), 0)
    unsafe = Template(loop % "«assert¦[g0] != 7»;", (), 0)
    stuck = Template(loop % "«assert¦«divide¦8¦/¦[g0]» > 0»;", (), 0)
    line = for_maymust(unsafe).splitlines().index("assert(g0 != 7);") + 1
    expected = [Truth(frozenset(), False), Truth(frozenset({line}), False), Truth(frozenset(), True)]
    native_or_skip("LP64")
    assert enumerate_natively([safe, unsafe, stuck]) == expected


def test_a_region_that_excludes_its_predicate_as_a_whole() -> None:
    """Without emptiness checks, a region met the same predicate again; found by brute force."""
    text = """
        int g0 = 3; unsigned char g1;
        void assert(int), __VERIFIER_assume(int);
        int step(int p) { if ((p & g0) == 5) p = 2 & p & 1; g0 = g0 & 15; return g0; }
        int main(void) {
            int x = 1;
            while (g1 + x < 5) { if (x + g1 == 3) x = 0; g1 = (g0 ^ x) & 15; g1 = step(g1) & 7; }
            __VERIFIER_assume(!(g1 & 1));
            g1 = (g1 + 1) & 3;
            g1 = step(255) & 7;
            assert(g1);
        }
    """
    program = translate("random.c", text, COptions()).program
    options = CheckOptions("dash", {"check_emptiness": "off"}, max_iterations=12)
    (result,) = check_program(program, options)
    assert not isinstance(result.verdict, Fails)
