"""The rows of the store, in SQLite.

A row is committed by itself, so a killed run loses the last one at most. The journal is a write-ahead log:
several runs may read and write at once. What is not a store, or is damaged, is put aside and begun anew; what
cannot be written is not used. Either is told once, and is never an error: a store only saves time.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from maymust.frozen import frozen

SCHEMA = 1  # of the rows; others are forgotten
MOST_BYTES = 256_000_000
LARGEST_ROW = 8_000_000  # bytes
_OURS = 0x6D61796D  # SQLite's application id
_BUSY = 5.0  # seconds to wait for another run
_KEPT = 0.75  # of what is allowed, once that is exceeded
_AT_ONCE = 500  # rows that are forgotten in one transaction
_TABLE = """
create table if not exists entries (
    kind text not null, key text not null, scope text not null, about text not null,
    body blob not null, used integer not null, primary key (kind, key));
create index if not exists by_scope on entries (kind, scope);
create index if not exists by_about on entries (kind, about);
create index if not exists by_use on entries (used);
"""

Read = TypeVar("Read")


@frozen
class Entry:
    """A row. `key` names it among its kind; `scope` is what it was found for, by content, and `about` by
    name."""

    kind: str
    key: str
    scope: str
    about: str
    body: bytes


@frozen
class Contents:
    """What a store has in it: rows and bytes by kind, and the bytes of its file."""

    kinds: dict[str, tuple[int, int]]
    bytes: int


class StoreError(Exception):
    """The store cannot be used; the message says why."""


class Store:
    """Opens the file when it is first asked. Then nothing raises: what goes wrong is told to `warn`, and if
    it is more than another run's lock, the store is empty from then on. It belongs to the process that has
    opened it."""

    def __init__(self, path: Path, warn: Callable[[str], None], most_bytes: int = MOST_BYTES) -> None:
        self.path = path
        self._warn = warn
        self._most_bytes = most_bytes
        self._connection: sqlite3.Connection | None = None
        self._unusable = False
        self._process = os.getpid()

    def add(self, entry: Entry) -> None:
        """Keeps a row, in the place of one with its kind and key."""
        if len(entry.body) > LARGEST_ROW:
            return

        def write(connection: sqlite3.Connection) -> None:
            row = (entry.kind, entry.key, entry.scope, entry.about, entry.body, _now())
            connection.execute("insert or replace into entries values (?, ?, ?, ?, ?, ?)", row)

        self._do(write, None)

    def get(self, kind: str, key: str) -> Entry | None:
        """The row with this key."""
        found = self._select("key", kind, key, 1)
        return found[0] if found else None

    def in_scope(self, kind: str, scope: str, most: int) -> list[Entry]:
        """The rows that were found for this, the newest first."""
        return self._select("scope", kind, scope, most)

    def about(self, kind: str, about: str, most: int) -> list[Entry]:
        """The rows that were found for something of this name, the newest first."""
        return self._select("about", kind, about, most)

    def touch(self, entries: Sequence[Entry]) -> None:
        """Makes rows new, so that they are kept longer."""

        def write(connection: sqlite3.Connection) -> None:
            rows = [(_now(), entry.kind, entry.key) for entry in entries]
            connection.execute("begin immediate")
            connection.executemany("update entries set used = ? where kind = ? and key = ?", rows)
            connection.execute("commit")

        self._do(write, None)

    def drop(self, entry: Entry) -> None:
        """Forgets a row that has turned out to be wrong."""
        self._do(
            lambda c: c.execute("delete from entries where kind = ? and key = ?", (entry.kind, entry.key)),
            None,
        )

    def clear(self) -> int:
        """Forgets all; returns how many rows there were."""
        gone = self._do(lambda c: c.execute("delete from entries").rowcount, 0)
        self._do(lambda c: c.execute("vacuum"), None)
        return gone

    def contents(self) -> Contents:
        """What there is."""
        rows: list[tuple[str, int, int]] = self._do(
            lambda c: c.execute(
                "select kind, count(*), sum(length(body)) from entries group by kind order by kind"
            ).fetchall(),
            [],
        )
        kinds = {str(kind): (int(count), int(size)) for kind, count, size in rows}
        return Contents(kinds, self.path.stat().st_size if self.path.exists() else 0)

    def close(self) -> None:
        """Closes the file."""
        if self._connection is not None and os.getpid() == self._process:
            self._connection.close()
            self._connection = None

    def _select(self, column: str, kind: str, value: str, most: int) -> list[Entry]:
        def read(connection: sqlite3.Connection) -> list[Entry]:
            rows = connection.execute(
                f"select kind, key, scope, about, body from entries where kind = ? and {column} = ?"
                " order by used desc, rowid desc limit ?",
                (kind, value, most),
            ).fetchall()
            return [Entry(*row) for row in rows if [type(part) for part in row] == _TYPES]

        return self._do(read, [])

    def _do(self, work: Callable[[sqlite3.Connection], Read], otherwise: Read) -> Read:
        """What the work returns, in a transaction of its own; `otherwise` where it cannot be done."""
        if self._unusable or os.getpid() != self._process:
            return otherwise
        try:
            if self._connection is None:
                self._connection = self._opened()
            return work(self._connection)
        except sqlite3.OperationalError as error:
            if _is_busy(error):
                if self._connection is not None and self._connection.in_transaction:
                    self._connection.rollback()
                return otherwise
            self._give_up(f"the store {self.path} is not used: {error}")
        except (sqlite3.Error, OverflowError, ValueError) as error:  # found to be damaged while it is used
            self._abandon(str(error))
        except (OSError, StoreError) as error:
            self._give_up(f"the store {self.path} is not used: {_reason(error)}")
        return otherwise

    def _abandon(self, reason: str) -> None:
        self._unusable = True
        try:
            self._put_aside(reason)
        except StoreError as error:
            self._give_up(f"the store {self.path} is not used: {error}")

    def _give_up(self, message: str) -> None:
        self._unusable = True
        self._connection = None
        self._warn(message)

    def _opened(self) -> sqlite3.Connection:
        """The store, made or made anew where there is none that can be used."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.is_dir():
            raise StoreError("it is a folder")
        try:
            return self._connected()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            self._put_aside(str(error))
            return self._connected()

    def _connected(self) -> sqlite3.Connection:
        self._number = self.path.stat().st_ino if self.path.exists() else 0
        connection = sqlite3.connect(self.path, timeout=_BUSY, isolation_level=None)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        def pragma(name: str) -> int:
            return int(connection.execute(f"pragma {name}").fetchone()[0])

        tables = connection.execute("select count(*) from sqlite_master").fetchone()[0]
        if tables and pragma("application_id") != _OURS:
            raise sqlite3.DatabaseError("it is something else")
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        connection.execute("begin immediate")  # also shows whether it can be written
        if pragma("user_version") != SCHEMA:
            connection.execute("drop table if exists entries")
        for statement in filter(str.strip, _TABLE.split(";")):
            connection.execute(statement)
        connection.execute(f"pragma application_id = {_OURS}")
        connection.execute(f"pragma user_version = {SCHEMA}")
        connection.execute("commit")
        columns = [row[1] for row in connection.execute("pragma table_info(entries)")]
        if columns != ["kind", "key", "scope", "about", "body", "used"]:
            raise sqlite3.DatabaseError("its table is another")
        self._forget_oldest(connection, pragma)

    def _forget_oldest(self, connection: sqlite3.Connection, pragma: Callable[[str], int]) -> None:
        """Forgets rows until what is left is well below the limit."""

        def size() -> int:
            return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")

        if size() <= self._most_bytes:
            return
        while size() > _KEPT * self._most_bytes:
            gone = connection.execute(
                "delete from entries where rowid in (select rowid from entries order by used limit ?)",
                (_AT_ONCE,),
            ).rowcount
            if not gone:
                return

    def _put_aside(self, reason: str) -> None:
        """Renames the file, and what belongs to it, unless another run has done so meanwhile."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        try:
            if self.path.exists() and self.path.stat().st_ino != self._number:
                return
            number = 1
            while (aside := self.path.with_name(f"{self.path.name}.damaged-{number}")).exists():
                number += 1
            self.path.rename(aside)
            for suffix in ("-wal", "-shm"):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"it is damaged ({reason}) and cannot be put aside: {_reason(error)}") from None
        self._warn(
            f"the store {self.path} was damaged ({reason}): it was renamed to {aside.name}, and is begun anew"
        )


_TYPES = [str, str, str, str, bytes]


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _now() -> int:
    return time.time_ns() // 1000
