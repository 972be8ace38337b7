"""Compiling and serving the pages: locked packages, finished builds, a smaller runtime."""

import inspect
import re
from pathlib import Path
from typing import Any

from reflex.utils import js_runtimes, processes
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs
from reflex_base.environment import environment
from reflex_base.plugins.base import Plugin

from awards_site.reflex_patches import portal_scripts
from awards_site.reflex_patches.patch import CHECKS, Patch, context_script, state_script

_LOCKED_PACKAGES = Patch(
    "locked packages",
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


js_runtimes._run_initial_install = _install


@_LOCKED_PACKAGES.verified_by
def _verify_locked_packages() -> None:
    source = inspect.getsource(js_runtimes)
    _LOCKED_PACKAGES.require_text(source, _CALL, file="utils/js_runtimes.py")
    _LOCKED_PACKAGES.require_attributes(processes, "show_status")


_COMPILED_APP = Patch(
    "compiled app",
    reason="Reflex serves a compiled app without compiling it again only when its own command line"
    " starts the server.",
    obsolete_when="skipping compilation and mounting the compiled pages are public settings",
)
_SWITCHES = ("REFLEX_MOUNT_FRONTEND_COMPILED_APP", "REFLEX_SKIP_COMPILE")


def serving_switches() -> dict[str, str]:
    """Return the environment variables by which Reflex serves a build as it is."""
    _verify_compiled_app()
    return {getattr(environment, switch).name: "true" for switch in _SWITCHES}


def _verify_compiled_app() -> None:
    _COMPILED_APP.require_attributes(environment, *_SWITCHES)


_COMPILED_APP.verified_by(_verify_compiled_app)

_PUBLIC_RUNTIME = Patch(
    "public runtime",
    reason="Compiled components import Reflex's whole runtime and Emotion, up to 82 KB of script"
    " that a page without State and style properties never uses.",
    obsolete_when="Reflex compiles pages without State into scripts without its runtime",
)
_HERE = Path(__file__).parent
_SCRIPTS = ("public_runtime.js", "public_resolve.mjs")
_EXPORTED = re.compile(r"export (?:const|function) ([a-z]\w*)|\bas (\w+)")


def public_runtime() -> dict[str, str]:
    """Return the scripts that replace the runtime by their names, for the public pages' folder."""
    return {name: (_HERE / name).read_text() for name in _SCRIPTS}


@_PUBLIC_RUNTIME.verified_by
def _verify_public_runtime() -> None:
    patch, generated = _PUBLIC_RUNTIME, state_script() + context_script()
    patch.require(Dirs.STATE_PATH == "utils/state", "utils/state among its scripts")
    patch.require(Dirs.CONTEXTS_PATH == "utils/context", "utils/context among its scripts")
    patch.require('import { jsx } from "@emotion/react"' in generated, "jsx of @emotion/react")
    for names in _EXPORTED.findall(public_runtime()["public_runtime.js"]):
        name = "".join(names)
        if name == "jsx":
            continue
        is_exported = re.search(rf"^export (const|function) {name}\b", generated, re.MULTILINE)
        patch.require(is_exported, f"the export {name} in utils/state.js or utils/context.jsx")


class ReflexPatchesPlugin(Plugin):
    """Verifies all patches and edits `utils/state.js`. Raises PatchFailed if one does not fit."""

    def pre_compile(self, **context: Any) -> None:
        """Apply the patches at the start of a build."""
        verify_all()
        context["add_modify_task"](portal_scripts.FILE, portal_scripts.edit_state_script)


def verify_all() -> None:
    """Raise PatchFailed for the first patch that does not fit the installed Reflex."""
    # Imported late: components are read after the settings that name the plugin.
    from awards_site.reflex_patches import components, session_states, websocket  # noqa: F401

    for verify in CHECKS.values():
        verify()
