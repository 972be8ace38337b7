"""The JavaScript of the site, one package with a folder for each concern, and its components.

    ListSearch = react("ListSearch", script("portal/tables/list_controls.jsx"), label=str)

The build copies the package beside what Reflex compiles. `portal/` is not part of public pages.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import reflex as rx
from reflex_base.plugins.base import Plugin

FOLDER = "frontend"
"""The folder of the package in the build."""
_HERE = Path(__file__).parent


class FrontendPlugin(Plugin):
    """Adds the package to a build."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str]]:
        """Return the scripts by their paths in the build."""
        return [
            (Path(FOLDER) / path.relative_to(_HERE), path.read_text())
            for path in sorted(_HERE.rglob("*.js*"))
        ]


def script(path: str) -> str:
    """Return what imports a script of the package. Raises FileNotFoundError without the script."""
    if not (_HERE / path).is_file():
        raise FileNotFoundError(_HERE / path)
    return f"$/{FOLDER}/{path}"


def inline_text(path: str) -> str:
    """Return the text of a script of the package that a document has within it."""
    return (_HERE / path).read_text()


def inline_script(path: str) -> rx.Component:
    """Return a script of the package as an element, which runs before all modules do."""
    return rx.el.script(inline_text(path))


def react(
    tag: str,
    library: str,
    *,
    alias: str | None = None,
    dependencies: Sequence[str] = (),
    **props: Any,
) -> type[rx.Component]:
    """Return a component that wraps one of a script.

    `props` are the types of its properties, or event handlers; `dependencies` are the npm packages
    that the script imports, with versions.
    """
    handlers = {name: each for name, each in props.items() if "EventHandler" in repr(each)}
    variables = {name: rx.Var[each] for name, each in props.items() if name not in handlers}
    members = {
        "library": library,
        "tag": tag,
        "alias": alias,
        "__module__": __name__,
        "__annotations__": {**variables, **handlers, "lib_dependencies": list[str]},
        "lib_dependencies": list(dependencies),
    }
    made: type[rx.Component] = type(rx.Component)(tag, (rx.Component,), members)
    return made
