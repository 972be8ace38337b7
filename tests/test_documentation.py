"""The documentation names existing settings, commands, files and headings."""

import re
import subprocess
from pathlib import Path

import pytest
from pydantic import ValidationError
from typer.main import get_command

from awards_site.cli import app
from awards_site.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
SETTINGS_PAGE = ROOT / "docs" / "settings.md"

LINE = re.compile(
    r"^\| `(?P<name>[A-Z_]+)` \| (?:`(?P<default>[^`]*)`)? *\| (?P<text>.+) \|$", re.M
)


def settings_lines() -> dict[str, re.Match[str]]:
    """Return the lines of the table of settings, by the settings' names."""
    return {line["name"]: line for line in LINE.finditer(SETTINGS_PAGE.read_text())}


@pytest.mark.parametrize("field", Settings.model_fields)
def test_every_setting_is_documented_with_its_default(field: str) -> None:
    information = Settings.model_fields[field]
    name = str(information.validation_alias)
    line = settings_lines().get(name)
    assert line is not None, f"docs/settings.md has no line for {name}"
    default = information.default
    shown = ",".join(default) if isinstance(default, frozenset) else str(default)
    shown = str(int(default)) if isinstance(default, bool) else shown
    assert (line["default"] or "") == shown, f"docs/settings.md has another default of {name}"
    assert information.description, f"{name} has no description"


def test_no_removed_setting_is_documented() -> None:
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    assert settings_lines().keys() <= known


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_link_targets_exist(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text())
    missing = [
        f"{file}#{anchor}"
        for file, anchor in links
        if not (target := page.parent / file if file else page).exists()
        or (anchor and anchor not in anchors(target))
    ]
    assert not missing, f"{page.name} links to what does not exist"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_named_commands_exist(page: Path) -> None:
    text = page.read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named_targets = set(re.findall(r"(?:`|    |\d )make ([a-z-]+)", text))
    assert named_targets <= targets, f"{page.name} names make commands that do not exist"
    commands = set(getattr(get_command(app), "commands", {}))
    named_commands = set(re.findall(r"python -m awards_site ([a-z][a-z-]+)", text))
    assert named_commands <= commands, f"{page.name} names operator's commands that do not exist"


def test_every_command_of_the_makefile_is_described_by_its_help() -> None:
    outcome = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    phony = set(re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.M))
    described = {line.split()[0] for line in outcome.stdout.splitlines()[1:]}
    assert described == phony


def test_documented_test_ids_exist() -> None:
    table = (ROOT / "docs" / "testing.md").read_text().partition("## Test ids")[2]
    rows = [line for line in table.partition("## ")[0].splitlines() if line.startswith("| ")]
    documented = set(re.findall(r"`([a-z-]+)`", "".join(rows)))
    sources = "".join(
        path.read_text()
        for path in (ROOT / "awards_site").rglob("*")
        if path.suffix in {".py", ".jsx"}
    )
    missing = {test_id for test_id in documented if f'"{test_id}"' not in sources}
    assert documented
    assert not missing, "docs/testing.md names test ids that no page has"


def test_an_invalid_setting_is_named() -> None:
    with pytest.raises(ValidationError, match="PORT"):
        Settings.model_validate({"PORT": "many"})


def test_decisions_are_numbered_without_gaps_and_complete() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for number, page in enumerate(decisions, start=1):
        text = page.read_text()
        assert page.name.startswith(f"{number:04}-")
        assert text.startswith(f"# {number}. ")
        for part in ("## Context", "## Decision", "## Consequences"):
            assert part in text, f"{page.name} lacks {part}"
