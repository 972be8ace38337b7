"""The server's part in making smaller copies of pictures: it notices new ones and starts a program.

The program is one of its own, because it takes seconds of a processor and the memory of whole
pictures, which no visitor should feel.
"""

import asyncio
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

from awards_site.core import content_version
from awards_site.core.changes import Change, variants_made
from awards_site.core.files import modified_ns
from awards_site.settings import settings
from awards_site.uploads.variant_maker import missing_variants

POLL_SECONDS = 1.0
"""How often the folder of the uploads is looked at."""
RETRY_SECONDS = 60.0
"""How long nothing is tried after the program has failed."""
ANNOUNCE_SECONDS = 5.0
"""How often pages are drawn anew, at most, while many pictures are being made."""

_SETTLED_NS = 2_000_000_000
"""From which age on a folder's time tells of every file: it counts in steps."""

log = logging.getLogger(__name__)


def waiting() -> int:
    """Return how many pictures are being made ready, or will be soon; 0 where none are made."""
    return len(missing_variants()) if settings().image_variants else 0


async def run_variant_worker() -> None:
    """Have the copies of every new picture made, until cancelled; a task of the server's life."""
    if not settings().image_variants:
        return
    seen = 0
    while True:
        stamp = modified_ns(settings().uploads_dir)
        if stamp != seen:
            if await asyncio.to_thread(missing_variants) and not await _run():
                await asyncio.sleep(RETRY_SECONDS)
            elif time.time_ns() - stamp > _SETTLED_NS:
                seen = stamp
        await asyncio.sleep(POLL_SECONDS)


async def _run() -> bool:
    """Run the program to its end, announce what it has made, and return whether it succeeded."""
    # The program needs no more than to know where the pictures are.
    environment = os.environ | {"AWARDS_DATA_DIR": str(settings().data_dir.resolve())}
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "awards_site.uploads.variant_maker", stdout=PIPE, env=environment
    )
    try:
        await _announce_made(program)
        failed = await program.wait()
    finally:
        with suppress(ProcessLookupError):
            program.terminate()
    if failed:
        log.error("No smaller copies of pictures: the program ended with %s; see above", failed)
    return not failed


async def _announce_made(program: Process) -> None:
    """Announce the pictures that the program names, in groups while they come quickly."""
    if program.stdout is None:
        raise RuntimeError("the program's output is not read")
    announced = 0.0
    made: list[Change] = []
    async for line in program.stdout:
        made.append(variants_made(Path(line.decode().strip()).stem))
        if time.monotonic() - announced >= ANNOUNCE_SECONDS:
            content_version.bump(made)
            announced, made = time.monotonic(), []
    if made:
        content_version.bump(made)
