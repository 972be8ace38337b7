"""The requirements name all imported packages, pinned exactly."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OWN = {"awards_site", "bench", "tests", "tools"}

COME_WITH_ANOTHER = frozenset({"pydantic-core", "reflex-base"})
"""Packages that a requirement, pydantic or reflex, pins."""


def pins(name: str) -> dict[str, str]:
    """Return the pinned versions of a requirements file by package, included files aside."""
    found: dict[str, str] = {}
    for line in (ROOT / name).read_text().splitlines():
        if line and not line.startswith(("#", "-r ")):
            requirement, _, _platform = line.partition("; ")
            match = re.fullmatch(r"([a-z0-9-]+)(?:\[[a-z,]+\])?==([0-9][0-9a-z.]*)", requirement)
            assert match, f"{name} does not pin exactly: {line}"
            found[match[1]] = match[2]
    return found


def imported_packages(*folders: str) -> Iterator[tuple[str, str]]:
    """Yield (package as PyPI knows it, place) for each import of a package of others."""
    distributions = packages_distributions()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    modules = [name.name for name in node.names]
                elif isinstance(node, ast.ImportFrom):
                    modules = [node.module or ""]
                else:
                    continue
                for module in modules:
                    name = module.split(".")[0]
                    if name not in OWN and name not in sys.stdlib_module_names:
                        place = f"{path.relative_to(ROOT)}:{node.lineno}"
                        package = distributions.get(name, [name])[0].lower().replace("_", "-")
                        yield package, place


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_requirements_are_pinned_exactly_and_in_order(name: str) -> None:
    assert list(pins(name)) == sorted(pins(name))


@pytest.mark.parametrize(
    ("folders", "files"),
    [
        (("awards_site", "alembic"), ["requirements.txt"]),
        (("tests", "bench"), ["requirements.txt", "requirements-dev.txt"]),
    ],
    ids=["the site", "tests and measurements"],
)
def test_imported_packages_are_in_the_requirements(
    folders: tuple[str, ...], files: list[str]
) -> None:
    named = COME_WITH_ANOTHER.union(*map(pins, files))
    found = list(imported_packages(*folders))
    assert found
    missing = [f"{package}: {place}" for package, place in found if package not in named]
    assert not missing, f"{files[-1]} lacks:\n" + "\n".join(missing)


def npm_packages() -> set[str]:
    """Return the npm packages that the sources, the tests and tools/demo_art name."""
    sources = "".join(path.read_text() for path in (ROOT / "awards_site").rglob("*.py"))
    found = set(re.findall(r'"(@?[a-z][\w./-]*)@\d[\d.]*"', sources))
    for folder in (ROOT / "tests" / "npm", ROOT / "tools" / "demo_art"):
        found |= json.loads((folder / "package.json").read_text())["dependencies"].keys()
    return found


def test_every_requirement_is_explained_in_a_decision() -> None:
    decisions = "".join(path.read_text() for path in (ROOT / "docs" / "decisions").glob("*.md"))
    named = set(re.findall(r"`([^`\s]+)`", decisions))
    packages = pins("requirements.txt") | pins("requirements-dev.txt")
    assert packages.keys() - named == set()
    npm = {name for name in npm_packages() if f"{name.partition('/')[0]}/*" not in named}
    assert npm
    assert npm - named == set()
