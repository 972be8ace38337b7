"""The documents name only files, commands, settings, routes and code that exist."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from awards_site.app import make_api
from awards_site.cli import app as commands
from awards_site.settings import Settings
from bench.__main__ import BENCHMARKS
from tests.api.routes import endpoints

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "awards_site"
FOLDERS = ("awards_site", "alembic", "assets", "bench", "reflex.lock", "tests", "tools")
DOCUMENTS = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "CHANGELOG.md"})
"""All but the list of changes, which names what is gone."""

ELSEWHERE = {
    "commands of other programs": r"alembic .+|npm .+|python -m fontTools\..+|psql|--[\w-]+( .+)?",
    "names of PostgreSQL": r"pg_\w+|VACUUM .+|\?(sslmode|host)=.+",
    "names of systemd, Debian, S3 and Prometheus": r"ReadWritePaths|libfribidi0|s3:\w+|process_...",
    "sources of fonts": r"@(expo-google-fonts|fontsource)/\*",
    "examples": r'NAME=value|backup-YYYYMMDD-HHMMSS|contact-messages-screen|1_000|\{"name": .+',
    "files of a data folder or a backup": r"uploads/|manifest\.json",
}
"""Patterns of what is not in the code, by what it is."""

_HIDDEN = re.compile(
    r"^```.*?^```$|^### What this version removes$.*?(?=^#|\Z)", re.DOTALL | re.MULTILINE
)
"""Blocks of code, some of which are tested elsewhere, and the list of what was removed."""
_COMMAND = re.compile(r"\bmake\b|-m (?:awards_site|bench)\b")
_FILE = re.compile(r"(?:[\w.*-]+/)+[\w.*-]*|[\w*-]+\.(?:py|jsx?|mjs|md|toml|json|in)")
_ROUTE = re.compile(r"(?:([A-Z]+) )?(?:\.\.\.|\{\w+\})?(/[\w/{}.*-]*)(?:\?.*)?")
_WORD = re.compile(r"[A-Za-z_][\w-]*")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*(?://|#).*?$", re.DOTALL | re.MULTILINE)
"""A comment of JavaScript, of a style sheet or of a configuration."""


@cache
def shown(document: Path) -> str:
    return _HIDDEN.sub(lambda each: "\n" * each[0].count("\n"), document.read_text())


def found(pattern: str) -> Iterator[tuple[str, Path, re.Match[str]]]:
    """Yield each match in the documents, after its place and its document."""
    for document in DOCUMENTS:
        text = shown(document)
        for match in re.finditer(pattern, text, re.MULTILINE):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{document.relative_to(ROOT)}:{line}: {match[0]}", document, match


def in_backticks() -> Iterator[tuple[str, Path, str]]:
    """Yield what stands in backticks and is not of others, after its place and its document."""
    for place, document, match in found(r"`([^`]+)`"):
        text = " ".join(match[1].split())
        if not any(re.fullmatch(each, text) for each in ELSEWHERE.values()):
            yield place, document, text


def is_file(path: str, document: Path) -> bool:
    """Return whether a path is that of a file; a name alone may be in any folder of the package.

    What `.gitignore` lists is made when the site is built or runs.
    """
    ignored = (ROOT / ".gitignore").read_text().split()
    if {path, path.rpartition("/")[2]} & {*ignored}:
        return True
    folders = (ROOT, PACKAGE, document.parent)
    return any(any(each.glob(path.rstrip("/"))) for each in folders) or (
        "/" not in path and any(PACKAGE.rglob(path))
    )


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield the names and the texts of Python code without docstrings."""
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.AsyncFunctionDef(name=name) | ast.alias(name=name) | ast.Name(id=name):
                yield name
            case ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(name)) if node not in docstrings:
                yield name


class Code:
    """The names and the texts of the sources, and what their classes have, by the class's name."""

    def __init__(self) -> None:
        texts = set[str]()
        names = set[str]()
        self.members: dict[str, set[str]] = defaultdict(set)
        for path in sources():
            if path.suffix == ".py":
                tree = ast.parse(path.read_text())
                names.update(names_in(tree))
                for node in ast.walk(tree):
                    if isinstance(node, ast.ClassDef):
                        self.members[node.name].update(names_in(node))
            else:
                text = _COMMENT.sub("", path.read_text())
                texts.add(text)
                names.update(_WORD.findall(text))
        self.names = frozenset(names)
        self.text = "\n".join(names | texts)
        self.words = frozenset(_WORD.findall(self.text))


