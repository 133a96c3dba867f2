"""How much memory a process and those that it has started take, as Linux tells it in /proc."""

from __future__ import annotations

import os
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_bytes(pid: int) -> int:
    """What a process and its descendants hold in memory; what they share counts for each of them. 0 where
    there is no such file system. Processes may come and go meanwhile."""
    total = 0
    seen: set[int] = set()
    work = [pid]
    while work:
        process = work.pop()
        if process in seen:
            continue
        seen.add(process)
        total += _resident_bytes(process)
        work += _children(process)
    return total


def _resident_bytes(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0  # it has ended


def _children(pid: int) -> list[int]:
    """Those that any of its threads has started."""
    found: list[int] = []
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    except (OSError, ValueError):
        pass  # it has ended, or the kernel does not tell
    return found
