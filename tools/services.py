"""Runs a command with PostgreSQL and Redis servers of its own, which it stops afterwards.

`python -m tools.services COMMAND ...` sets AWARDS_TEST_DATABASE_URL and AWARDS_TEST_REDIS_URL for
the command. A server whose variable is set already is used instead. `--check` only tells whether
the servers are installed.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg

from tools.site_server import free_port

DATABASE_VARIABLE = "AWARDS_TEST_DATABASE_URL"
REDIS_VARIABLE = "AWARDS_TEST_REDIS_URL"
START_SECONDS = 60
PASSWORD = "p@ss/word %"
"""The password of PostgreSQL, with characters that URLs encode."""

MISSING = (
    "{} not found. Install PostgreSQL 13 or newer and Redis (Debian and Ubuntu:"
    " apt install postgresql redis-server; macOS: brew install postgresql redis), or name running"
    f" servers by {DATABASE_VARIABLE} and {REDIS_VARIABLE}."
)


class ServiceMissing(Exception):
    """A server is not installed or does not start; the message says what to do."""


def find_program(name: str) -> str:
    """Return the path of a server's program. Raises ServiceMissing."""
    # Debian keeps the programs of PostgreSQL out of the PATH.
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: -int(each.parts[4])
    )
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, folders)))
    if found is None:
        raise ServiceMissing(MISSING.format(name))
    return found


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """Run a PostgreSQL server with its data in `folder`; yield its URL."""
    initdb, postgres = find_program("initdb"), find_program("postgres")
    user = _unprivileged_user()
    if user is not None:
        shutil.chown(folder, user)
    data, port = folder / "data", free_port()
    log_file = folder / "log"
    password_file = folder / "password"
    password_file.write_text(PASSWORD)
    with log_file.open("w") as log:
        options = ["--username=postgres", "--auth=scram-sha-256", f"--pwfile={password_file}"]
        options += ["--encoding=UTF8", "--locale=C"]
        made = subprocess.run(
            [initdb, "--pgdata", str(data), "--no-sync", *options],
            stdout=log,
            stderr=log,
            user=user,
            cwd=folder,
            check=False,
        )
        if made.returncode:
            raise ServiceMissing(f"initdb failed:\n{log_file.read_text()}")
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": "200",
            # A crash may lose the data, which are of tests only.
            "fsync": "off",
            "full_page_writes": "off",
        }
        process = subprocess.Popen(
            [
                postgres,
                *("-D", str(data), "-p", str(port)),
                *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
            ],
            stdout=log,
            stderr=log,
            user=user,
            cwd=folder,
        )
        url = f"postgresql://postgres:{quote(PASSWORD, safe='')}@127.0.0.1:{port}/postgres"
        # SIGINT makes it close its connections and stop.
        with _running(process, lambda: psycopg.connect(url).close(), log_file, signal.SIGINT):
            yield url


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Run a Redis server that stores nothing; yield its URL."""
    program, port = find_program("redis-server"), free_port()
    log_file = folder / "log"
    options = {"--port": str(port), "--bind": "127.0.0.1", "--save": "", "--dir": str(folder)}
    with log_file.open("w") as log:
        process = subprocess.Popen(
            [program, *(part for option in options.items() for part in option)],
            stdout=log,
            stderr=log,
        )
        address = "127.0.0.1", port
        with _running(
            process, lambda: socket.create_connection(address).close(), log_file, signal.SIGTERM
        ):
            yield f"redis://127.0.0.1:{port}/0"


def _unprivileged_user() -> str | None:
    """Return the user for PostgreSQL, which refuses to run as root, or None for the current one."""
    if os.geteuid() != 0:
        return None
    users = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


@contextmanager
def _running(
    process: "subprocess.Popen[bytes]",
    connect: Callable[[], object],
    log_file: Path,
    stop_signal: signal.Signals,
) -> Iterator[None]:
    """Wait until a server accepts connections; stop it at the end of the block."""
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            with suppress(psycopg.OperationalError, ConnectionRefusedError):
                connect()
                break
            if process.poll() is not None or time.monotonic() > deadline:
                raise ServiceMissing(f"A server did not start:\n{log_file.read_text()}")
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(stop_signal)
        process.wait()


def run(command: list[str]) -> int:
    """Run a command with the servers; return its exit status. Raises ServiceMissing."""
    with ExitStack() as stack:
        environment = dict(os.environ)
        for variable, start in ((DATABASE_VARIABLE, postgresql), (REDIS_VARIABLE, redis_server)):
            if not environment.get(variable):
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="awards-"))
                environment[variable] = stack.enter_context(start(Path(folder)))
        return subprocess.run(command, env=environment, check=False).returncode


def check() -> None:
    """Raise ServiceMissing if a server is neither installed nor named by its variable."""
    for variable, programs in (
        (DATABASE_VARIABLE, ("initdb", "postgres")),
        (REDIS_VARIABLE, ("redis-server",)),
    ):
        if not os.environ.get(variable):
            for program in programs:
                find_program(program)


def main(arguments: list[str]) -> int:
    try:
        check()
        return 0 if arguments == ["--check"] else run(arguments)
    except ServiceMissing as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
