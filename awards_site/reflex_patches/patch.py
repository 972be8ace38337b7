"""A patch: its reason, the change that would make it unnecessary, and its check."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version

from reflex_base.compiler.templates import context_template
from reflex_base.constants import Templates


class PatchFailed(RuntimeError):
    """The installed Reflex lacks what a patch builds on."""


@dataclass(frozen=True)
class Patch:
    """A patch of Reflex, whose check `verify` raises PatchFailed where it does not fit.

    `reason` is the defect or the limit that it works around. `obsolete_when` completes the sentence
    "Delete it when ...".
    """

    name: str
    reason: str
    obsolete_when: str

    def require(self, holds: object, anchor: str) -> None:
        """Raise PatchFailed unless `holds`; `anchor` names what Reflex must have."""
        if not holds:
            raise PatchFailed(
                f"The patch {self.name} does not fit Reflex {version('reflex')}, which lacks"
                f" {anchor}. Adapt the patch; delete it when {self.obsolete_when}."
            )

    def require_attributes(self, owner: object, *names: str) -> None:
        """Raise PatchFailed unless a class or a module of Reflex has these attributes."""
        for name in names:
            self.require(hasattr(owner, name), f"{getattr(owner, '__name__', owner)}.{name}")

    def require_text(self, text: str, *anchors: str, file: str) -> None:
        """Raise PatchFailed unless `text`, which is that of `file`, holds each anchor once."""
        for anchor in anchors:
            self.require(text.count(anchor) == 1, f"{anchor.strip()!r} once in {file}")

    def edit(self, text: str, edits: Mapping[str, str], file: str) -> str:
        """Return the text of `file` with the edits, texts by those before, made once only."""
        for before, after in edits.items():
            if after not in text or (before in text and before not in after):
                self.require_text(text, before, file=file)
                text = text.replace(before, after)
        return text

    def verified_by(self, verify: Callable[[], object]) -> None:
        """Add the patch to those that each build verifies; a decorator of its check."""
        CHECKS[self] = verify


CHECKS: dict[Patch, Callable[[], object]] = {}
"""The check of each patch of the modules that have been imported."""


def state_script() -> str:
    """Return `utils/state.js` as the installed Reflex brings it."""
    return (Templates.Dirs.WEB_TEMPLATE / "utils" / "state.js").read_text()


def context_script() -> str:
    """Return `utils/context.jsx` as the installed Reflex writes it for an app with a State."""
    return context_template(is_dev_mode=False, default_color_mode='"light"', state_name="state")
