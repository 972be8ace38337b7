"""The programs that measurements use besides Chromium: Debian's wrk and nginx."""

import os
import shutil
import subprocess

PACKAGES = {"wrk": "wrk", "nginx": "nginx-light"}
"""Debian's package by the program in it."""


def find(program: str) -> str | None:
    """Return the path of a program, installing its package where apt may be used."""
    found = shutil.which(program)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        command = ["apt-get", "install", "--quiet=2", "--yes", "--no-install-recommends"]
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(
            [*command, PACKAGES[program]], env=environment, capture_output=True, check=False
        )
        found = shutil.which(program)
    if found is None:
        print(f"Left out: {program} is not here; install the package {PACKAGES[program]}")
    return found
