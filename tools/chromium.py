"""Finds a working Chromium; `python -m tools.chromium` installs one if needed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import partial

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

HEADLESS_SHELL = "chromium-headless-shell"
"""The name of the browser without a user interface, in Playwright and in Debian.

It opens a page in a quarter of the CPU time that Chromium needs.
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
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
"""Run without privileges and display, and disable traffic other than that of a local site."""

DOWNLOAD_SECONDS = 600


class NoBrowser(Exception):
    """No Chromium starts, and none could be installed."""


def launch(playwright: Playwright, names: Iterable[str] = SYSTEM_NAMES) -> Browser:
    """Start Playwright's Chromium, or the first of `names` that starts.

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
    """Ensure that a Chromium starts: an installed one, Debian's package, or a download.

    Debian's headless shell is preferred to an installed full Chromium. Raises NoBrowser.
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
    """Install nothing: the browser may be installed already."""


def _download() -> None:
    """Download Playwright's Chromium, with its libraries if permitted."""
    print("Downloading a browser", flush=True)
    command = [sys.executable, "-m", "playwright", "install", HEADLESS_SHELL]
    # Without its libraries the browser does not start; Debian's package includes them.
    _attempt([*command, "--with-deps"] if _may_install_packages() else command)


def _install_package(name: str) -> None:
    """Install a Debian package if permitted."""
    if _may_install_packages():
        print(f"Installing the package {name}", flush=True)
        _attempt(["apt-get", "update", "--quiet=2"])
        _attempt(["apt-get", "install", "--quiet=2", "--yes", "--no-install-recommends", name])


def _may_install_packages() -> bool:
    """Return whether this process may install Debian packages."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def _attempt(command: list[str]) -> None:
    """Run a command that may fail; the caller checks whether a browser starts."""
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
