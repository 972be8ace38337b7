"""The scripts that Reflex generates, as the installed version makes them."""

from reflex_base.compiler.templates import context_template
from reflex_base.constants import Templates


def state_script() -> str:
    """Return `utils/state.js` as the installed Reflex brings it."""
    return (Templates.Dirs.WEB_TEMPLATE / "utils" / "state.js").read_text()


def context_script() -> str:
    """Return `utils/context.jsx` as the installed Reflex writes it for an app with a State."""
    return context_template(is_dev_mode=False, default_color_mode='"light"', state_name="state")