code = cache(Code)


def sources() -> Iterator[Path]:
    """Yield the files that are code, name packages, or configure servers."""
    yield from (*ROOT.glob("*.in"), ROOT / "Makefile", *(ROOT / "deploy").iterdir())
    for path in (each for folder in FOLDERS for each in (ROOT / folder).rglob("*.*")):
        is_code = path.suffix in {".py", ".js", ".jsx", ".mjs", ".cjs", ".css"}
        if (is_code or path.name == "package.json") and "node_modules" not in path.parts:
            yield from {path} - {Path(__file__)}


def is_named(text: str, _document: Path) -> bool:
    """Return whether the code has a name, a text word for word, or all words of an expression."""
    name = text.lstrip("@").partition("(")[0]
    head, _, member = name.rpartition(".")
    if head in code().members:
        return member in code().members[head]
    if re.fullmatch(r"[\w-]+", name):
        return name in code().names
    return text.rstrip("*") in code().text or {*_WORD.findall(name)} <= code().words


@cache
def routes() -> frozenset[str]:
    return frozenset(re.sub(r"\{\w+\}", "{}", name) for name, _ in endpoints(make_api()))


def is_route(text: str, _document: Path) -> bool:
    """Return whether the API has a route, or the code a path; `{record}/...` is any beginning."""
    match = _ROUTE.fullmatch(text)
    assert match
    path = re.sub(r"\{\w+\}", "{}", match[2])
    if match[1] is None:
        return path in code().text or any(each.endswith(f" {path}") for each in routes())
    ends = path if not text.startswith(f"{match[1]} /") else f" {path}"
    return any(each.startswith(f"{match[1]} ") and each.endswith(ends) for each in routes())


def kind_of(text: str) -> str:
    if _COMMAND.search(text) or text.startswith("AWARDS_"):
        return "command or setting"
    kinds = {"file": _FILE, "route": _ROUTE}
    return next((kind for kind, each in kinds.items() if each.fullmatch(text)), "name")


@pytest.mark.parametrize(
    ("kind", "exists"), [("file", is_file), ("route", is_route), ("name", is_named)]
)
def test_what_stands_in_backticks_exists(kind: str, exists: Callable[[str, Path], bool]) -> None:
    named = [each for each in in_backticks() if kind_of(each[2]) == kind]
    assert len(named) > 20
    assert not [place for place, document, text in named if not exists(text, document)]


def test_links_lead_to_files_and_headings() -> None:
    broken = []
    for place, document, link in found(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)"):
        target = document.parent / link[1] if link[1] else document
        headings = re.findall(r"^#+ (.+)$", target.read_text(), re.M) if link[2] else []
        anchors = {re.sub(r"[^\w-]", "", each.lower().replace(" ", "-")) for each in headings}
        if not target.exists() or (link[2] or "") not in {"", *anchors}:
            broken.append(place)
    assert not broken


def test_files_have_the_names_that_are_said_to_be_there() -> None:
    """`name` (`file`), and `name` in `file`."""
    wrong = []
    for place, _, match in found(r"`@?([\w.]+)(?:\([^`]*\))?`\s+(?:\(|in\s)`([\w/]+\.py)`"):
        path = next(each for each in (ROOT / match[2], PACKAGE / match[2]) if each.is_file())
        if not {*match[1].split(".")} <= {*names_in(ast.parse(path.read_text()))}:
            wrong.append(place)
    assert not wrong


def test_settings_exist() -> None:
    variables = {str(field.validation_alias) for field in Settings.model_fields.values()}
    named = list(found(r"\bAWARDS_[A-Z_]+\b"))
    assert len(named) > 50
    known = variables | {*re.findall(r"AWARDS_\w+", code().text)}
    assert not [place for place, _, match in named if match[0] not in known]


def test_commands_exist() -> None:
    """Those in backticks, and in indented blocks."""
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    names = {each.callback: each.name for each in commands.registered_commands if each.callback}
    named_after = [name or each.__name__.replace("_", "-") for each, name in names.items()]
    known = {"make": targets, "-m awards_site": named_after, "-m bench": [*BENCHMARKS]}
    named = [
        (place, *command)
        for place, _, match in found(r"`[^`]+`|^ {4,}.+$")
        for command in re.findall(r"(\bmake|-m awards_site|-m bench) ([a-z][a-z-]*)", match[0])
    ]
    assert len(named) > 50
    assert not [place for place, program, name in named if name not in known[program]]
