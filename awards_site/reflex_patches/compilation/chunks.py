"""Bundles what most screens of the portal need, the icons and the tabs, into one script each."""

from awards_site.reflex_patches.anchors.generated_scripts import VITE_CONFIG_FILE, vite_config
from awards_site.reflex_patches.anchors.patch import Patch

PATCH = Patch(
    __name__,
    reason="Over HTTP/1.1, the 31 scripts of a screen take six round trips; 9 take two.",
    obsolete_when="the groups of `codeSplitting` are an option of Reflex",
)

_ANCHOR = "          groups: [\n"
_GROUPS = """\
            { name: "portal", minShareCount: 14 },
            { name: "icons", test: /lucide-react/, minShareCount: 2 },
            { name: "tabs", test: /react-(tabs|roving-focus|collection|direction)|list_tabs/ },
"""


def bundle_shared_scripts(config: str) -> str:
    """Return `vite.config.js` with the groups."""
    return PATCH.insert(config, after=_ANCHOR, line=_GROUPS, file=VITE_CONFIG_FILE)


def verify() -> None:
    bundle_shared_scripts(vite_config())
