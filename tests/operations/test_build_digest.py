"""Tests of which changes require a new build."""

from pathlib import Path

import pytest

from awards_site.operations.build import build_settings, source_digest
from awards_site.settings import Settings


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a small project."""
    for name, text in {
        "awards_site/page.py": "page",
        "awards_site/cli.py": "commands",
        "awards_site/operations/demo/content.py": "demo",
        "assets/theme.css": "theme",
        "reflex.lock/package.json": "{}",
        "rxconfig.py": "config",
        "requirements.txt": "reflex",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "changed",
    [
        "awards_site/page.py",
        "assets/theme.css",
        "reflex.lock/package.json",
        "rxconfig.py",
        "requirements.txt",
    ],
)
def test_a_changed_source_requires_a_new_build(root: Path, changed: str) -> None:
    before = source_digest(root)
    (root / changed).write_text("changed")
    assert source_digest(root) != before


def test_excluded_sources_require_no_new_build(root: Path) -> None:
    before = source_digest(root)
    (root / "awards_site" / "cli.py").write_text("changed")
    (root / "awards_site" / "operations" / "demo" / "content.py").write_text("changed")
    (root / "awards_site" / "__pycache__").mkdir()
    (root / "awards_site" / "__pycache__" / "page.pyc").write_text("changed")
    (root / "README.md").write_text("changed")
    (root / "assets" / "external").mkdir()
    (root / "assets" / "external" / "link.jsx").write_text("made by the compiler")
    assert source_digest(root) == before


@pytest.mark.parametrize(
    ("name", "value", "is_part"),
    [
        ("PORT", 3999, False),
        ("HOST", "0.0.0.0", False),
        ("AWARDS_DATA_DIR", "/elsewhere", False),
        ("AWARDS_ADMIN_PASSWORD", "secret", False),
        ("DATABASE_URL", "postgresql://a:secret@b/c", False),
        ("AWARDS_AUDIT_DAYS", 200, False),
        ("AWARDS_PROGRAMME", "Another Award", True),
    ],
)
def test_only_build_settings_require_a_new_build(
    name: str, value: object, is_part: bool, root: Path
) -> None:
    values = Settings.model_validate({name: value})
    assert (source_digest(root, values) != source_digest(root, Settings())) is is_part
    assert "secret" not in str(build_settings(values))
