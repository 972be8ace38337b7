"""Finds a Chromium that starts on this machine; `python -m tools.chromium` gets one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import partial

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

HEADLESS_SHELL = "chromium-headless-shell"
"""What Playwright and Debian call the browser without a user interface.

It opens a page in a quarter of the processor time that Chromium needs.
"""

SYSTEM_NAMES = (
    HEADLESS_SHELL,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Run without privileges or a display, and keep the browser's own traffic out of the tests."""

DOWNLOAD_SECONDS = 600


class NoBrowser(Exception):
    """No Chromium starts on this machine, and none could be installed."""


def launch(playwright: Playwright, names: Iterable[str] = SYSTEM_NAMES) -> Browser:
    """Start Playwright's own Chromium, or else the first of `names` that starts.

    Raises NoBrowser.
    """
    problems: list[str] = []
    for executable in (None, *filter(None, map(shutil.which, names))):
        try:
            return playwright.chromium.launch(executable_path=executable, args=list(OPTIONS))
        except Error as error:
            problems.append(str(error).strip().partition("\n")[0])
    raise NoBrowser(
        "No Chromium starts on this machine; install the package chromium. Tried: "
        + "; ".join(problems)
    )


def install() -> None:
    """Make sure that a Chromium starts: one that is here, Debian's package, or a download.

    Debian's headless shell is installed beside a whole Chromium, too. Raises NoBrowser.
    """
    for attempt, names in (
        (_nothing, [HEADLESS_SHELL]),
        (partial(_install_package, HEADLESS_SHELL), SYSTEM_NAMES),
        (_download, SYSTEM_NAMES),
        (partial(_install_package, "chromium"), SYSTEM_NAMES),
    ):
        attempt()
        try:
            with sync_playwright() as playwright:
                launch(playwright, names).close()
            return
        except NoBrowser as error:
            problem = error
    raise problem


def _nothing() -> None:
    """Change nothing: the browser may be here."""


def _download() -> None:
    """Download Playwright's Chromium, with the libraries it needs where that is allowed."""
    print("Downloading a browser", flush=True)
    command = [sys.executable, "-m", "playwright", "install", HEADLESS_SHELL]
    # Without its libraries the browser would not start; the package brings its own.
    _attempt([*command, "--with-deps"] if _may_install_packages() else command)


def _install_package(name: str) -> None:
    """Install a package of the system where apt may be used."""
    if _may_install_packages():
        print(f"Installing the package {name}", flush=True)
        _attempt(["apt-get", "update", "--quiet=2"])
        _attempt(["apt-get", "install", "--quiet=2", "--yes", "--no-install-recommends", name])


def _may_install_packages() -> bool:
    """Return whether this process may install Debian packages."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def _attempt(command: list[str]) -> None:
    """Run a command that may fail: whether it helped is seen by starting a browser."""
    environment = os.environ | {
        "DEBIAN_FRONTEND": "noninteractive",
        "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "15000",
    }
    try:
        subprocess.run(
            command,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=DOWNLOAD_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        print(f"{command[0]} took longer than {DOWNLOAD_SECONDS} s", flush=True)


if __name__ == "__main__":
    try:
        install()
    except NoBrowser as error:
        sys.exit(str(error))
