"""What every patch has: its reason, the change that would end it, and a check of its anchors."""

from dataclasses import dataclass
from importlib.metadata import version

from reflex_base.compiler.templates import context_template
from reflex_base.constants import Templates


class PatchFailed(RuntimeError):
    """The installed Reflex lacks what a patch builds on."""


@dataclass(frozen=True)
class Patch:
    """A patch of Reflex, named after its `module`.

    `reason` is the defect or the limit that it works around. `obsolete_when` completes the sentence
    "Delete it when ...".
    """

    module: str
    reason: str
    obsolete_when: str

    def require(self, holds: object, anchor: str) -> None:
        """Raise PatchFailed unless `holds`; `anchor` names what Reflex must have."""
        if not holds:
            raise PatchFailed(
                f"{self.module} does not fit Reflex {version('reflex')}, which lacks {anchor}."
                f" Adapt the patch; delete it when {self.obsolete_when}."
            )

    def require_text(self, text: str, *anchors: str, file: str) -> None:
        """Raise PatchFailed unless `text`, which is that of `file`, holds each anchor once."""
        for anchor in anchors:
            self.require(text.count(anchor) == 1, f"{anchor.strip()!r} once in {file}")

    def insert(self, text: str, *, after: str, line: str, file: str) -> str:
        """Return the text of `file` with a line after its anchor, where it may already be."""
        self.require_text(text, after, file=file)
        return text if line in text else text.replace(after, after + line)

    def replace(self, text: str, *, before: str, after: str, file: str) -> str:
        """Return the text of `file` with `after` in the place of `before`, where it may be."""
        if after in text and (before not in text or before in after):
            return text
        self.require_text(text, before, file=file)
        return text.replace(before, after)


def state_script() -> str:
    """Return `utils/state.js` as the installed Reflex brings it."""
    return (Templates.Dirs.WEB_TEMPLATE / "utils" / "state.js").read_text()


def context_script() -> str:
    """Return `utils/context.jsx` as the installed Reflex writes it for an app with a State."""
    return context_template(is_dev_mode=False, default_color_mode='"light"', state_name="state")
