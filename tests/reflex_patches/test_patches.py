"""Each patch applies to the installed Reflex, and stops the build if its anchor is missing."""

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import reflex as rx
from reflex.istate.manager.memory import StateManagerMemory
from reflex_base.environment import environment

from awards_site.reflex_patches import (
    browser_events,
    compiled_app,
    expressions,
    known_events,
    locked_packages,
    offline_events,
    origins,
    packets,
    page_token,
    port,
    public_runtime,
    session_states,
    slots,
    state_eviction,
)
from awards_site.reflex_patches.patch import PatchFailed, state_script
from awards_site.reflex_patches.plugin import ReflexPatchesPlugin
from awards_site.reflex_patches.registry import PATCHES


def empty_state_script(patch: pytest.MonkeyPatch) -> None:
    """Make Reflex provide an empty `utils/state.js`."""
    read = Path.read_text
    patch.setattr(
        Path,
        "read_text",
        lambda path, **options: "" if path.name == "state.js" else read(path, **options),
    )


BROKEN: dict[ModuleType, Callable[[pytest.MonkeyPatch], None]] = {
    browser_events: empty_state_script,
    compiled_app: lambda patch: patch.delattr(type(environment), "REFLEX_SKIP_COMPILE"),
    expressions: lambda patch: patch.setattr(rx, "Var", lambda expression: expression),
    locked_packages: lambda patch: patch.setattr(inspect, "getsource", lambda _module: ""),
    state_eviction: lambda patch: patch.delattr(StateManagerMemory, "_purge_token"),
    known_events: lambda patch: patch.setattr(known_events, "RegistrationContext", object),
    offline_events: empty_state_script,
    page_token: empty_state_script,
    public_runtime: empty_state_script,
    session_states: lambda patch: patch.setattr(session_states, "fields", lambda _app: []),
    slots: lambda patch: patch.setattr(rx.Component, "create", object),
    origins: lambda patch: patch.setattr(origins, "AsyncServer", SimpleNamespace),
    packets: lambda patch: patch.setattr(packets, "AsyncServer", SimpleNamespace),
    port: empty_state_script,
}


def name(patch: ModuleType) -> str:
    return patch.__name__.rpartition(".")[2]


def test_every_patch_has_a_test_with_a_missing_anchor() -> None:
    assert set(PATCHES) == BROKEN.keys()


@pytest.mark.parametrize("patch", PATCHES, ids=name)
def test_a_patch_fits_the_installed_reflex(patch: ModuleType) -> None:
    patch.verify()


@pytest.mark.parametrize("patch", PATCHES, ids=name)
def test_a_patch_documents_its_reason_and_removal(patch: ModuleType) -> None:
    assert patch.PATCH.module == patch.__name__
    assert patch.PATCH.reason.endswith(".")
    assert patch.PATCH.obsolete_when


@pytest.mark.parametrize("patch", PATCHES, ids=name)
def test_a_missing_anchor_stops_the_build_and_names_the_patch(
    patch: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    BROKEN[patch](monkeypatch)
    with pytest.raises(PatchFailed, match=f"{patch.__name__} does not fit Reflex"):
        patch.verify()


def compiled(plugin: ReflexPatchesPlugin) -> dict[str, Callable[[str], str]]:
    """Return the edits of the plugin, by the names of their files."""
    edits: dict[str, Callable[[str], str]] = {}
    plugin.pre_compile(add_modify_task=edits.__setitem__)
    return edits


def test_the_plugin_verifies_all_patches_before_anything_is_edited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    BROKEN[slots](monkeypatch)
    with pytest.raises(PatchFailed, match="slots"):
        compiled(ReflexPatchesPlugin())


def test_editing_is_idempotent() -> None:
    edit = compiled(ReflexPatchesPlugin())[port.FILE]
    once = edit(state_script())
    assert once != state_script()
    assert edit(once) == once


def test_no_url_names_the_token_of_a_page() -> None:
    assert "query: {" in state_script()
    script = compiled(ReflexPatchesPlugin())[port.FILE](state_script())
    assert "query: {" not in script
    assert "opts.query" not in script


def test_an_app_without_a_websocket_needs_no_origin_check() -> None:
    with pytest.raises(PatchFailed, match="websocket server"):
        origins.allow_origins(SimpleNamespace(sio=None), lambda _origin, _environ: True)
