"""Background task that watches for new images and generates their variants in a subprocess.

A subprocess keeps the CPU and memory use of image processing out of the server.
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
"""How often the uploads folder is checked."""
RETRY_SECONDS = 60.0
"""The wait after a failure of the subprocess."""
ANNOUNCE_SECONDS = 5.0
"""The shortest time between announcements, which cause pages to be rendered again."""

_SETTLED_NS = 2_000_000_000
"""The age at which a folder's modification time, which has a coarse resolution, is final."""

log = logging.getLogger(__name__)


def pending_count() -> int:
    """Return how many images wait for variants; 0 if variants are disabled."""
    return len(missing_variants()) if settings().image_variants else 0


async def run_variant_worker() -> None:
    """Generate the variants of every new image until cancelled; a lifespan task."""
    if not settings().image_variants:
        return
    seen = 0
    while True:
        stamp = modified_ns(settings().uploads_dir)
        if stamp != seen:
            if await asyncio.to_thread(missing_variants) and not await run_program():
                await asyncio.sleep(RETRY_SECONDS)
            elif time.time_ns() - stamp > _SETTLED_NS:
                seen = stamp
        await asyncio.sleep(POLL_SECONDS)


async def run_program() -> bool:
    """Run the subprocess, announce finished images, and return whether it succeeded."""
    # The subprocess may run in another working directory, so the path is absolute.
    environment = os.environ | {"AWARDS_DATA_DIR": str(settings().data_dir.resolve())}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "awards_site.uploads.variant_maker", stdout=PIPE, env=environment
    )
    try:
        await _announce_made(process)
        exit_code = await process.wait()
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        # Close the pipe here, even if the task is cancelled, while there is an event loop.
        await process.communicate()
    if exit_code:
        log.error(
            "image variants failed: subprocess exited with %s; retrying in %d s",
            exit_code,
            RETRY_SECONDS,
        )
    return exit_code == 0


async def _announce_made(process: Process) -> None:
    """Announce the images that the subprocess prints, at most every ANNOUNCE_SECONDS."""
    if process.stdout is None:
        raise RuntimeError("the subprocess has no stdout pipe")
    announced = 0.0
    made: list[Change] = []
    async for line in process.stdout:
        made.append(variants_made(Path(line.decode().strip()).stem))
        if time.monotonic() - announced >= ANNOUNCE_SECONDS:
            content_version.bump(made)
            announced, made = time.monotonic(), []
    if made:
        content_version.bump(made)
