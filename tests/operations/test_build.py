"""Tests of building the pages, with Reflex's part pretended."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from awards_site.operations import build as module
from awards_site.operations.build import BuildFailed, build_environment, ensure_built
from awards_site.prerender import PAGES

Tool = Callable[[], None]


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
    """Pretend Reflex; return the commands that were run."""
    commands: list[list[str]] = []

    def compile_pages(command: list[str]) -> None:
        commands.append(command)
        pages = root / ".web" / PAGES
        pages.parent.mkdir(parents=True, exist_ok=True)
        pages.write_text(f"build {len(commands)}")
        (root / ".web" / "node_modules" / "react").mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(module, "_run", compile_pages)
    return commands


def content(release: Path) -> str:
    """Return the list of the pages of a build."""
    return (release / PAGES).read_text()


def test_pages_are_built_once_for_the_same_sources(root: Path, compiler: list[list[str]]) -> None:
    assert ensure_built() == ensure_built() == root / "build" / "first"
    assert len(compiler) == 1
    assert "export" in compiler[0]


def test_changed_sources_are_built_beside_the_earlier_build(
    root: Path, compiler: list[list[str]]
) -> None:
    first = ensure_built()
    (root / "digest").write_text("second")
    second = ensure_built()
    assert (content(first), content(second)) == ("build 1", "build 2")


def test_returning_to_earlier_sources_needs_no_build(root: Path, compiler: list[list[str]]) -> None:
    ensure_built()
    (root / "digest").write_text("second")
    ensure_built()
    (root / "digest").write_text("first")
    assert content(ensure_built()) == "build 1"
    assert len(compiler) == 2


def test_a_build_leaves_the_npm_packages_out(root: Path, compiler: list[list[str]]) -> None:
    assert not (ensure_built() / "node_modules").exists()


def test_a_failed_build_leaves_nothing_that_looks_finished(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: list[str]) -> None:
        raise BuildFailed("out of memory")

    monkeypatch.setattr(module, "_run", fail)
    with pytest.raises(BuildFailed, match="out of memory"):
        ensure_built()
    assert [path.name for path in (root / "build").iterdir()] == ["lock"]


def test_an_interrupted_copy_is_made_anew(root: Path, compiler: list[list[str]]) -> None:
    unfinished = root / "build" / "first.unfinished"
    unfinished.mkdir(parents=True)
    (unfinished / "stray").write_text("left behind")
    assert not (ensure_built() / "stray").exists()
    assert not unfinished.exists()


def test_old_builds_are_removed_and_recent_ones_kept(root: Path, compiler: list[list[str]]) -> None:
    for number in range(module.KEPT_RELEASES + 2):
        (root / "digest").write_text(f"release-{number}")
        release = ensure_built()
        os.utime(release, (number, number))
    names = {path.name for path in (root / "build").iterdir() if path.is_dir()}
    assert names == {f"release-{number}" for number in range(2, module.KEPT_RELEASES + 2)}


def test_a_reordered_package_list_is_put_back(
    root: Path, compiler: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite_packages(root, monkeypatch, {"b": 2, "a": 1})
    ensure_built()
    assert (root / "reflex.lock" / "package.json").read_text() == '{"a": 1, "b": 2}'


def test_a_changed_package_list_stays_and_names_the_build(
    root: Path, compiler: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite_packages(root, monkeypatch, {"a": 1, "b": 3})
    assert ensure_built() == root / "build" / "with-new-packages"
    assert json.loads((root / "reflex.lock" / "package.json").read_text()) == {"a": 1, "b": 3}


def rewrite_packages(root: Path, monkeypatch: pytest.MonkeyPatch, packages: dict[str, int]) -> None:
    """Let the pretended Reflex write its list of packages as `packages`."""
    compile_pages = module._run

    def compile_and_rewrite(command: list[str]) -> None:
        compile_pages(command)
        (root / "reflex.lock" / "package.json").write_text(json.dumps(packages))
        (root / "digest").write_text("with-new-packages")

    monkeypatch.setattr(module, "_run", compile_and_rewrite)


def test_a_failing_tool_s_output_is_told() -> None:
    with pytest.raises(BuildFailed, match="no such thing"):
        module._run([sys.executable, "-c", "print('no such thing'); raise SystemExit(3)"])


def test_a_failing_tool_s_tracing_is_left_out() -> None:
    output = "npm silly fetch manifest\nnpm error code ENOSPC\nnpm verbose exit 1"
    assert module._telling(output) == "npm error code ENOSPC"


def test_the_compiler_uses_the_virtual_environment_s_node() -> None:
    first = build_environment()["PATH"].split(os.pathsep)[0]
    assert Path(first) == Path(sys.executable).parent


def test_the_compiler_does_not_know_where_a_server_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    places = {"PORT": "3999", "HOST": "::", "AWARDS_DATA_DIR": "/x", "DATABASE_URL": "sqlite://"}
    for name, value in places.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("AWARDS_PROGRAMME", "Another Award")
    environment = build_environment()
    assert not places.keys() & environment.keys()
    assert environment["AWARDS_PROGRAMME"] == "Another Award"


def test_a_chosen_npm_registry_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "https://npm.example.org/")
    assert build_environment()["NPM_CONFIG_REGISTRY"] == "https://npm.example.org/"
