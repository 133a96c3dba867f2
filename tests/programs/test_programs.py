"""Programs beside their expected verdicts (`x.c` and `x.yml`, SV-COMP's task format).

Every FAILS is replayed and, where there is a C compiler, compiled and run; every HOLDS is re-checked from
its saved form. Under `maymust:`, `engine` names the engine that a program needs, and `decided_by` the party
of that engine that decides all its properties, `parties` those that would only take time before it does,
or `alone` the only ones that work at it, so that what others would try first costs nothing here;
`property` says what `--property` does, and `rule` what `--rule` does: a name, or a file beside the program.
`native` is what comes of the native run, if it does not confirm the violation.
`SECONDS` is far more than any program needs on a busy machine.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from helpers.native_runs import can_show
from maymust.certificates.c.emitted_test import exported
from maymust.certificates.c.native import confirm_natively
from maymust.certificates.check_proof import Accepted
from maymust.certificates.proof import ProofData, proof_from_data, proof_to_data
from maymust.checking import CheckOptions, certify, check_program
from maymust.cli.properties import selected
from maymust.engines.auto.options import PROVERS
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.frontends.c import COptions, translate
from maymust.frontends.slic.library import load
from maymust.verdicts import Fails, Holds, Unknown

ROOT = Path(__file__).parent
TASKS = sorted(ROOT.glob("**/*.yml"))
SECONDS = 200.0
NAMES = {Holds: "HOLDS", Fails: "FAILS", Unknown: "UNKNOWN"}


@pytest.mark.parametrize("task", TASKS, ids=lambda path: str(path.relative_to(ROOT).with_suffix("")))
def test_program(task: Path) -> None:
    description = yaml.safe_load(task.read_text())
    extra, model = description["maymust"], description["options"]["data_model"]
    deciders = extra.get("decided_by")
    if deciders and "native" in deciders and not shutil.which("gcc"):
        pytest.skip("needs a C compiler")
    source = task.parent / description["input_files"]
    named = extra.get("rule")
    beside = task.parent / str(named)
    rules = (load(str(beside) if beside.exists() else named),) if named else ()
    asked = selected([extra["property"]] if "property" in extra else None, with_rules=bool(named))
    options = COptions(
        entry=extra.get("entry"),
        data_model=model,
        properties=asked,
        rules=rules,
        assume_separate=extra.get("assume_separate", False),
    )
    translation = translate(str(source), None, options)
    program = translation.program
    settings = {"deterministic": "on", "parties": _parties(extra)} if deciders else {}
    results = list(check_program(program, CheckOptions(seconds=SECONDS, settings=settings)))
    assert [NAMES[type(r.verdict)] for r in results] == extra["verdicts"]
    if deciders:
        assert [result.statistics.decided_by for result in results] == deciders
    for result in results:
        match result.verdict:
            case Holds(proof):
                saved = msgspec.json.encode(proof_to_data(proof))
                again = proof_from_data(msgspec.json.decode(saved, type=ProofData), program)
                assert isinstance(certify(program, again, time.monotonic() + SECONDS), Accepted)
            case Fails(run):
                kind = result.property.kind
                if can_show(kind, model):
                    test = exported(translation.source, program, run, result.property)
                    native = confirm_natively(test.text, model, [source.parent], kind, test.fault)
                    assert native.outcome == extra.get("native", "confirmed"), native.detail
            case Unknown(reason):
                assert extra["reason"] in reason


def _parties(extra: dict[str, Any]) -> str:
    if "alone" in extra:
        return ",".join(f"{name}=off" for name in [*SUPPLIERS, *PROVERS] if name not in extra["alone"])
    return str(extra.get("parties", ""))


def test_there_are_enough_of_each_kind() -> None:
    verdicts = [v for task in TASKS for v in yaml.safe_load(task.read_text())["maymust"]["verdicts"]]
    assert verdicts.count("HOLDS") >= 100
    assert verdicts.count("FAILS") >= 50
    assert verdicts.count("UNKNOWN") >= 4
