"""Installs exactly the npm packages of the lock file, by `npm ci`."""

import inspect
from typing import Any

from reflex.utils import js_runtimes, processes
from reflex.utils.prerequisites import get_web_dir

from awards_site.reflex_patches.patch import Patch

PATCH = Patch(
    __name__,
    reason="Reflex runs `npm install`, which changes a lock file that does not fit, where `npm ci`"
    " fails, and keeps what is in node_modules, where `npm ci` compares checksums.",
    obsolete_when="Reflex enforces npm's lock file as it enforces bun's",
)

_CALL = "_run_initial_install(primary_package_manager, env, frozen_lockfile)"


def _install(package_manager: str, env: dict[str, Any], frozen_lockfile: bool) -> None:
    """Install the packages; exit with npm's output if they are not those of the lock."""
    command = [package_manager, "ci", "--legacy-peer-deps"]
    process = processes.new_process(command, cwd=get_web_dir(), env=env)
    processes.show_status("Installing the locked packages", process)


def verify() -> None:
    source = inspect.getsource(js_runtimes)
    PATCH.require_text(source, _CALL, file="utils/js_runtimes.py")
    PATCH.require(hasattr(processes, "show_status"), "show_status in utils/processes.py")


js_runtimes._run_initial_install = _install
