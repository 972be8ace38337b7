"""The list of all patches."""

from importlib import import_module
from pkgutil import iter_modules

from awards_site import reflex_patches

_NO_PATCHES = {"patch", "plugin", "registry"}

PATCHES = tuple(
    import_module(f"{reflex_patches.__name__}.{module.name}")
    for module in iter_modules(reflex_patches.__path__)
    if module.name not in _NO_PATCHES
)


def verify_all() -> None:
    """Raise PatchFailed for the first patch that does not fit the installed Reflex."""
    for patch in PATCHES:
        patch.verify()
