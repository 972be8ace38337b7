"""Replaces Emotion, Reflex's styling in script, by React's own element factory."""

import re
from pathlib import Path

from awards_site.reflex_patches.anchors.generated_scripts import (
    ALIASES,
    VITE_CONFIG_FILE,
    alias,
    context_script,
    vite_config,
)
from awards_site.reflex_patches.anchors.patch import Patch

PATCH = Patch(
    __name__,
    reason="Emotion adds 8 KB to each first load, and the site is styled by classes alone.",
    obsolete_when="compiled components make elements by React when no style property is used",
)

FACTORY_FILE = "utils/element.js"
FACTORY = """\
// Makes elements as React does: the site is styled by classes alone.
import { createElement } from "react";

export function jsx(type, props, ...children) {
  if (props?.css) {
    throw new Error(`style properties on <${type.displayName ?? type}>: use class_name`);
  }
  return createElement(type, props, ...children);
}
"""

_COMPILED_FOLDERS = ("app", "app_components")
_STYLE = re.compile(r"\bcss:\(\{.*?\}\)")
_EMOTION = "@emotion/react"


class StyleFound(RuntimeError):
    """A compiled component has a style property, for which the factory raises in the browser."""


def use_plain_elements(config: str) -> str:
    """Return `vite.config.js` with the factory in the place of Emotion."""
    return PATCH.insert(
        config, after=ALIASES, line=alias(_EMOTION, FACTORY_FILE), file=VITE_CONFIG_FILE
    )


def check_styles(web_dir: Path) -> None:
    """Raise StyleFound if a component that Reflex compiled into `web_dir` has a style property.

    Reflex turns each property that a component does not declare into a style, a misspelled one too.
    """
    for folder in _COMPILED_FOLDERS:
        for file in sorted((web_dir / folder).rglob("*.jsx")):
            style = _STYLE.search(file.read_text())
            if style:
                raise StyleFound(
                    f"{file.relative_to(web_dir)}: {style.group()} is a style property;"
                    " declare the property in its component, or use class_name"
                )


def verify() -> None:
    use_plain_elements(vite_config())
    factory_import = f'import {{ jsx }} from "{_EMOTION}"'
    PATCH.require_text(context_script(), factory_import, file="utils/context.jsx")
