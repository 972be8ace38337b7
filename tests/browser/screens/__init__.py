"""Tests of what all management screens have in common; each module describes one screen.

A new screen is a new module here, named like the folder of its entity.
"""

from importlib import import_module
from pkgutil import iter_modules

from awards_site.features.registry import FOLDERS

SCREENS = tuple(
    import_module(f"{__name__}.{module.name}").SCREEN
    for module in iter_modules(__path__)
    if module.name in FOLDERS
)

OTHER_SCREENS = {
    "": "[data-testid=dashboard]",
    "embargoes": "[data-testid=record]",
    "media": "[data-testid=record]",
    "trash": "[data-testid=record]",
    "audit": "[data-testid=record]",
    "personal-data": "main [role=status] li",
}
"""The slugs of the screens that have tests of their own, with a selector of what they show."""
