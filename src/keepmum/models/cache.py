"""What a model said once need not be paid for twice: completions on disk, keyed by all that decides them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from keepmum.models.flight import Flights
from keepmum.models.seam import Completion, Model, ModelUnavailable, Request

APPLICATION = 0x4B656570  # "Keep", SQLite's application_id
LAYOUT = 1
TABLE = "CREATE TABLE IF NOT EXISTS completion (key BLOB PRIMARY KEY, completion BLOB NOT NULL) WITHOUT ROWID"
PAUSE = 0.05
PATIENCE = 30.0
ENCODER = msgspec.json.Encoder(order="deterministic")
DECODER = msgspec.json.Decoder(Completion)
log = logging.getLogger(__name__)


def key(name: str, request: Request) -> bytes:
    """SHA-256 of the model's name and the whole request: sampling, shape, messages and scope."""
    return hashlib.sha256(ENCODER.encode((name, request))).digest()


class Store:
    """A SQLite file of completions. Reads are direct; writes are batched by a thread, twenty times a second.

    What was written more than a batch ago survives `kill -9`; several processes may share a file, and the first
    completion of a key stays. A damaged file is renamed (`set_aside` says to what) and a new one begun. Raises
    ModelUnavailable where the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.set_aside: Path | None = None
        self._reader = self._opened()
        self._connection = self._opened()
        self._pending: dict[bytes, bytes] = {}
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._broken: sqlite3.Error | None = None
        self._writer = threading.Thread(target=self._write, name="keepmum-cache", daemon=True)
        self._writer.start()

    def get(self, key: bytes) -> Completion | None:
        held = self._pending.get(key)
        if held is None:
            try:
                row = self._reader.execute("SELECT completion FROM completion WHERE key = ?", (key,)).fetchone()
            except sqlite3.Error as error:
                raise self._unusable(error) from None
            held = row and row[0]
        return DECODER.decode(held) if held else None

    def put(self, key: bytes, completion: Completion) -> None:
        if self._broken:
            raise self._unusable(self._broken)
        self._pending[key] = ENCODER.encode(completion)
        self._queue.put(key)

    def all(self) -> Iterator[Completion]:
        """Every completion that is on disk: all that was ever paid for through this store."""
        for (held,) in self._reader.execute("SELECT completion FROM completion"):
            yield DECODER.decode(held)

    def close(self) -> None:
        """Write what is waiting, then let go of the file."""
        self._queue.put(None)
        self._writer.join()
        self._reader.close()
        if self._broken:
            raise self._unusable(self._broken)

    def _opened(self) -> sqlite3.Connection:
        try:
            return connect(self.path)
        except sqlite3.OperationalError as error:
            raise self._unusable(error) from None
        except sqlite3.DatabaseError as error:
            self.set_aside = put_aside(self.path)
            log.warning("the cache %s is damaged (%s); it is now %s", self.path, error, self.set_aside)
            return connect(self.path)

    def _unusable(self, error: sqlite3.Error) -> ModelUnavailable:
        return ModelUnavailable(
            str(self.path),
            f"the cache cannot be used ({error})",
            "make room on the disk or move the file away; keepmum run --no-cache keeps none",
        )

    def _write(self) -> None:
        going = True
        while going:
            keys = [self._queue.get()]
            if keys[0] is not None:
                time.sleep(PAUSE)
            while not self._queue.empty():
                keys.append(self._queue.get())
            going = None not in keys
            self._save([key for key in keys if key is not None])
        self._connection.close()

    def _save(self, keys: list[bytes]) -> None:
        rows = [(key, self._pending[key]) for key in dict.fromkeys(keys) if key in self._pending]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                self._connection.executemany("INSERT OR IGNORE INTO completion VALUES (?, ?)", rows)
        except sqlite3.Error as error:
            self._broken = error
        for key, _ in rows:
            self._pending.pop(key, None)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file of this program's own, made if need be; patience with another process's locks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + PATIENCE
    while True:
        connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False, isolation_level=None)
        try:
            prepare(path, connection)
            return connection
        except sqlite3.OperationalError as error:
            connection.close()
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(PAUSE)  # SQLite does not wait where waiting for one another would never end
        except BaseException:
            connection.close()
            raise


def prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Write-ahead logging, so that readers never wait; the table, where there is none yet."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        sign(path, connection)
        connection.execute(TABLE)


def sign(path: Path, connection: sqlite3.Connection) -> None:
    """Sign a new file; refuse one that another program, or another version's layout, has signed."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (layout,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables and not application:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {LAYOUT}")
    elif (application, layout) != (APPLICATION, LAYOUT):
        raise ModelUnavailable(str(path), "the file is not a cache of this version", "name another file for the cache")


def put_aside(path: Path) -> Path:
    """Rename a damaged file, and drop its log, which belongs to no other file."""
    number = next(n for n in range(1, 10_000) if not path.with_name(f"{path.name}.damaged-{n}").exists())
    aside = path.with_name(f"{path.name}.damaged-{number}")
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    return aside


class Cached:
    """A model that answers from a store where it can. Failures are never kept; a hit is not paid for again and says so.

    A call whose caller is cancelled still ends in the store, if it ends before `close` loses patience. `identify` tells
    what the model is, where its name alone does not; it may take a while and is asked once.
    """

    def __init__(self, model: Model, store: Store, identify: Callable[[], str] | None = None) -> None:
        self.model, self.store = model, store
        self.name = model.name
        self._identify = identify
        self._identity = None if identify else model.name
        self._flights = Flights()

    @property
    def priced(self) -> bool:
        return self.model.priced

    def check(self) -> None:
        self.model.check()

    async def close(self) -> None:
        """Wait for calls in flight, then close the model; the store is shared and stays open."""
        await self._flights.close()
        await self.model.close()

    async def complete(self, request: Request) -> Completion:
        start = time.perf_counter()
        if self._identity is None and self._identify is not None:
            self._identity = await asyncio.to_thread(self._identify)
        slot = key(self._identity or self.name, request)
        held = self.store.get(slot)
        if held is not None:
            return replace(held, cached=True, retries=0, seconds=time.perf_counter() - start)
        return await self._flights.land(self._fetched(slot, request))

    async def _fetched(self, slot: bytes, request: Request) -> Completion:
        completion = await self.model.complete(request)
        if completion.failure is None:
            self.store.put(slot, completion)
        return completion
