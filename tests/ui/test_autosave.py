"""Tests for the script that keeps unsaved input in the browser."""

from typing import Any

from tests.javascript import run

_BROWSER = """
const stored = new Map();
globalThis.window = {
  localStorage: new Proxy(
    {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => stored.set(key, value),
      removeItem: (key) => stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  ),
};
let time = Date.now();
Date.now = () => (time += 1000);
const script = `file://${process.cwd()}/awards_site/frontend/overlays/autosave.js`;
const saved = await import(script);
const inOtherTab = await import(`${script}?tab=2`);
const form = { values: {}, isDismissed: { current: false } };
const keeperOf = (key) =>
  saved.createKeeper(key, {
    isDismissed: form.isDismissed,
    initial: () => ({}),
    read: () => form.values,
    describe: () => ({ name: "Ada", base: { bio: "" } }),
  });
const key = saved.keyOf(3, "/admin/nominees", "7");
const bio = () => saved.load(key)?.values.bio ?? null;
const seen = [];
const report = () => process.stdout.write(JSON.stringify(seen));
"""
"""A browser's storage, and a form whose input is kept."""


def seen(program: str) -> Any:
    """Return what a program has pushed to `seen`."""
    return run(f"{_BROWSER}\n{program}\nreport();", None)


def test_what_is_offered_stays_until_it_is_discarded() -> None:
    program = """
    saved.keep(key, { name: "Ada", base: { bio: "" }, values: { bio: "An hour of writing" } });
    form.values = { bio: "x" };
    const keeper = keeperOf(key);
    keeper.save();
    seen.push(bio());
    form.isDismissed.current = true;
    keeper.end();
    seen.push(bio());
    form.isDismissed.current = false;
    saved.forget(key);
    keeper.save();
    seen.push(bio());
    """
    assert seen(program) == ["An hour of writing", "An hour of writing", "x"]


def test_a_dialog_that_was_not_closed_keeps_its_input() -> None:
    program = """
    form.values = { bio: "x" };
    const keeper = keeperOf(key);
    keeper.save();
    form.isDismissed.current = true;
    keeper.save();
    keeper.save();
    keeper.end();
    seen.push(bio());
    """
    assert seen(program) == ["x"]


def test_what_is_a_week_old_is_forgotten() -> None:
    program = """
    const other = saved.keyOf(4, "/admin/events", "new");
    const at = Date.now() - 8 * 24 * 60 * 60 * 1000;
    saved.keep(other, { at, name: "", base: {}, values: { title: "Old" } });
    saved.keep(key, { name: "Ada", base: {}, values: { bio: "New" } });
    saved.forgetExpired();
    seen.push(...stored.keys());
    """
    assert seen(program) == ["awards:input:3:/admin/nominees:7"]


def test_the_newest_input_of_two_tabs_is_kept() -> None:
    program = """
    form.values = { bio: "x" };
    const keeper = keeperOf(key);
    keeper.save();
    inOtherTab.keep(key, { name: "Ada", base: { bio: "" }, values: { bio: "newer" } });
    keeper.save();
    seen.push(bio());
    saved.settle(key);
    seen.push(bio());
    form.values = { bio: "newest" };
    keeper.save();
    seen.push(bio());
    saved.settle(key);
    seen.push(bio());
    """
    assert seen(program) == ["newer", "newer", "newest", None]


def test_a_dialog_that_was_closed_forgets_its_input() -> None:
    program = """
    form.values = { bio: "x" };
    const keeper = keeperOf(key);
    keeper.save();
    seen.push(bio());
    form.isDismissed.current = true;
    keeper.save();
    keeper.end();
    seen.push(bio());
    """
    assert seen(program) == ["x", None]


def test_what_is_typed_is_kept_once_another_tab_has_saved_what_is_offered() -> None:
    program = """
    inOtherTab.keep(key, { name: "Ada", base: { bio: "" }, values: { bio: "saved soon" } });
    form.values = { bio: "x" };
    const keeper = keeperOf(key);
    keeper.save();
    seen.push(bio());
    inOtherTab.settle(key);
    keeper.save();
    seen.push(bio());
    """
    assert seen(program) == ["saved soon", "x"]


def test_a_dialog_that_is_closed_unchanged_leaves_what_is_kept_of_another_tab() -> None:
    program = """
    const keeper = keeperOf(key);
    inOtherTab.keep(key, { name: "Ada", base: { bio: "" }, values: { bio: "newer" } });
    form.isDismissed.current = true;
    keeper.end();
    seen.push(bio());
    """
    assert seen(program) == ["newer"]
