"""The build of the pages, with a fake compiler, and which changes require a new one."""

import os
import sys
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from awards_site.operations import CommandFailed
from awards_site.operations import build as module
from awards_site.operations.build import (
    build_environment,
    build_settings,
    ensure_built,
    source_digest,
)
from awards_site.prerender import PAGES_MANIFEST
from awards_site.settings import Settings


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty project whose sources have the digest in the file `digest`."""
    (tmp_path / "digest").write_text("first")
    (tmp_path / "reflex.lock").mkdir()
    (tmp_path / "reflex.lock" / "package.json").write_text('{"a": 1, "b": 2}')
    monkeypatch.setattr(module, "BUILDS_DIR", tmp_path / "build")
    monkeypatch.setattr(module, "WEB_DIR", tmp_path / ".web")
    monkeypatch.setattr(module, "LOCK_DIR", tmp_path / "reflex.lock")
    monkeypatch.setattr(
        module, "current_build", lambda: tmp_path / "build" / (tmp_path / "digest").read_text()
    )
    return tmp_path


@pytest.fixture
def compiler(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Replace Reflex by a fake, which may change the lock files; returns the commands run."""
    commands: list[list[str]] = []

    def compile_pages(command: list[str]) -> None:
        commands.append(command)
        pages = root / ".web" / PAGES_MANIFEST
        pages.parent.mkdir(parents=True, exist_ok=True)
        pages.write_text(f"build {len(commands)}")
        (root / ".web" / "node_modules" / "react").mkdir(parents=True, exist_ok=True)
        if (root / "new-packages").exists():
            packages = (root / "new-packages").read_text()
            (root / "reflex.lock" / "package.json").write_text(packages)
            (root / "digest").write_text("with-new-packages")

    monkeypatch.setattr(module, "run_tool", compile_pages)
    return commands


def test_pages_are_built_once_per_digest_of_the_sources(
    root: Path, compiler: list[list[str]]
) -> None:
    for digest, build in (("first", 1), ("first", 1), ("second", 2), ("first", 1)):
        (root / "digest").write_text(digest)
        build_dir = ensure_built()
        assert build_dir == root / "build" / digest
        assert (build_dir / PAGES_MANIFEST).read_text() == f"build {build}"
    assert len(compiler) == 2
    assert "export" in compiler[0]


def test_a_failed_build_leaves_no_build_folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: list[str]) -> None:
        raise CommandFailed("out of memory")

    monkeypatch.setattr(module, "run_tool", fail)
    with pytest.raises(CommandFailed, match="out of memory"):
        ensure_built()
    assert [path.name for path in (root / "build").iterdir()] == ["lock"]


def test_one_build_runs_while_others_wait(
    root: Path, compiler: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "build").mkdir()
    with FileLock(root / "build" / "lock"):
        other = threading.Thread(target=ensure_built)
        other.start()
        other.join(0.2)
        assert other.is_alive()
    other.join()
    assert "Waiting for another build" in capsys.readouterr().out
    assert len(compiler) == 1


def test_who_cannot_write_the_builds_learns_what_to_build_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_only = Path("/proc/build")
    monkeypatch.setattr(module, "BUILDS_DIR", read_only)
    with pytest.raises(CommandFailed, match=f"{read_only}.*AWARDS_PROGRAMME"):
        ensure_built()


def test_old_builds_are_removed_and_recent_ones_kept(root: Path, compiler: list[list[str]]) -> None:
    for number in range(module.MAX_BUILDS + 2):
        (root / "digest").write_text(f"build_dir-{number}")
        build_dir = ensure_built()
        os.utime(build_dir, (number, number))
    names = {path.name for path in (root / "build").iterdir() if path.is_dir()}
    assert names == {f"build_dir-{number}" for number in range(2, module.MAX_BUILDS + 2)}


def test_the_output_of_a_failed_tool_is_in_the_error() -> None:
    output = "npm silly fetch manifest\nnpm error code ENOSPC\nnpm verbose exit 1"
    # Without npm's tracing.
    with pytest.raises(CommandFailed, match=r"^npm error code ENOSPC\n"):
        module.run_tool([sys.executable, "-c", f"raise SystemExit({output!r})"])


SECRETS = ("AWARDS_ADMIN_PASSWORD", "DATABASE_URL", "REDIS_URL", "CLOUD_SECRET_KEY")


def test_the_compiler_gets_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SECRETS:
        monkeypatch.setenv(name, "planted")
    monkeypatch.setenv("AWARDS_SHORT_NAME", "ABC")
    environment = build_environment()
    assert "planted" not in environment.values()
    assert environment["AWARDS_SHORT_NAME"] == "ABC"
    assert environment["PATH"].endswith(os.environ["PATH"])
    assert environment["NPM_CONFIG_IGNORE_SCRIPTS"] == "true"


@pytest.fixture
def project(tmp_path: Path) -> Path:
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
def test_a_changed_source_requires_a_new_build(project: Path, changed: str) -> None:
    before = source_digest(project)
    (project / changed).write_text("changed")
    assert source_digest(project) != before


def test_excluded_sources_require_no_new_build(project: Path) -> None:
    before = source_digest(project)
    (project / "awards_site" / "cli.py").write_text("changed")
    (project / "awards_site" / "operations" / "demo" / "content.py").write_text("changed")
    (project / "awards_site" / "__pycache__").mkdir()
    (project / "awards_site" / "__pycache__" / "page.pyc").write_text("changed")
    (project / "README.md").write_text("changed")
    (project / "assets" / "external").mkdir()
    (project / "assets" / "external" / "link.jsx").write_text("made by the compiler")
    assert source_digest(project) == before


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
    name: str, value: object, is_part: bool, project: Path
) -> None:
    values = Settings.model_validate({name: value})
    assert (source_digest(project, values) != source_digest(project, Settings())) is is_part
    assert "secret" not in str(build_settings(values))


def test_a_new_a_moved_and_a_removed_source_require_a_new_build(project: Path) -> None:
    digests = {source_digest(project)}
    (project / "assets" / "extra.css").write_text("theme")
    digests.add(source_digest(project))
    (project / "assets" / "extra.css").rename(project / "assets" / "other.css")
    digests.add(source_digest(project))
    (project / "assets" / "theme.css").unlink()
    digests.add(source_digest(project))
    assert len(digests) == 4
