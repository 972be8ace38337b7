"""Has browsers compile the portal's scripts while they load, not function by function later."""

from awards_site.reflex_patches.anchors.generated_scripts import VITE_CONFIG_FILE, vite_config
from awards_site.reflex_patches.anchors.patch import Patch

PATCH = Patch(
    __name__,
    reason="A screen calls most of its functions at once. Compiled one by one, they delay its first"
    " row by an eighth on a phone; Chromium compiles those of marked files in another thread.",
    obsolete_when="plugins of Vite are an option of Reflex, or its build marks its scripts",
)
HINT = "//# allFunctionsCalledOnLoad"
"""The mark of Chromium's explicit compile hints; a comment to other browsers."""

_ANCHOR = "  plugins: [\n"
# Rolldown's `postBanner` would be below a line that Vite puts at the top of some files.
_PLUGIN = f"""\
    {{
      name: "compile-hints",
      generateBundle: {{
        order: "post",
        handler(_options, files) {{
          for (const file of Object.values(files)) {{
            if (file.type === "chunk") file.code = `{HINT}\\n${{file.code}}`;
          }}
        }},
      }},
    }},
"""


def mark_scripts(config: str) -> str:
    """Return `vite.config.js` with a plugin that puts the mark at the top of each file."""
    return PATCH.insert(config, after=_ANCHOR, line=_PLUGIN, file=VITE_CONFIG_FILE)


def verify() -> None:
    mark_scripts(vite_config())
