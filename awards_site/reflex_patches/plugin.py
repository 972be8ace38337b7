"""Verifies all patches at the start of a build, and edits what Reflex generates."""

from collections.abc import Callable
from typing import Any

from reflex.utils.prerequisites import get_web_dir
from reflex_base.plugins.base import Plugin

# `locked_packages` is in effect once imported.
from awards_site.reflex_patches.anchors.generated_scripts import VITE_CONFIG_FILE
from awards_site.reflex_patches.compilation import (
    chunks,
    client_cookies,
    compile_hints,
    element_factory,
    locked_packages,  # noqa: F401
)
from awards_site.reflex_patches.websocket import offline_events, page_token, port, preloaded_state


class ReflexPatchesPlugin(Plugin):
    """Applies the patches to a build. Raises PatchFailed when one does not fit."""

    def pre_compile(self, **context: Any) -> None:
        # Some patches have components, which are read after the settings that name this plugin.
        from awards_site.reflex_patches.registry import verify_all

        verify_all()
        edit = context["add_modify_task"]
        edit(port.FILE, _edit_state_script)
        edit(VITE_CONFIG_FILE, _edit_vite_config)
        save = context["add_save_task"]
        save(lambda: (element_factory.FACTORY_FILE, element_factory.FACTORY))
        save(lambda: (client_cookies.MODULE_FILE, client_cookies.MODULE))

    def post_build(self, **_context: Any) -> None:
        """Check what Reflex compiled. Raises StyleFound or CookieFound."""
        element_factory.check_styles(get_web_dir())
        client_cookies.check_states()


def _edit_state_script(script: str) -> str:
    """Return `utils/state.js` with the edits of all patches."""
    return _apply(
        script,
        port.use_page_port,
        page_token.send_in_payload,
        offline_events.offer,
        preloaded_state.apply_before_connecting,
    )


def _edit_vite_config(config: str) -> str:
    """Return `vite.config.js` with the edits of all patches."""
    return _apply(
        config,
        element_factory.use_plain_elements,
        client_cookies.leave_out,
        chunks.bundle_shared_scripts,
        compile_hints.mark_scripts,
    )


def _apply(text: str, *edits: Callable[[str], str]) -> str:
    for edit in edits:
        text = edit(text)
    return text
