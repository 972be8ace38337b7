"""Loads the application in a worker of the server; the first worker prepares its data."""

import importlib
import os
from contextlib import ExitStack
from multiprocessing.synchronize import Event, Lock
from pathlib import Path

import typer
from reflex_base.constants import StateManagerMode
from starlette.types import ASGIApp

from awards_site.core.audit.log import record_action, settings_at_start
from awards_site.core.audit.models import Action
from awards_site.core.database.sessions import writing
from awards_site.core.logs import configure_logging
from awards_site.core.progress import step
from awards_site.operations import CommandFailed, bootstrap
from awards_site.operations.data_folder import serving
from awards_site.operations.doctor import refuse_database
from awards_site.operations.failures import EXPECTED_FAILURES, print_failure
from awards_site.reflex_patches.builds import serving_switches
from awards_site.settings import settings

_held = ExitStack()
"""Holds the lock of the data folder until the process ends."""


def load_site(build_dir: Path, turn: Lock, prepared: Event) -> ASGIApp | None:
    """Return the application for a build, or None if it cannot be served, which is printed."""
    configure_logging()
    os.environ.update(serving_environment(build_dir))
    try:
        _held.enter_context(serving())
        # Other workers wait, and those that replace one find the data prepared.
        with turn:
            if not prepared.is_set():
                _prepare()
                prepared.set()
    except EXPECTED_FAILURES as error:
        print_failure(error)
        return None
    # By its name, since the application is above the operations.
    with step("Loading the site"):
        application: ASGIApp = importlib.import_module("awards_site.app").site()
    return application


def _prepare() -> None:
    """Prepare database and files, and print the first administrator's sign-in."""
    if refused := refuse_database():
        raise CommandFailed(str(refused))
    sign_in = bootstrap.prepare()
    with writing() as session:
        record_action(session, Action.STARTED, "site", changes=settings_at_start())
    if sign_in is not None:
        typer.echo(f"Sign in at {settings().public_url}/auth as {sign_in.username}")
        typer.echo(f"with the password {sign_in.password} (shown only once)")


def serving_environment(build_dir: Path) -> dict[str, str]:
    """Return the environment variables that make Reflex serve a build without compiling."""
    build = {"REFLEX_ENV_MODE": "prod", "REFLEX_WEB_WORKDIR": str(build_dir)}
    if not settings().redis_url:
        # Open forms survive a restart, as they do with Redis.
        build["REFLEX_STATE_MANAGER_MODE"] = StateManagerMode.DISK
        build["REFLEX_STATES_WORKDIR"] = str(settings().data_dir.resolve() / "states")
    return build | serving_switches()
