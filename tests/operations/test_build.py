"""Tests of building the pages, with Reflex's part pretended."""

import os
import sys
from pathlib import Path

import pytest

from awards_site.operations import build as module
from awards_site.operations.build import BuildFailed, build_environment, ensure_built
from awards_site.prerender import PAGES


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty project whose sources have the digest in the file `digest`."""
    (tmp_path / "digest").write_text("first")
    (tmp_path / "reflex.lock").mkdir()
    (tmp_path / "reflex.lock" / "package.json").write_text('{"a": 1, "b": 2}')
    monkeypatch.setattr(module, "RELEASES", tmp_path / "build")
    monkeypatch.setattr(module, "WORKSHOP", tmp_path / ".web")
    monkeypatch.setattr(module, "PACKAGES", tmp_path / "reflex.lock")
    monkeypatch.setattr(
        module,
        "current_release",
        lambda: tmp_path / "build" / (tmp_path / "digest").read_text(),
    )
    return tmp_path


@pytest.fixture
def compiler(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Pretend Reflex, which may write another list of packages; the commands that were run."""
    commands: list[list[str]] = []

    def compile_pages(command: list[str]) -> None:
        commands.append(command)
        pages = root / ".web" / PAGES
        pages.parent.mkdir(parents=True, exist_ok=True)
        pages.write_text(f"build {len(commands)}")
        (root / ".web" / "node_modules" / "react").mkdir(parents=True, exist_ok=True)
        if (root / "new-packages").exists():
            packages = (root / "new-packages").read_text()
            (root / "reflex.lock" / "package.json").write_text(packages)
            (root / "digest").write_text("with-new-packages")

    monkeypatch.setattr(module, "_run", compile_pages)
    return commands


def test_pages_are_built_once_for_each_state_of_the_sources(
    root: Path, compiler: list[list[str]]
) -> None:
    for digest, build in (("first", 1), ("first", 1), ("second", 2), ("first", 1)):
        (root / "digest").write_text(digest)
        release = ensure_built()
        assert release == root / "build" / digest
        assert (release / PAGES).read_text() == f"build {build}"
    assert len(compiler) == 2
    assert "export" in compiler[0]


def test_a_failed_build_leaves_nothing_that_looks_finished(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: list[str]) -> None:
        raise BuildFailed("out of memory")

    monkeypatch.setattr(module, "_run", fail)
    with pytest.raises(BuildFailed, match="out of memory"):
        ensure_built()
    assert [path.name for path in (root / "build").iterdir()] == ["lock"]


def test_an_interrupted_copy_is_made_anew_without_the_npm_packages(
    root: Path, compiler: list[list[str]]
) -> None:
    unfinished = root / "build" / "first.unfinished"
    unfinished.mkdir(parents=True)
    (unfinished / "stray").write_text("left behind")
    release = ensure_built()
    assert not unfinished.exists()
    assert {"stray", "node_modules"}.isdisjoint(path.name for path in release.iterdir())


def test_old_builds_are_removed_and_recent_ones_kept(root: Path, compiler: list[list[str]]) -> None:
    for number in range(module.MAX_BUILDS + 2):
        (root / "digest").write_text(f"release-{number}")
        release = ensure_built()
        os.utime(release, (number, number))
    names = {path.name for path in (root / "build").iterdir() if path.is_dir()}
    assert names == {f"release-{number}" for number in range(2, module.MAX_BUILDS + 2)}


@pytest.mark.parametrize(
    ("written", "kept", "release"),
    [
        ('{"b": 2, "a": 1}', '{"a": 1, "b": 2}', "first"),
        ('{"a": 1, "b": 3}', '{"a": 1, "b": 3}', "with-new-packages"),
    ],
    ids=["reordered", "changed"],
)
def test_a_package_list_is_put_back_unless_it_changed_which_names_the_build(
    written: str, kept: str, release: str, root: Path, compiler: list[list[str]]
) -> None:
    (root / "new-packages").write_text(written)
    assert ensure_built() == root / "build" / release
    assert (root / "reflex.lock" / "package.json").read_text() == kept


def test_a_failing_tool_s_output_is_told() -> None:
    with pytest.raises(BuildFailed, match="no such thing"):
        module._run([sys.executable, "-c", "print('no such thing'); raise SystemExit(3)"])


def test_a_failing_tool_s_tracing_is_left_out() -> None:
    output = "npm silly fetch manifest\nnpm error code ENOSPC\nnpm verbose exit 1"
    assert module._telling(output) == "npm error code ENOSPC"


def test_the_compiler_knows_its_tools_and_not_where_a_server_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = {"PORT": "3999", "HOST": "::", "AWARDS_DATA_DIR": "/x", "DATABASE_URL": "sqlite://"}
    own = {
        "AWARDS_PROGRAMME": "Another Award",
        "NPM_CONFIG_REGISTRY": "https://npm.example.org/",
    }
    for name, value in {**places, **own}.items():
        monkeypatch.setenv(name, value)
    environment = build_environment()
    assert not places.keys() & environment.keys()
    assert environment | own == environment
    assert environment["PATH"].split(os.pathsep)[0] == str(Path(sys.executable).parent)
