"""The documentation names existing settings, commands, files and headings."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from pydantic import ValidationError
from typer.main import get_command

from awards_site.cli import app
from awards_site.operations.build import BUILD_VARIABLES
from awards_site.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "SECURITY.md", *(ROOT / "docs").rglob("*.md")])
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
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


def test_the_settings_that_are_part_of_the_pages_are_marked() -> None:
    marked = {name for name, line in settings_lines().items() if line["text"].endswith(" Pages.")}
    assert marked == BUILD_VARIABLES


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


FILE = re.compile(r"[\w./-]*\w\.(?:py|m?js|jsx|css|ini|toml|yaml|service)\b")
FOLDER = re.compile(r"[a-z_][\w.-]*(?:/[\w.-]+)*/|[a-z_]+(?:/[\w.-]+)+")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")

SOURCES = {"", ".css", ".in", ".ini", ".js", ".jsx", ".json", ".mjs", ".py", ".service", ".toml"}
NOT_IN_THE_SOURCES = {
    *("Node.js", "psql", "rsync"),
    "awards_site/mentions/models.py",
    *("MentionBase", "MentionCreate", "MentionPublic", "MentionUpdate"),
    *("deploy/.env", "build/", "sbom/npm.json", "sbom/python.json"),
}
"""Programs of others, the walkthroughs' example, and files that commands and operators make."""


@cache
def source_names() -> tuple[frozenset[str], frozenset[str]]:
    """Return the paths of the sources with all their ends and beginnings, and the words in them."""
    made = {"build", "data", "external", "node_modules"}
    files = [
        path.relative_to(ROOT)
        for top in ROOT.iterdir()
        if not top.name.startswith(".")
        for path in (top, *top.rglob("*"))
        if path.is_file() and not made.intersection(path.relative_to(ROOT).parts)
    ]
    paths = {
        "/".join(parts[start:end])
        for parts in (file.parts for file in files)
        for start in range(len(parts))
        for end in range(start + 1, len(parts) + 1)
    }
    words = {str(field.validation_alias) for field in Settings.model_fields.values()}
    for file in files:
        is_source = file.suffix in SOURCES and file.name != "package-lock.json"
        if is_source and ROOT / file != Path(__file__):
            words.update(re.findall(r"\w+", (ROOT / file).read_text()))
    return frozenset(paths), frozenset(words)


def missing_names(text: str) -> set[str]:
    """Return the files that a text names, and the folders and names in backticks, if missing."""
    paths, words = source_names()
    spans = set(re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)))
    named_paths = {name.removeprefix("../") for name in FILE.findall(text)}
    named_paths |= {span for span in spans if FOLDER.fullmatch(span)}
    names = {span for span in spans if NAME.fullmatch(span)} - named_paths
    missing = {path for path in named_paths if path.strip("/") not in paths}
    missing |= {name for name in names if not words.issuperset(name.split("."))}
    return missing - NOT_IN_THE_SOURCES


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name != "content-sections.md"],  # It has a test of its own.
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_named_files_folders_and_names_of_the_code_exist(page: Path) -> None:
    assert missing_names(page.read_text()) == set()


@pytest.mark.parametrize(
    "text",
    ["core/nowhere.py", "`core/nowhere/`", "`NoSuchClass`", "`settings.no_such`", "`AWARDS_NONE`"],
)
def test_a_missing_name_is_found(text: str) -> None:
    assert missing_names(text) == {text.strip("`")}


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
    assert phony
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


@pytest.mark.parametrize(("number", "page"), list(enumerate(DECISIONS, start=1)))
def test_decisions_are_numbered_without_gaps_and_have_the_same_parts(
    number: int, page: Path
) -> None:
    text = page.read_text()
    assert page.name.startswith(f"{number:04}-")
    assert text.startswith(f"# {number}. ")
    parts = re.findall("^## (.+)$", text, re.M)
    every = ["Context", "Decision", "Alternatives", "Consequences"]
    assert parts == [part for part in every if part in {"Context", "Decision", *parts}]
