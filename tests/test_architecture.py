"""Imports follow the layers, and pages read data by the request client (docs/architecture.md)."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "awards_site"

LAYERS: tuple[str, ...] = (
    "settings frontend",
    "reflex_patches",
    "core",
    "mail",
    "auth",
    "resources",
    "ui",
    "admin social_images",
    "audit blog content cover_pages events media messages nominees personal_data photos"
    " sponsors subscribers trash uploads users videos",
    "pages",
    "public_pages",
    "checklist downloads forms prerender previews search seo",
    "api",
    "metrics",
    "backups",
    "retention",
    "awards_site",
    "demo",
    "tables",
    "operations",
    "cli",
    "__main__",
)
"""The layers of the package from bottom to top; a layer imports from itself and below."""

FEATURES = frozenset(LAYERS[7].split())

ABOVE_ALL = frozenset({"demo", "operations", "cli", "__main__"})

DATA = frozenset({"service", "api"})
"""The modules that screens do not import; `models` and `view` hold the schemas, which they may."""

DATA_SOURCES = (
    "awards_site.auth.sessions",
    "awards_site.core.storage",
    "awards_site.core.database",
    "awards_site.core.presentation.images",
    "awards_site.mail",
    "awards_site.uploads",
    "PIL",
    "io",
    "os",
    "pathlib",
    "sqlalchemy",
    "sqlmodel",
)
"""The modules that read the disk or the database, and what they read it with."""

FEATURE_ORDER = ("models", "service", "api")


@dataclass(frozen=True)
class Import:
    """An imported module, with the importing file and line."""

    path: Path
    line: int
    module: str

    @property
    def place(self) -> str:
        """The path and line."""
        return f"{self.path.relative_to(ROOT)}:{self.line}"

    @property
    def importer(self) -> tuple[str, ...]:
        """The importing module's name below the package, in parts."""
        return self.path.relative_to(PACKAGE).with_suffix("").parts

    @property
    def target(self) -> tuple[str, ...]:
        """The imported module's name below the package, in parts; empty for other packages."""
        parts = self.module.split(".")
        return tuple(parts[1:]) if parts[0] == PACKAGE.name else ()


def imports(path: Path) -> Iterator[Import]:
    """Yield what `path` imports at any level, `from package import module` as the module."""
    for node in ast.walk(ast.parse(path.read_text(), filename=str(path))):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(path, node.lineno, name.name)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively; write the full name"
            for name in node.names:
                full = f"{node.module}.{name.name}"
                yield Import(path, node.lineno, full if is_module(full) else str(node.module))


def is_module(name: str) -> bool:
    """Return whether the project has a module or package of that name."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def layer(name: tuple[str, ...]) -> int:
    """Return the layer of a module, given by its name below the package."""
    for height, parts in enumerate(LAYERS):
        if name[0] in parts.split():
            return height
    raise AssertionError(f"awards_site/{name[0]} has no place among the layers of {__file__}")


ALL_IMPORTS = [found for path in sorted(PACKAGE.rglob("*.py")) for found in imports(path)]
REFLEX_MODULES = {each.path for each in ALL_IMPORTS if each.module.split(".")[0] == "reflex"}
OWN_IMPORTS = [found for found in ALL_IMPORTS if found.target and len(found.importer) > 0]


def report(offenders: list[Import], rule: str) -> None:
    """Assert that there are no `offenders`; the message lists their places."""
    lines = [f"{found.place} imports {found.module}" for found in offenders]
    assert not lines, rule + ":\n" + "\n".join(lines)


def test_every_part_of_the_package_has_a_layer() -> None:
    parts = {
        path.stem
        for path in PACKAGE.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert parts - {"__init__"} == {part for layer in LAYERS for part in layer.split()}


def test_imports_point_down() -> None:
    report(
        [
            found
            for found in OWN_IMPORTS
            if found.importer[0] != "__init__" and layer(found.target) > layer(found.importer)
        ],
        "An import points up ; see LAYERS",
    )


def package(name: tuple[str, ...]) -> str:
    """Return the package that a module is in with all its folders, or the module at the top."""
    return name[0]


def folder(name: tuple[str, ...]) -> str:
    """Return the folder that a module is in, at any depth, or the module at the top."""
    is_folder = PACKAGE.joinpath(*name).is_dir()
    return ".".join(name if is_folder else name[:-1] or name)


@pytest.mark.parametrize(
    ("node", "importer", "known"),
    [
        (package, "nominees", {"auth", "core", "ui"}),
        (folder, "core.http.limits", {"core", "core.http.errors"}),
    ],
)
def test_packages_and_folders_form_acyclic_graphs(
    node: Callable[[tuple[str, ...]], str], importer: str, known: set[str]
) -> None:
    imported: dict[str, set[str]] = defaultdict(set)
    for found in OWN_IMPORTS:
        if node(found.target) != node(found.importer):
            imported[node(found.importer)].add(node(found.target))
    assert imported[importer] > known
    # Raises CycleError, which names the nodes of a cycle.
    TopologicalSorter(imported).prepare()


def test_nothing_below_imports_the_composition_root() -> None:
    report(
        [
            found
            for found in OWN_IMPORTS
            if found.target[0] == "awards_site" and found.importer[0] not in ABOVE_ALL
        ],
        "Only operations may import the composition root",
    )


@pytest.mark.parametrize("lower", range(len(FEATURE_ORDER)))
def test_a_feature_is_built_from_models_by_service_to_api(lower: int) -> None:
    above = FEATURE_ORDER[lower + 1 :]
    report(
        [
            found
            for found in OWN_IMPORTS
            if found.importer[0] in FEATURES | {"auth", "resources"}
            and found.importer[-1] == FEATURE_ORDER[lower]
            and found.target[0] == found.importer[0]
            and found.target[-1] in above
        ],
        "Inside a feature, models <- service <- api",
    )


def is_screen(found: Import) -> bool:
    """Return whether the importing module belongs to the user interface."""
    part = found.importer[0]
    return part in {"ui", "admin"} or (
        part in FEATURES | {"auth", "resources", "pages"} and found.path in REFLEX_MODULES
    )


def is_data_source(module: str) -> bool:
    """Return whether a module, or a package that it is in, reads the disk or the database."""
    return any(module == source or module.startswith(f"{source}.") for source in DATA_SOURCES)


def test_screens_read_data_only_by_the_request_client() -> None:
    report(
        [
            found
            for found in ALL_IMPORTS
            if is_screen(found)
            and (
                is_data_source(found.module)
                or (
                    found.target[:1] != ()
                    and found.target[0] in FEATURES | {"auth", "resources"}
                    and found.target[-1] in DATA
                )
            )
        ],
        "A page reaches data by awards_site.core.request_client alone",
    )


def test_models_and_services_do_not_import_screens() -> None:
    report(
        [
            found
            for found in ALL_IMPORTS
            if found.importer[0] in FEATURES | {"auth", "resources"}
            and found.importer[-1] in FEATURE_ORDER
            and (
                found.module.split(".")[0] == "reflex"
                or found.target[:1] in {("reflex_patches",), ("ui",), ("admin",)}
            )
        ],
        "Models, services and APIs do not import Reflex or the look",
    )
