"""Each patch applies to the installed Reflex, and stops the build if its anchor is missing."""

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import reflex as rx
from reflex.istate.manager.memory import StateManagerMemory
from reflex_base.constants import Bun
from reflex_base.environment import environment

from awards_site.admin.sign_in.state import Account
from awards_site.reflex_patches.anchors.generated_scripts import (
    VITE_CONFIG_FILE,
    state_script,
    vite_config,
)
from awards_site.reflex_patches.anchors.patch import PatchFailed
from awards_site.reflex_patches.compilation import (
    app_wrappers,
    asset_callers,
    chunks,
    client_cookies,
    compile_hints,
    compiled_app,
    element_factory,
    expressions,
    locked_packages,
    package_list,
    public_runtime,
    slots,
)
from awards_site.reflex_patches.plugin import ReflexPatchesPlugin
from awards_site.reflex_patches.registry import PATCHES
from awards_site.reflex_patches.websocket import (
    browser_events,
    known_events,
    offline_events,
    origins,
    packets,
    page_token,
    port,
    preloaded_state,
    session_states,
    state_eviction,
)


def empty_state_script(patch: pytest.MonkeyPatch) -> None:
    """Make Reflex provide an empty `utils/state.js`."""
    read = Path.read_text
    patch.setattr(
        Path,
        "read_text",
        lambda path, **options: "" if path.name == "state.js" else read(path, **options),
    )


NO_WRAPPERS = SimpleNamespace(name="app_wraps", default_factory=dict)

BROKEN: dict[ModuleType, Callable[[pytest.MonkeyPatch], None]] = {
    app_wrappers: lambda patch: patch.setattr(app_wrappers, "fields", lambda _app: [NO_WRAPPERS]),
    asset_callers: lambda patch: patch.setattr(inspect, "getsource", lambda _module: ""),
    browser_events: empty_state_script,
    chunks: lambda patch: patch.setattr(chunks, "vite_config", lambda: "output: {"),
    compile_hints: lambda patch: patch.setattr(compile_hints, "vite_config", lambda: "plugins"),
    client_cookies: empty_state_script,
    compiled_app: lambda patch: patch.delattr(type(environment), "REFLEX_SKIP_COMPILE"),
    element_factory: lambda patch: patch.setattr(
        element_factory, "vite_config", lambda: "    alias: {\n"
    ),
    expressions: lambda patch: patch.setattr(rx, "Var", lambda expression: expression),
    locked_packages: lambda patch: patch.setattr(inspect, "getsource", lambda _module: ""),
    state_eviction: lambda patch: patch.delattr(StateManagerMemory, "_purge_token"),
    known_events: lambda patch: patch.setattr(known_events, "RegistrationContext", object),
    offline_events: empty_state_script,
    package_list: lambda patch: patch.setattr(Bun, "ROOT_LOCKFILE_DIR", "packages"),
    page_token: empty_state_script,
    preloaded_state: empty_state_script,
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


def compiled(plugin: ReflexPatchesPlugin) -> tuple[dict[str, Callable[[str], str]], dict[str, str]]:
    """Return the files that the plugin makes Reflex edit and write, by name."""
    edits: dict[str, Callable[[str], str]] = {}
    written: dict[str, str] = {}
    plugin.pre_compile(
        add_modify_task=edits.__setitem__,
        add_save_task=lambda task: written.update([task()]),
    )
    return edits, written


def test_the_plugin_verifies_all_patches_before_anything_is_edited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    BROKEN[package_list](monkeypatch)
    with pytest.raises(PatchFailed, match="package_list"):
        compiled(ReflexPatchesPlugin())


def test_editing_is_idempotent() -> None:
    edits, written = compiled(ReflexPatchesPlugin())
    generated = {
        port.FILE: state_script(),
        VITE_CONFIG_FILE: vite_config(),
    }
    assert edits.keys() == generated.keys()
    assert list(written) == [element_factory.FACTORY_FILE, client_cookies.MODULE_FILE]
    for file, edit in edits.items():
        once = edit(generated[file])
        assert once != generated[file]
        assert edit(once) == once


def test_a_state_with_a_cookie_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    client_cookies.check_states()
    monkeypatch.setattr(Account.__fields__["path"], "default", rx.Cookie(""))
    with pytest.raises(client_cookies.CookieFound, match="path"):
        client_cookies.check_states()


def test_no_url_names_the_token_of_a_page() -> None:
    edits, _written = compiled(ReflexPatchesPlugin())
    assert "query: {" in state_script()
    script = edits[port.FILE](state_script())
    assert "query: {" not in script
    assert "opts.query" not in script


def test_replacing_missing_wrappers_raises_an_error() -> None:
    with pytest.raises(PatchFailed, match="Overlay"):
        app_wrappers.replace_wrappers(
            SimpleNamespace(app_wraps={}), lambda _stateful: rx.fragment()
        )


def test_an_app_without_a_websocket_needs_no_origin_check() -> None:
    with pytest.raises(PatchFailed, match="websocket server"):
        origins.allow_origins(SimpleNamespace(sio=None), lambda _origin, _environ: True)


def test_a_property_that_a_component_does_not_declare_stops_the_build(tmp_path: Path) -> None:
    folder = tmp_path / "app_components"
    folder.mkdir()
    page = folder / "page.jsx"

    def compile_element(**properties: str) -> None:
        element = rx.el.div(**properties).render()
        page.write_text(f"jsx({element['name']}, {{{','.join(element['props'])}}})")

    compile_element(class_name="card")
    element_factory.check_styles(tmp_path)
    compile_element(class_name="card", lable="Name")
    with pytest.raises(element_factory.StyleFound, match=r'page.jsx: .*\["lable"\] : "Name"'):
        element_factory.check_styles(tmp_path)


def test_the_caller_of_an_asset_is_found_without_reading_the_stack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(inspect, "stack", lambda: pytest.fail("the whole stack was read"))
    url = rx.asset("test_patches.py", shared=True)
    assert url.partition("?")[0] == "/external/tests/reflex_patches/test_patches/test_patches.py"
