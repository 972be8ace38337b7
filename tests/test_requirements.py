"""The requirements name all imported packages, pinned exactly, and are locked with checksums."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
OWN = {"awards_site", "bench", "tests", "tools"}

COME_WITH_ANOTHER = frozenset({"pydantic-core", "reflex-base"})
"""Packages that a requirement, pydantic or reflex, pins."""


def pins(name: str) -> dict[str, str]:
    """Return the pinned versions of a file of direct requirements, included files aside."""
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


SETS = ["requirements", "requirements-dev", "requirements-install", "requirements-release"]


def locked(name: str) -> dict[str, str]:
    """Return the versions of a lock file by package; each must have a checksum."""
    found: dict[str, str] = {}
    for entry in (ROOT / f"{name}.txt").read_text().replace("\\\n", "").splitlines():
        if entry and not entry.startswith("#"):
            pin, _, checksum = entry.partition(" --hash=sha256:")
            assert re.match(r"[0-9a-f]{64}", checksum), f"{name}.txt has no checksum: {pin}"
            package = Requirement(pin)
            # A package may be locked in one version for each range of Pythons.
            if package.marker is None or package.marker.evaluate():
                found[package.name] = str(package.specifier).removeprefix("==")
    return found


@pytest.mark.parametrize("name", SETS)
def test_the_lock_has_the_direct_requirements_with_checksums(name: str) -> None:
    direct = pins(f"{name}.in")
    if name == "requirements-dev":
        direct |= pins("requirements.in")
    assert direct
    assert direct.items() - locked(name).items() == set(), "run `make lock`"


@pytest.mark.parametrize("name", ["reflex.lock", "tests/npm"])
def test_every_npm_package_is_locked_with_a_checksum(name: str) -> None:
    packages = json.loads((ROOT / name / "package-lock.json").read_text())["packages"]
    packages.pop("")
    assert packages
    assert [path for path, each in packages.items() if "sha512-" not in each["integrity"]] == []
    assert [path for path, each in packages.items() if each.get("hasInstallScript")] == []


def test_no_lock_names_a_registry() -> None:
    files = [ROOT / f"{name}.{suffix}" for name in SETS for suffix in ("in", "txt")]
    files += [ROOT / name / "package-lock.json" for name in ("reflex.lock", "tests/npm")]
    for file in files:
        text = file.read_text()
        assert "index-url" not in text
        assert '"resolved"' not in text
        assert not re.search(r"^[^#\n\"]*https?://", text, re.MULTILINE), file


@pytest.mark.parametrize(
    ("folders", "files"),
    [
        (("awards_site", "alembic"), ["requirements.in"]),
        (("tests", "bench"), ["requirements.in", "requirements-dev.in"]),
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
