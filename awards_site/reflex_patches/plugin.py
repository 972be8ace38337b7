"""Verifies all patches at the start of a build, and edits what Reflex generates."""

from typing import Any

from reflex_base.plugins.base import Plugin

# `locked_packages` is in effect once imported.
from awards_site.reflex_patches import (
    locked_packages,  # noqa: F401
    offline_events,
    page_token,
    port,
)


class ReflexPatchesPlugin(Plugin):
    """Applies the patches to a build. Raises PatchFailed when one does not fit."""

    def pre_compile(self, **context: Any) -> None:
        # Some patches have components, which are read after the settings that name this plugin.
        from awards_site.reflex_patches.registry import verify_all

        verify_all()
        context["add_modify_task"](port.FILE, _edit_state_script)


def _edit_state_script(script: str) -> str:
    """Return `utils/state.js` with the edits of all patches."""
    for edit in (port.use_page_port, page_token.send_in_payload, offline_events.offer):
        script = edit(script)
    return script
