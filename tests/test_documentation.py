"""The documents name existing settings, commands, files, headings and test ids."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from awards_site.cli import app
from awards_site.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "SECURITY.md", *(ROOT / "docs").rglob("*.md")])
REMOVED = "### What this version removes"
"""The heading of a section that names what the version before had."""


def every_page() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def current_text(page: Path) -> str:
    return page.read_text().partition(REMOVED)[0]


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page()
def test_link_targets_exist(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text())
    missing = [
        f"{file}#{anchor}"
        for file, anchor in links
        if not (target := page.parent / file if file else page).exists()
        or (anchor and anchor not in anchors(target))
    ]
    assert not missing, f"{page.name} links to what does not exist"


@every_page()
def test_named_settings_exist(page: Path) -> None:
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    known |= set(re.findall(r"AWARDS_\w+", (ROOT / "deploy" / "compose.yaml").read_text()))
    named = set(re.findall(r"\bAWARDS_(?!TEST_|BENCH_)[A-Z_]*[A-Z]\b", current_text(page)))
    assert named <= known, f"{page.name} names settings that do not exist"


@every_page()
def test_named_commands_exist(page: Path) -> None:
    text = current_text(page)
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named_targets = set(re.findall(r"(?:`|    |\d )make ([a-z-]+)", text))
    assert named_targets <= targets, f"{page.name} names make commands that do not exist"
    commands = set(getattr(get_command(app), "commands", {}))
    named_commands = set(re.findall(r"python -m awards_site ([a-z][a-z-]+)", text))
    assert named_commands <= commands, f"{page.name} names operator's commands that do not exist"


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
