"""Leaves out the library by which Reflex keeps State in cookies: the portal keeps none there."""

import reflex as rx
from reflex.compiler.utils import compile_client_storage
from reflex_base.constants import COOKIES

from awards_site.reflex_patches.anchors.generated_scripts import (
    ALIASES,
    VITE_CONFIG_FILE,
    alias,
    state_script,
    vite_config,
)
from awards_site.reflex_patches.anchors.patch import Patch

PATCH = Patch(
    __name__,
    reason="universal-cookie adds 2.5 KB to each first load of the portal.",
    obsolete_when="Reflex imports universal-cookie only for an app that uses rx.Cookie",
)

MODULE_FILE = "utils/cookies.js"
MODULE = """\
// Stands for universal-cookie: no State is kept in cookies.
export default class Cookies {}
"""

_LIBRARY = "universal-cookie"


class CookieFound(RuntimeError):
    """A State has an rx.Cookie, which needs the library."""


def leave_out(config: str) -> str:
    """Return `vite.config.js` without the library."""
    return PATCH.insert(
        config, after=ALIASES, line=alias(_LIBRARY, MODULE_FILE), file=VITE_CONFIG_FILE
    )


def check_states() -> None:
    """Raise CookieFound if a State has a cookie."""
    if found := compile_client_storage(rx.State)[COOKIES]:
        raise CookieFound(
            f"Keep {', '.join(found)} elsewhere than in cookies, or delete {__name__}"
        )


def verify() -> None:
    leave_out(vite_config())
    PATCH.require_text(state_script(), f'import Cookies from "{_LIBRARY}"', file="utils/state.js")
