"""The store as a user sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from helpers.command import maymust

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """#include <assert.h>
int twice(int x) { return 2 * (x & 7); }
int main(int argc) { int y = twice(argc); assert(y <= 14); assert(y != 6); return 0; }
"""


def source(folder: Path) -> Path:
    file = folder / "p.c"
    file.write_text(TEXT)
    return file


def test_a_second_run_says_what_came_from_the_store(tmp_path: Path) -> None:
    file, store = source(tmp_path), tmp_path / "store"
    first = maymust("check", file, "--store", store, "--profile")
    assert first.code == 1
    assert "from the store" not in first.out
    second = maymust("check", file, "--store", store, "--profile")
    assert second.code == 1
    assert second.out.count("; from the store") == 2
    assert "0 prover calls" in second.out and "2 of 2 from the store" in second.out
    report = json.loads(maymust("check", file, "--store", store, "--json").out)
    (view,) = report["files"]
    assert [p["from_store"] for p in view["properties"]] == [True, True]
    assert [p["verdict"] for p in view["properties"]] == ["HOLDS", "FAILS"]
    assert view["prover_calls"] == 0
    assert view["properties"][1]["test"]


def test_off_means_off(tmp_path: Path) -> None:
    file, store = source(tmp_path), tmp_path / "store"
    maymust("check", file, "--store", store)
    assert "from the store" not in maymust("check", file, "--store", "off").out
    assert "from the store" not in maymust("check", file).out  # tests set MAYMUST_STORE=off


def test_the_default_place_is_in_the_cache_folder(tmp_path: Path) -> None:
    file, cache = source(tmp_path), tmp_path / "cache"
    environment = {k: v for k, v in os.environ.items() if k != "MAYMUST_STORE"}
    environment |= {"XDG_CACHE_HOME": str(cache)}

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "maymust.cli.main", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        return done.stdout + done.stderr

    run("check", str(file), "--deterministic")
    assert not cache.exists()
    run("check", str(file))
    assert (cache / "maymust" / "store-1.sqlite").is_file()
    assert "verdict" in run("store", "show")
    assert "entries are gone" in run("store", "clear")
    assert "verdict" not in run("store", "show")


def test_show_and_clear_of_nothing(tmp_path: Path) -> None:
    store = tmp_path / "store"
    assert "nothing is kept" in maymust("store", "show", "--store", store).out
    assert "nothing is kept" in maymust("store", "clear", "--store", store).out
    assert "no store is used" in maymust("store", "show").out
    assert not store.exists()


def test_a_damaged_store_is_a_warning(tmp_path: Path) -> None:
    file, store = source(tmp_path), tmp_path / "store"
    store.write_text("this is no store")
    run = maymust("check", file, "--store", store)
    assert run.code == 1
    assert "warning: the store" in run.err and "renamed" in run.err
    assert maymust("check", file, "--store", store).out.count("from the store") == 2
    warned = json.loads(maymust("check", file, "--store", file.parent, "--json").out)
    assert any("is not used" in d["message"] for d in warned["files"][0]["diagnostics"])


def test_a_source_file_is_no_store(tmp_path: Path) -> None:
    file = source(tmp_path)
    run = maymust("check", file, "--store", file)
    assert run.code == 2
    assert file.read_text() == TEXT
