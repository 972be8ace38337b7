"""The sessions of requests: `reading`, one snapshot of the data, and `writing`, a transaction."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Concatenate, ParamSpec, TypeAlias, TypeVar

from fastapi import Depends
from sqlalchemy.exc import IllegalStateChangeError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from awards_site.core.database import engine as dialects
from awards_site.core.database.engine import RECORDER, engine, metadata
from awards_site.core.files.disk import release_reserve_if_full
from awards_site.core.invalidation import content_version
from awards_site.core.invalidation.reads import RowChange, WriteRecorder
from awards_site.core.request_context import note_changed_pages

P = ParamSpec("P")
T = TypeVar("T")

Overlay: TypeAlias = Callable[[Session], None]
"""A write that is only seen by reads within `overlaid`."""
_overlay: ContextVar[Overlay | None] = ContextVar("overlay", default=None)

_writer = threading.Lock()
"""Queues the writers of this process, so that each process has one that waits for the database."""

Check: TypeAlias = Callable[[Session], None]
_checks: list[Check] = []

_closing = ThreadPoolExecutor(2, "close")
"""Threads that never wait for a connection, so that connections always return to their pool."""


def reading() -> Session:
    """Return a read-only session, which connects on first use and reads one snapshot."""
    return Session(dialects.reading_engine(engine()), expire_on_commit=False, autoflush=False)


@contextmanager
def overlaid(overlay: Overlay) -> Iterator[None]:
    """Let endpoints that are called within the block read the data as a write would leave it.

    Each of them writes it in a transaction of its own, which is rolled back.
    """
    token = _overlay.set(overlay)
    try:
        yield
    finally:
        _overlay.reset(token)


def _overlaid_session(overlay: Overlay) -> Session:
    session = _writing_session()
    try:
        overlay(session)
        session.flush()
    except BaseException:
        session.close()
        raise
    # Read again what the write has loaded, with the options of the queries to come.
    session.expunge_all()
    session.autoflush = False
    return session


@contextmanager
def writers_turn() -> Iterator[None]:
    """Hold the lock of this process's writers; raise SQLAlchemy's TimeoutError for a long queue.

    If another process blocks the database, each writer in the queue would wait for BUSY_SECONDS in
    turn, and together they would take all threads from the readers.
    """
    if not _writer.acquire(timeout=dialects.BUSY_SECONDS):
        raise PoolTimeoutError(f"waited {dialects.BUSY_SECONDS} s for the writers before")
    try:
        yield
    finally:
        _writer.release()


@contextmanager
def writing() -> Iterator[Session]:
    """Yield a session in a transaction, committed at the end and rolled back on an error.

    A commit that changed public tables is a change of the content. The writers of all processes
    take turns, so keep the block short and do not wait for other resources in it. Raises
    ServiceUnavailable if the change could not be passed on to other processes.
    """
    release_reserve_if_full()
    with writers_turn(), _writing_session() as session, session.begin():
        yield session
        session.flush()
        for check in _checks:
            check(session)
        recorder: WriteRecorder = session.info[RECORDER]
        changes = {
            table: change
            for table, change in recorder.changes().items()
            if content_version.is_public_table(metadata.tables[table])
        }
        if changes:
            content_version.require_others()
    if changes:
        content_version.bump(changes)
        note_changed_pages()


def in_transaction(
    write: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Call a function with a session of `writing`."""
    with writing() as session:
        return write(session, *args, **kwargs)


@contextmanager
def trying() -> Iterator[Session]:
    """Yield a session like that of `writing`, which is rolled back at the end.

    It tells what a write would do, such as which rule refuses it.
    """
    with writers_turn(), _writing_session() as session:
        yield session


def _writing_session() -> Session:
    session = Session(expire_on_commit=False)
    recorder = WriteRecorder(session)
    session.info[RECORDER] = recorder
    options = {RECORDER: recorder, dialects.IS_WRITING: True}
    session.bind = engine().execution_options(**options)
    return session


def before_commit(check: Check) -> None:
    """Let a function check all transactions of `writing`: its ApiError rolls them back."""
    _checks.append(check)


def row_change(session: Session, table: str, row_id: object) -> RowChange | None:
    """Return what a session of `writing` has changed in a row so far, or None."""
    recorder: WriteRecorder = session.info[RECORDER]
    return recorder.row_change(table, row_id)


def row_changes(session: Session, table: str) -> Mapping[int, RowChange]:
    """Return what a session of `writing` has changed in the rows of a table so far, by id."""
    recorder: WriteRecorder = session.info[RECORDER]
    return recorder.row_changes(table)


async def read_session() -> AsyncIterator[Session]:
    overlay = _overlay.get()
    session = await run_in_threadpool(_overlaid_session, overlay) if overlay else reading()
    try:
        yield session
    finally:
        # The connection returns to its pool even if the request is cancelled.
        await asyncio.shield(asyncio.get_running_loop().run_in_executor(_closing, _close, session))


def _close(session: Session) -> None:
    """Close a session, which the thread of a cancelled request may still be connecting."""
    until = time.monotonic() + dialects.POOL_SECONDS
    while True:
        try:
            return session.close()
        except IllegalStateChangeError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


# The session closes when the endpoint returns, so a slow client holds no connection. An endpoint
# that writes opens its own transaction with `writing`, which begins and ends in one thread and
# holds the write lock only as long as needed.
ReadSession = Annotated[Session, Depends(read_session, scope="function")]
