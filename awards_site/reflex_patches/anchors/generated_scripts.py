"""The scripts that Reflex generates, as the installed version makes them."""

from reflex_base.compiler.templates import context_template, vite_config_template
from reflex_base.constants import ReactRouter, Templates

VITE_CONFIG_FILE = ReactRouter.VITE_CONFIG_FILE
ALIASES = "    alias: [\n"
"""The line of `vite.config.js` after which the aliases of packages stand."""


def alias(package: str, file: str) -> str:
    """Return the line of `vite.config.js` by which a package is imported from a generated file."""
    return (
        f'      {{ find: "{package}", replacement: fileURLToPath('
        f'new URL("./{file}", import.meta.url)) }},\n'
    )


def vite_config() -> str:
    """Return `vite.config.js` as the installed Reflex writes it."""
    return vite_config_template(
        base="/", hmr=False, force_full_reload=False, experimental_hmr=False, sourcemap=False
    )


def state_script() -> str:
    """Return `utils/state.js` as the installed Reflex brings it."""
    return (Templates.Dirs.WEB_TEMPLATE / "utils" / "state.js").read_text()


def context_script() -> str:
    """Return `utils/context.jsx` as the installed Reflex writes it for an app with a State."""
    return context_template(is_dev_mode=False, default_color_mode='"light"', state_name="state")
