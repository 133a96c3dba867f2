"""Random programs about memory: what the IR of them computes is what gcc's code does, bit for bit."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

from helpers.agreement import native_or_skip
from helpers.memory_runs import memory_outcomes, native_outcomes
from helpers.random_functions import Case
from helpers.random_memory import memory_case

CHUNKS = [("LP64", chunk) for chunk in range(2)] + [("ILP32", chunk) for chunk in range(2)]
PROGRAMS = 8  # in a chunk, compiled together
MOST_UNMODELLED = 0.3
EXPECTED = (
    "agreed",
    "access of memory that is not there",  # bytes behind an array that an object begins with
    "to which pointers may be kept, lives again",  # kept for as long as the function runs, the analysis says
    "part of a pointer is overwritten",  # by something shorter, which is all that is read later
    "bits of a NaN",  # in memory that holds floats at one time, and something else at another
    "address as other data",  # copied byte by byte, where it is not seen that these are pointers
)
"""How runs may end. The programs are well-defined; the analysis of pointers is too coarse for some."""
CONSTRUCTS = (
    r"k = \d; w\d+->u\.|\.k = \d;",  # a variant is set
    r"switch \(w\d+",  # … used
    r"union t_R\du u\d+ = ",  # its union is a variable
    r"_same\(u\d+|_move\(&?u\d+",  # … given to a function
    r"union t_R\du \{.* t_fp c",  # holds a function's address
    r"= t_(same|pick)\(",
    r"void \*m\d+ = t_(get|zero)\(",
    r"void \*m\d+ = t_take\(",
    r"void \*v\d+\[\]|t_push\(v",
    r't_all\("[iwdsp]',
    r"t_set\(\d",
    r" sn?printf\(s\d",
    r"\(unsigned long long\)q|__UINTPTR_TYPE__",
    r"\*\((const )?(short|unsigned|unsigned long long) \*\)(\(s\d|\")",
)
"""What is in many of them: unions with pointers, `void *`, variadic functions, text in memory."""
Size = Callable[..., int]


@pytest.mark.parametrize(("model", "chunk"), CHUNKS)
def test_programs(model: str, chunk: int, size: Size) -> None:
    native_or_skip(model)
    rng = random.Random(f"memory {model} {chunk}")
    counts: Counter[str] = Counter()
    for _ in range(size(PROGRAMS, full=12) // PROGRAMS):
        counts += _compare([memory_case(f"t{i}", rng, model) for i in range(PROGRAMS)], model)
    assert all(end.endswith(EXPECTED) for end in counts), counts
    assert counts["agreed"] > (1 - MOST_UNMODELLED) * counts.total(), counts


def _compare(cases: list[Case], model: str) -> Counter[str]:
    """How many runs agree, and where others get stuck."""
    native = native_outcomes(cases, model)
    counts: Counter[str] = Counter()
    for case in cases:
        try:
            outcomes = memory_outcomes(case, model)
        except Exception as error:
            raise AssertionError(f"{error!r} on {case.name} in {model}:\n{case.program}") from error
        for number, ours in enumerate(outcomes):
            theirs = native[case.name, number]
            where = f"{case.name}{case.rows[number]} in {model}:\n{case.program}"
            assert theirs is not None, f"a generator's defect: gcc's program stops in {where}"
            assert isinstance(ours, str) or ours == theirs, f"interp: {ours}, gcc: {theirs} in {where}"
            counts[ours if isinstance(ours, str) else "agreed"] += 1
    return counts


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_the_programs_are_well_defined(model: str) -> None:
    """They compute the same when gcc looks for undefined behaviour, and when it optimises."""
    native_or_skip(model)
    rng = random.Random(f"defined {model}")
    cases = [memory_case(f"t{i}", rng, model) for i in range(12)]
    expected = native_outcomes(cases, model)
    assert native_outcomes(cases, model, "-O1") == expected
    checked = "-fsanitize=undefined", "-fno-sanitize=alignment", "-fsanitize-undefined-trap-on-error"
    assert native_outcomes(cases, model, *checked) == expected


def test_what_the_programs_are_about() -> None:
    rng = random.Random("about")
    texts = [memory_case("t", rng, "LP64").text for _ in range(60)]
    for construct in CONSTRUCTS:
        assert sum(re.search(construct, text) is not None for text in texts) >= 5, construct


def test_a_wrong_value_is_noticed() -> None:
    native_or_skip("LP64")
    case = memory_case("t", random.Random(6), "LP64")
    assert not any(isinstance(ours, str) for ours in memory_outcomes(case, "LP64"))
    other = Case(
        "t", case.text.replace("t_h * 31", "t_h * 29"), case.parameters, case.results, case.rows, True
    )
    assert memory_outcomes(case, "LP64") != memory_outcomes(other, "LP64")
