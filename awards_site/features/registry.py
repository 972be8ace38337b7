"""The entities: a new one is a folder, a migration, and a line here."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from fastapi import APIRouter

from awards_site.records.entity import Entity

FOLDERS = (
    "events",
    "nominees",
    "running_order",
    "embargoes",
    "jurors",
    "sponsors",
    "cover_pages",
    "blog",
    "photos",
    "videos",
    "media",
    "content",
    "messages",
    "subscribers",
    "users",
)
"""The folder of each entity, in the order of the portal's menu, the search and the API's docs."""


def modules(name: str) -> list[ModuleType]:
    """Import the modules of a name, such as 'api', from the folders that have one."""
    paths = [f"{__package__}.{folder}.{name}" for folder in FOLDERS]
    return [import_module(path) for path in paths if find_spec(path)]


def entities() -> list[Entity]:
    return [api.endpoints.entity for api in modules("api")]


def routers(name: str) -> list[APIRouter]:
    """Return the routers of a name, such as 'published', from the `api` modules that have one."""
    return [getattr(api, name) for api in modules("api") if hasattr(api, name)]
