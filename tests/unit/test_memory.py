"""The memory of a process is counted with that of its descendants."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from maymust.cli.memory import resident_bytes

pytestmark = pytest.mark.skipif(
    not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(),
    reason="this system does not tell of a process's children",
)
MEGABYTE = 1_000_000
HOLDER = "import sys; held = b'x' * {size}; print('there', flush=True); sys.stdin.read()"
STARTER = """
import subprocess, sys, threading
def start():
    global child
    child = subprocess.Popen([sys.executable, "-c", {holder!r}], stdin=subprocess.PIPE)
thread = threading.Thread(target=start)
thread.start()
thread.join()
sys.stdin.read()
child.stdin.close()
child.wait()
"""


def test_descendants_count() -> None:
    """A process that holds little, and a child that holds much."""
    holder = HOLDER.format(size=200 * MEGABYTE)
    process = subprocess.Popen(
        [sys.executable, "-c", STARTER.format(holder=holder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin and process.stdout
    try:
        assert process.stdout.readline() == b"there\n"
        alone = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        assert alone < 100 * MEGABYTE
        assert resident_bytes(process.pid) > 200 * MEGABYTE
        assert resident_bytes(os.getpid()) > resident_bytes(process.pid)
    finally:
        process.stdin.close()
        process.wait()


def test_a_process_that_has_ended_holds_nothing() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert resident_bytes(process.pid) == 0
