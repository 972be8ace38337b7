"""Serves the API without pages, and generates image variants, as the site does.

Each line on standard input starts a server, whose process id is printed. It is forked from this
process, which has imported everything: a start takes a second instead of ten.
"""

import asyncio
import os
import signal
import sys

from granian.constants import Interfaces
from granian.server.embed import Server

from awards_site.api import make_api
from awards_site.auth import password_hash
from awards_site.core.database import dialects
from awards_site.core.database.engine import engine
from awards_site.operations import bootstrap
from awards_site.retention import maintain_hourly
from awards_site.settings import settings
from awards_site.uploads.variant_worker import run_variant_worker

BUSY_SECONDS = 1


async def serve() -> None:
    tasks = [asyncio.create_task(each()) for each in (run_variant_worker, maintain_hourly)]
    server = Server(
        make_api(), "127.0.0.1", settings().port, interface=Interfaces.ASGI, log_enabled=False
    )
    await server.serve()
    for each in tasks:
        each.cancel()


def main() -> None:
    password_hash.ROUNDS = 4
    dialects.BUSY_SECONDS = BUSY_SECONDS
    bootstrap.prepare()
    engine().dispose()
    asyncio.run(serve())


if __name__ == "__main__":
    # Killed servers need no one who waits for them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _line in sys.stdin:
        process_id = os.fork()
        if not process_id:
            os.setsid()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            main()
            sys.exit()
        print(process_id, flush=True)
