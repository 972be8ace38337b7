"""Processes that are forked from one which has imported the site.

They start at once; a new interpreter needs seconds to import it.
"""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, get_context, set_start_method
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any
from unittest import mock

from awards_site.settings import settings
from tools.site_server import ROOT, STOP_SECONDS, clean_environment

_context = get_context("forkserver")
_context.set_forkserver_preload(["tests.preloaded"])


def start(
    function: Callable[..., object],
    *args: object,
    environment: Mapping[str, str] | None = None,
    output: Path | None = None,
) -> ForkServerProcess:
    """Call a function of a module in another process, which leads a process group.

    Its environment is by default that of this process. Its output is appended to a file, if one is
    named. Its exit code is 0, or 1 after an exception.
    """
    own = clean_environment() | {"PYTHONPATH": str(ROOT), "REFLEX_ENV_MODE": "prod"}
    with mock.patch.dict(os.environ, own, clear=True):
        forkserver.ensure_running()
    if output:
        output.touch()
    process = _context.Process(
        target=_call, args=(function, args, dict(environment or os.environ), output)
    )
    process.start()
    return process


def call(function: Callable[..., object], *args: object, **options: Any) -> int | None:
    """Call a function in another process, and return its exit code; see `start`."""
    process = start(function, *args, **options)
    process.join()
    return process.exitcode


@contextmanager
def running(
    function: Callable[..., object], *args: object, **options: Any
) -> Iterator[ForkServerProcess]:
    """Call a function that serves in another process until the block ends; see `start`."""
    process = start(function, *args, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.join(STOP_SECONDS)
        kill(process)


def kill(process: ForkServerProcess) -> None:
    """Kill a process and all programs that it has started."""
    assert process.pid
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _call(
    function: Callable[..., object],
    args: tuple[object, ...],
    environment: dict[str, str],
    output: Path | None,
) -> None:
    os.setsid()
    # So that granian forks its workers, as it does in production.
    set_start_method("fork", force=True)
    os.environ.clear()
    os.environ.update(environment)
    settings.cache_clear()
    if output:
        with output.open("a") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
    function(*args)
