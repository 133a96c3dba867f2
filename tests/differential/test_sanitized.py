"""Random functions: kinds that gcc's sanitizers look at fail in the line that they report first, if they
report any, and nowhere else."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from helpers.agreement import native_or_skip
from helpers.native_batch import MODEL_FLAGS
from helpers.random_undefined import HEAD, KINDS, Sample, sample
from maymust.certificates.c.showing import showing
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Ended, Violated, replay

REPORT = re.compile(r"(t\d+)\.c:(\d+):\d+: runtime error: (.*)")
Size = Callable[..., int]


def reported(samples: Sequence[Sample], kind: str, model: str, folder: Path) -> dict[str, int]:
    """The first line of each function of which the sanitizers say something."""
    first = HEAD.count("\n") + 1
    parts = [HEAD, *[f'#line {first} "{each.name}.c"\n{each.text}' for each in samples]]
    calls = " ".join(f"{each.name}();" for each in samples)
    source, binary = folder / "checks.c", folder / "checks"
    source.write_text("".join([*parts, f'#line 1 "main"\nint main(void) {{ {calls} return 0; }}\n']))
    command = ["gcc", "-w", "-O0", MODEL_FLAGS[model], "-msse2", "-mfpmath=sse", *showing(kind).flags]
    compiled = subprocess.run([*command, "-o", binary, source], capture_output=True, text=True, check=False)
    if compiled.returncode:
        pytest.skip(f"gcc has no sanitizers here: {compiled.stderr[:200]}")
    run = subprocess.run([binary], capture_output=True, text=True, timeout=300, check=True)
    found: dict[str, int] = {}
    for match in map(REPORT.search, run.stderr.splitlines()):
        if match is not None:
            found.setdefault(match[1], int(match[2]))
    return found


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_first_violation_is_where_the_sanitizers_see_it(
    kind: str, model: str, size: Size, tmp_path: Path
) -> None:
    native_or_skip(model)
    rng = random.Random(f"sanitized {kind} {model}")
    samples = [sample(f"t{i}", kind, rng) for i in range(size(40, full=100))]
    native = reported(samples, kind, model, tmp_path)
    violated = clean = 0
    for each in samples:
        text = (HEAD + each.text).encode()
        options = COptions(entry=each.name, data_model=model, properties=frozenset({kind}))
        program = translate(f"{each.name}.c", text, options).program
        end, said = replay(program, []).end, native.get(each.name)
        what = f"{each.text}\ngcc: {said}, maymust: {end}"
        if isinstance(end, Violated):
            assert said == program.property(end.property_id).span.line, what
            violated += 1
        else:
            assert isinstance(end, Ended) and said is None, what
            clean += 1
    assert violated > 5 and clean > 2, (violated, clean)
