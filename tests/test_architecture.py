"""Imports point down the rooms, and screens read and write data by use cases alone."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "awards_site"

ROOMS = (
    "settings",
    "frontend",
    "core",
    "accounts",
    "records",
    "reflex_patches",
    "ui",
    "portal",
    "features",
    "pages",
    "prerender",
    "operations",
    "app",
    "cli",
    "__main__",
)
"""The folders and modules of the package from bottom to top; one imports from itself and below."""

SCREENS = ("awards_site.portal.", "awards_site.features.", "awards_site.pages.", "awards_site.ui.")
DATA_SOURCES = ("awards_site.core.database.sessions", "awards_site.core.database.repository")
SERVED_WITHOUT_REFLEX = {"awards_site.pages.forms", "awards_site.pages.seo"}
"""Pages that their endpoint makes on its own, out of what it reads."""


@dataclass(frozen=True)
class Import:
    """An import of a module of the project."""

    importer: str
    line: int
    module: str

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.module}"

    @property
    def height(self) -> int:
        return room(self.module) - room(self.importer)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported_modules(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines and names of what `path` imports at any level."""
    for node in ast.walk(ast.parse(path.read_text(), filename=str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively; write the full name"
            for each in node.names:
                full = f"{node.module}.{each.name}"
                yield node.lineno, full if full in MODULES else str(node.module)


def room(module: str) -> int:
    """Return the place of a module's room in ROOMS. Raises ValueError if it has none."""
    return ROOMS.index(module.split(".")[1])


IMPORTS = [
    Import(name, *found)
    for name, path in MODULES.items()
    for found in imported_modules(path)
    if found[1] in MODULES and PACKAGE.name not in {name, found[1]}
]


def test_imports_point_down() -> None:
    assert not [str(each) for each in IMPORTS if each.height > 0]


def test_modules_do_not_import_each_other() -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for each in IMPORTS:
        graph[each.importer].add(each.module)
    assert graph["awards_site.features.nominees.api"] > {"awards_site.records.endpoints"}
    # Raises CycleError, which names the modules of a cycle.
    TopologicalSorter(graph).prepare()


def test_screens_do_not_read_the_database() -> None:
    screens = {
        name
        for name, path in MODULES.items()
        if name.startswith(SCREENS) and "reflex" in {found for _, found in imported_modules(path)}
    }
    assert len(screens) > 50
    assert not [
        str(each)
        for each in IMPORTS
        if each.importer in screens - SERVED_WITHOUT_REFLEX and each.module in DATA_SOURCES
    ]


HTTP = ("httpx", "fastapi", "starlette", "awards_site.core.http")
GATEWAY = {
    "starlette.concurrency",
    "awards_site.core.http.monitoring",
}
"""The gateway needs them to serve events: threads, and the name of the request's id."""


def test_screens_know_no_http() -> None:
    screens = [
        name
        for name in MODULES
        if name.startswith("awards_site.portal.") or ".admin" in name.removeprefix("awards_site.")
    ]
    assert len(screens) > 50
    known = {
        f"{name}:{line} imports {module}"
        for name in screens
        for line, module in imported_modules(MODULES[name])
        if module.startswith(HTTP) or module.endswith(("api", ".endpoints"))
        if name != "awards_site.portal.gateway" or module not in GATEWAY
    }
    assert not known
