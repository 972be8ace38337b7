"""Serves the API without pages, and generates image variants, as the site does."""

import asyncio
import ctypes
import os

from granian.constants import Interfaces
from granian.server.embed import Server

from awards_site.accounts import hashing
from awards_site.app import make_api
from awards_site.core.database import engine as dialects
from awards_site.core.database.engine import engine
from awards_site.core.files.variant_worker import run_variant_worker
from awards_site.operations import bootstrap
from awards_site.operations.retention import maintain_hourly
from awards_site.settings import settings

BUSY_SECONDS = 1

_CAPABILITY_VERSION = 0x20080522
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2
"""Constants of Linux's capability.h."""


def respect_permissions() -> None:
    """Let permissions of files hold for root, too."""
    if os.geteuid() != 0:
        return
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    effective = (ctypes.c_uint32 * 6)()
    libc = ctypes.CDLL(None)
    libc.capget(header, effective)
    effective[0] &= ~(1 << _DAC_OVERRIDE | 1 << _DAC_READ_SEARCH)
    libc.capset(header, effective)


async def serve() -> None:
    tasks = [asyncio.create_task(each()) for each in (run_variant_worker, maintain_hourly)]
    server = Server(
        make_api(), "127.0.0.1", settings().port, interface=Interfaces.ASGI, log_enabled=False
    )
    await server.serve()
    for each in tasks:
        each.cancel()


def main() -> None:
    respect_permissions()
    hashing.ROUNDS = 4
    dialects.BUSY_SECONDS = BUSY_SECONDS
    bootstrap.prepare()
    engine().dispose()
    asyncio.run(serve())
