"""Runs what recurses deeply on a thread with a large stack and a raised recursion limit."""

from __future__ import annotations

import gc
import os
import sys
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_STACK_SIZES = tuple(megabytes << 20 for megabytes in (1024, 512, 256, 64))
_FRAMES = 100_000
_IN_THIS_THREAD = "LIBCLANG_NOTHREADS"  # else libclang parses on a thread of its own, with a stack of 8 MB

_lock = threading.Lock()
Result = TypeVar("Result")


def run_deep(work: Callable[[], Result]) -> Result:
    """The result of `work()`, which may recurse far deeper than the caller could. Exceptions pass through."""
    results: list[Result] = []
    failures: list[BaseException] = []

    def body() -> None:
        try:
            results.append(work())
        except BaseException as failure:  # noqa: BLE001 - raised again below, in the caller's thread
            failures.append(failure)

    with _lock:
        limit, before, collecting = sys.getrecursionlimit(), os.environ.get(_IN_THIS_THREAD), gc.isenabled()
        gc.disable()  # a tree in the making is no garbage; looking through it takes a quarter of the time
        sys.setrecursionlimit(max(limit, _FRAMES))
        os.environ[_IN_THIS_THREAD] = "1"
        try:
            _start(body).join()
        finally:
            sys.setrecursionlimit(limit)
            if collecting:
                gc.enable()
            if before is None:
                del os.environ[_IN_THIS_THREAD]
            else:
                os.environ[_IN_THIS_THREAD] = before
    if failures:
        raise failures[0]
    return results[0]


def _start(body: Callable[[], None]) -> threading.Thread:
    """A running thread with the largest stack that the machine grants."""
    usual = threading.stack_size()
    try:
        for size in _STACK_SIZES:
            threading.stack_size(size)
            thread = threading.Thread(target=body, name="maymust-c-frontend", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                if size == _STACK_SIZES[-1]:
                    raise
            else:
                return thread
        raise AssertionError("unreachable")
    finally:
        threading.stack_size(usual)
