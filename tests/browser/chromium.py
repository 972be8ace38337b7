"""Finds a Chromium that starts on this machine; `python -m tests.browser.chromium` gets one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

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

PLAYWRIGHT_BROWSER = "chromium-headless-shell"

DOWNLOAD_SECONDS = 600


class NoBrowser(Exception):
    """No Chromium starts on this machine, and none could be installed."""


def launch(playwright: Playwright) -> Browser:
    """Start Playwright's own Chromium, or else the system's. Raises NoBrowser."""
    problems: list[str] = []
    for executable in _candidates():
        try:
            return playwright.chromium.launch(executable_path=executable, args=list(OPTIONS))
        except Error as error:
            problems.append(str(error).strip().partition("\n")[0])
    raise NoBrowser(
        "No Chromium starts on this machine; install the package chromium. Tried: "
        + "; ".join(problems)
    )


def _candidates() -> Iterator[str | None]:
    """Yield the browsers to try, as paths; None stands for Playwright's own."""
    yield None
    for name in SYSTEM_NAMES:
        path = shutil.which(name)
        if path:
            yield path


def install() -> None:
    """Make sure that a Chromium starts: one that is here, a download, or Debian's package.

    Raises NoBrowser.
    """
    for attempt in (_nothing, _download, _install_package):
        attempt()
        try:
            with sync_playwright() as playwright:
                launch(playwright).close()
            return
        except NoBrowser as error:
            problem = error
    raise problem


def _nothing() -> None:
    """Change nothing: the browser may be here."""


def _download() -> None:
    """Download Playwright's Chromium, with the libraries it needs where that is allowed."""
    print("Getting a browser for the tests", flush=True)
    command = [sys.executable, "-m", "playwright", "install", PLAYWRIGHT_BROWSER]
    # Without its libraries the browser would not start; the package brings its own.
    _attempt([*command, "--with-deps"] if _may_install_packages() else command)


def _install_package() -> None:
    """Install the system's Chromium where apt may be used."""
    if _may_install_packages():
        print("Installing the system's Chromium", flush=True)
        _attempt(["apt-get", "update", "--quiet=2"])
        _attempt(
            ["apt-get", "install", "--quiet=2", "--yes", "--no-install-recommends", "chromium"]
        )


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
