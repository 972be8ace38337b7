"""Shows steps that take long, with their seconds.

In a terminal a step is one line that counts; elsewhere a line is added every three seconds, and one
at the end. As a script it runs a command, and imports nothing that has to be installed:

    python awards_site/core/progress.py "Installing the packages" COMMAND ARGUMENT...
"""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

LINE_SECONDS = 3.0
_COUNT_SECONDS = 0.2


@contextmanager
def step(name: str) -> Iterator[None]:
    """Show a step while the block runs, and how long it took."""
    is_terminal = sys.stdout.isatty()
    started, is_over = time.monotonic(), threading.Event()

    def show(end: str) -> None:
        start = "\r" if is_terminal else ""
        sys.stdout.write(f"{start}{name}: {time.monotonic() - started:.1f} s{end}")
        sys.stdout.flush()

    def count() -> None:
        while not is_over.wait(_COUNT_SECONDS if is_terminal else LINE_SECONDS):
            show("" if is_terminal else "\n")

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        show("\n")


def main(name: str, *command: str) -> int:
    """Run a command and show what it has written only if it fails; return its exit status."""
    with step(name):
        done = subprocess.run(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
    if done.returncode:
        sys.stderr.buffer.write(done.stdout)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
