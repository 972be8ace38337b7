"""The dynamic baseline: a plain FastAPI and SQLModel endpoint without a response cache."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from fastapi import FastAPI
from sqlmodel import Session, col, create_engine, select

from awards_site.core.schemas import StoredSchema, response_schema
from awards_site.features.nominees.entity import Nominee, NomineeBase
from awards_site.settings import settings
from tools.site_server import clean_environment, free_port

PATH = "/nominees"
MAX_START_SECONDS = 30


@response_schema
class NomineePublic(StoredSchema, NomineeBase):
    """A nominee, as a tutorial would return her."""


def make_app() -> FastAPI:
    """Return an app with the list of published nominees, as a tutorial would write it."""
    app = FastAPI()
    engine = create_engine(settings().database_url)

    @app.get(PATH, response_model=list[NomineePublic])
    def list_nominees() -> Sequence[Nominee]:
        with Session(engine) as session:
            return session.exec(select(Nominee).where(col(Nominee.is_published))).all()

    return app


@contextmanager
def serving(data_dir: Path) -> Iterator[str]:
    """Serve the endpoint with the database in `data_dir`; yields its URL."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--factory"]
    command += ["--port", str(port), "--log-level", "warning", "--workers-kill-timeout", "5"]
    command.append("bench.plain_api:make_app")
    environment = clean_environment() | {"AWARDS_DATA_DIR": str(data_dir)}
    process = subprocess.Popen(command, env=environment)
    url = f"http://localhost:{port}{PATH}"
    try:
        _wait_for(url)
        yield url
    finally:
        process.terminate()
        process.wait()


def _wait_for(url: str) -> None:
    end = time.monotonic() + MAX_START_SECONDS
    while True:
        try:
            httpx.get(url).raise_for_status()
        except httpx.TransportError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return
