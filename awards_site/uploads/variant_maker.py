"""The making of the smaller copies that stored pictures still lack: the files alone say which.

A process that is stopped in the middle therefore loses nothing but the picture it was at. The
server runs this module as a program of low priority; an operator has `make-image-variants`.
"""

import fcntl
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from awards_site.core.files import modified_ns, storage
from awards_site.settings import settings
from awards_site.uploads.image_variants import EXTENSIONS, described, make_variants

_NICENESS = 15
"""How far the program steps back behind the server and everything else."""


def missing_variants() -> list[Path]:
    """Return the stored pictures of which no copies were made yet, the newest first."""
    done = described(settings().uploads_dir)
    paths = [path for path in storage().originals(EXTENSIONS) if path.stem not in done]
    return sorted(paths, key=modified_ns, reverse=True)


def make_missing_variants() -> Iterator[Path]:
    """Make the copies of all pictures that lack them, and yield each picture that has been done.

    Only one process of the machine makes any; another one waits and finds them done. Raises
    OSError when the machine fails it, such as by a full disk.
    """
    with _alone():
        while paths := missing_variants():
            # Those that are uploaded meanwhile come first: somebody is waiting for them.
            path = paths[0]
            try:
                make_variants(path)
            except FileNotFoundError:
                if path.exists():
                    raise
            if not path.exists():
                # It was deleted meanwhile, and its copies too soon.
                storage().delete(path.name)
            yield path


@contextmanager
def _alone() -> Iterator[None]:
    settings().uploads_dir.mkdir(parents=True, exist_ok=True)
    with (settings().uploads_dir / ".making").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    """Make what is lacking, and say each picture that has been done on a line of its own."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    os.nice(_NICENESS)
    for path in make_missing_variants():
        sys.stdout.write(f"{path.name}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
