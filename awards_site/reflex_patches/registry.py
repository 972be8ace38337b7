"""The list of all patches."""

from importlib import import_module
from pkgutil import iter_modules

from awards_site.reflex_patches import compilation, websocket

PATCHES = tuple(
    import_module(f"{folder.__name__}.{module.name}")
    for folder in (compilation, websocket)
    for module in iter_modules(folder.__path__)
)


def verify_all() -> None:
    """Raise PatchFailed for the first patch that does not fit the installed Reflex."""
    for patch in PATCHES:
        patch.verify()
