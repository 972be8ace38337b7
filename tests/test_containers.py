"""The examples for containers have no known mistakes, and set only what the site reads."""

import re
import subprocess
import sys
from pathlib import Path

from awards_site.operations.build_digest import SOURCES
from tests.npm_packages import npm_package

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"


def assert_clean(*command: str | Path) -> None:
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_hadolint_finds_nothing_in_the_container_file() -> None:
    assert_clean(Path(sys.executable).with_name("hadolint"), DEPLOY / "Containerfile")


def test_dclint_finds_nothing_in_the_compose_file() -> None:
    dclint = npm_package("dclint") / "bin" / "dclint.cjs"
    assert_clean(Path(sys.executable).with_name("node"), dclint, DEPLOY / "compose.yaml")


def test_the_compose_file_sets_documented_settings_only() -> None:
    site = (DEPLOY / "compose.yaml").read_text().partition("services:")[0]
    names = set(re.findall(r"^    ([A-Z][A-Z_]+):", site, re.MULTILINE))
    documented = set(re.findall(r"`([A-Z][A-Z_]+)`", (ROOT / "docs" / "settings.md").read_text()))
    assert names
    assert names - documented == set()


def test_the_container_has_all_that_pages_are_built_from() -> None:
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text().split("\n")
    assert not {"Makefile", "alembic", "alembic.ini", *SOURCES} & set(ignored)
