"""Finds external programs: Debian's wrk and nginx."""

import os
import shutil
import subprocess

PACKAGES = {"wrk": "wrk", "nginx": "nginx-light"}
"""The Debian package of each program."""


def find(program: str) -> str | None:
    """Return the path of a program, or None; as root, install its package with apt if missing."""
    path = shutil.which(program)
    if path is None and os.geteuid() == 0 and shutil.which("apt-get"):
        command = ["apt-get", "install", "--quiet=2", "--yes", "--no-install-recommends"]
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(
            [*command, PACKAGES[program]], env=environment, capture_output=True, check=False
        )
        path = shutil.which(program)
    if path is None:
        print(f"Skipped: {program} not found; install the package {PACKAGES[program]}")
    return path
