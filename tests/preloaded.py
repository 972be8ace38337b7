"""Imports the whole site, in the process from which `tests/forked.py` forks others."""

import gc
import importlib
import pkgutil

import awards_site

_NOT_IMPORTED = {
    "awards_site.__main__",
    # It composes the app, from settings that a forked process has yet to get.
    "awards_site.app",
}

for module in pkgutil.walk_packages(awards_site.__path__, "awards_site."):
    if module.name not in _NOT_IMPORTED:
        importlib.import_module(module.name)

gc.freeze()
gc.enable()
