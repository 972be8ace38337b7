"""Builds public pages without Reflex's event loop, State and websocket."""

import re
from pathlib import Path

from reflex_base.constants import Dirs

from awards_site.reflex_patches.patch import Patch, context_script, state_script

PATCH = Patch(
    __name__,
    reason="Compiled components import Reflex's whole runtime and Emotion, up to 82 KB of script"
    " that a page without State and style properties never uses.",
    obsolete_when="Reflex compiles pages without State into scripts without its runtime",
)

_HERE = Path(__file__).parent
_SCRIPTS = ("public_runtime.js", "public_resolve.mjs")
_EXPORTED = re.compile(r"export (?:const|function) ([a-z]\w*)|\bas (\w+)")


def sources() -> dict[str, str]:
    """Return the scripts of the patch by their names, for the folder of the public pages."""
    return {name: (_HERE / name).read_text() for name in _SCRIPTS}


def verify() -> None:
    PATCH.require(Dirs.STATE_PATH == "utils/state", "utils/state among its scripts")
    PATCH.require(Dirs.CONTEXTS_PATH == "utils/context", "utils/context among its scripts")
    generated = state_script() + context_script()
    PATCH.require('import { jsx } from "@emotion/react"' in generated, "jsx of @emotion/react")
    for names in _EXPORTED.findall(sources()["public_runtime.js"]):
        name = "".join(names)
        if name == "jsx":
            continue
        is_exported = re.search(rf"^export (const|function) {name}\b", generated, re.MULTILINE)
        PATCH.require(is_exported, f"the export {name} in utils/state.js or utils/context.jsx")
