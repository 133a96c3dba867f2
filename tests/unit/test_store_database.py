"""The file of the store: several runs at once, sudden ends, damage."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from maymust.store.database import LARGEST_ROW, Entry, Store

if TYPE_CHECKING:
    from pathlib import Path

WRITER = """
import sys
from pathlib import Path
from maymust.store.database import Entry, Store
store = Store(Path(sys.argv[1]), print)
for number in range(int(sys.argv[3])):
    store.add(Entry("k", f"{sys.argv[2]} {number}", "s", "a", b"x" * 500))
    print(number, flush=True)
"""


class Opened:
    def __init__(self, path: Path, most_bytes: int = 10_000_000) -> None:
        self.warnings: list[str] = []
        self.store = Store(path, self.warnings.append, most_bytes)


def entry(key: str, *, scope: str = "s", about: str = "a", body: bytes = b"b") -> Entry:
    return Entry("k", key, scope, about, body)


def works(opened: Opened) -> bool:
    opened.store.add(entry("new"))
    return opened.store.get("k", "new") == entry("new")


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_rows_are_found_by_key_scope_and_name_the_newest_first(tmp_path: Path) -> None:
    opened = Opened(tmp_path / "new" / "folder" / "store")
    store = opened.store
    assert store.get("k", "1") is None
    for key, scope in (("1", "s"), ("2", "s"), ("3", "t")):
        store.add(entry(key, scope=scope))
    assert [e.key for e in store.in_scope("k", "s", 9)] == ["2", "1"]
    assert [e.key for e in store.about("k", "a", 2)] == ["3", "2"]
    assert store.in_scope("another", "s", 9) == []
    store.add(entry("1", body=b"other"))
    assert [e.body for e in store.in_scope("k", "s", 1)] == [b"other"]
    store.drop(entry("1"))
    assert store.get("k", "1") is None
    assert not opened.warnings


def test_rows_outlive_the_process(tmp_path: Path) -> None:
    first = Opened(tmp_path / "store")
    first.store.add(entry("1"))
    first.store.close()
    assert Opened(tmp_path / "store").store.get("k", "1") == entry("1")


def test_what_is_too_large_is_not_kept(tmp_path: Path) -> None:
    store = Opened(tmp_path / "store").store
    store.add(entry("1", body=b"x" * (LARGEST_ROW + 1)))
    assert store.get("k", "1") is None


def test_the_oldest_rows_go_where_there_are_too_many(tmp_path: Path) -> None:
    store = Opened(tmp_path / "store").store
    for number in range(2000):
        store.add(entry(str(number), body=b"x" * 1000))
    store.touch([entry("0")])
    store.close()
    store = Opened(tmp_path / "store", most_bytes=1_500_000).store
    rows, _ = store.contents().kinds["k"]
    assert 0 < rows < 1500
    assert store.get("k", "1999") is not None
    assert store.get("k", "0") is not None
    assert store.get("k", "1") is None


def test_clear_forgets_all(tmp_path: Path) -> None:
    store = Opened(tmp_path / "store").store
    store.add(entry("1"))
    store.add(entry("2"))
    assert store.clear() == 2
    assert store.contents().kinds == {}


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "store"
    running = [writer(path, name, 150) for name in ("a", "b")]
    assert [p.wait() for p in running] == [0, 0]
    opened = Opened(path)
    assert opened.store.contents().kinds["k"][0] == 300
    assert not opened.warnings


def test_a_killed_process_loses_its_last_row_at_most(tmp_path: Path) -> None:
    path = tmp_path / "store"
    process = writer(path, "a", 1_000_000)
    assert process.stdout is not None
    told = -1
    for _ in range(40):
        told = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.wait()
    opened = Opened(path)
    rows, _ = opened.store.contents().kinds["k"]
    assert rows > told
    assert works(opened)
    assert not opened.warnings


@pytest.mark.parametrize("content", [b"int main(void) { }", b"SQLite format 3\0" + b"\7" * 5000, b"\0" * 100])
def test_a_file_that_is_no_store_is_put_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store"
    path.write_bytes(content)
    opened = Opened(path)
    assert works(opened)
    assert len(opened.warnings) == 1 and "renamed" in opened.warnings[0]
    assert (tmp_path / "store.damaged-1").read_bytes() == content


def test_another_database_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "store"
    other = sqlite3.connect(path)
    other.execute("create table entries (important text)")
    other.execute("insert into entries values ('mine')")
    other.commit()
    other.close()
    opened = Opened(path)
    assert works(opened)
    assert len(opened.warnings) == 1
    kept = sqlite3.connect(tmp_path / "store.damaged-1")
    assert kept.execute("select * from entries").fetchall() == [("mine",)]


def test_a_store_that_is_damaged_in_the_middle_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "store"
    first = Opened(path)
    for number in range(300):
        first.store.add(entry(str(number), body=b"x" * 1000))
    first.store.close()
    content = bytearray(path.read_bytes())
    content[4096:-1] = b"\x5a" * (len(content) - 4097)
    path.write_bytes(content)
    opened = Opened(path)
    opened.store.get("k", "7")
    opened.store.contents()
    assert len(opened.warnings) == 1
    again = Opened(path)
    assert works(again)
    assert not again.warnings


def test_rows_of_another_version_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "store"
    first = Opened(path)
    first.store.add(entry("1"))
    first.store.close()
    other = sqlite3.connect(path)
    other.execute("pragma user_version = 999")
    other.close()
    opened = Opened(path)
    assert opened.store.get("k", "1") is None
    assert works(opened)


def test_rows_of_wrong_types_are_none(tmp_path: Path) -> None:
    path = tmp_path / "store"
    first = Opened(path)
    first.store.add(entry("1"))
    first.store.close()
    other = sqlite3.connect(path)
    other.execute("update entries set body = 'text', about = 7")
    other.commit()
    other.close()
    assert Opened(path).store.get("k", "1") is None


@pytest.mark.parametrize("place", ["a file/store", "a folder"])
def test_a_place_that_cannot_be_used_is_told_once(tmp_path: Path, place: str) -> None:
    (tmp_path / "a file").write_text("")
    (tmp_path / "a folder").mkdir()
    opened = Opened(tmp_path / place)
    assert not works(opened)
    assert opened.store.contents().kinds == {}
    assert len(opened.warnings) == 1 and "is not used" in opened.warnings[0]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    folder.chmod(0o500)
    opened = Opened(folder / "store")
    assert not works(opened)
    assert len(opened.warnings) == 1


def test_a_lock_of_another_run_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maymust.store.database._BUSY", 0.01)
    path = tmp_path / "store"
    opened = Opened(path)
    opened.store.add(entry("1"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    opened.store.add(entry("2"))
    opened.store.touch([entry("1")])
    assert opened.store.get("k", "1") == entry("1")
    other.execute("rollback")
    assert works(opened)
    assert not opened.warnings
