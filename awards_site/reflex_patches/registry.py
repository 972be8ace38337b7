"""The list of all patches."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from awards_site import reflex_patches


def _patches() -> tuple[ModuleType, ...]:
    names = [module.name for module in iter_modules(reflex_patches.__path__)]
    modules = [import_module(f"{reflex_patches.__name__}.{name}") for name in names]
    return tuple(module for module in modules if hasattr(module, "PATCH"))


PATCHES = _patches()


def verify_all() -> None:
    """Raise PatchFailed for the first patch that does not fit the installed Reflex."""
    for patch in PATCHES:
        patch.verify()
