"""Tests for the script that keeps unsaved input in the browser."""

from typing import Any

from tests.javascript import run

_BROWSER = """
const stored = new Map();
const listeners = {};
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
  addEventListener: (name, listener) => (listeners[name] = listener),
};
const saved = await import(`${process.cwd()}/awards_site/ui/overlays/autosave.js`);
const form = { offered: false, values: {}, isDismissed: { current: false } };
const keeperOf = (key) =>
  saved.createKeeper(key, {
    isDismissed: form.isDismissed,
    isOffered: () => form.offered,
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
    form.offered = true;
    form.values = { bio: "x" };
    const keeper = keeperOf(key);
    keeper.save();
    seen.push(bio());
    form.isDismissed.current = true;
    keeper.end();
    seen.push(bio());
    form.isDismissed.current = false;
    saved.forget(key);
    form.offered = false;
    keeper.restart();
    keeper.save();
    seen.push(bio());
    """
    assert seen(program) == ["An hour of writing", "An hour of writing", "x"]


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


def test_nothing_is_kept_after_signing_out_in_another_tab_until_a_new_sign_in() -> None:
    program = """
    form.values = { bio: "x" };
    const keeper = keeperOf(key);
    keeper.save();
    stored.clear();
    listeners.storage({ key: "awards:signed-out", newValue: "1" });
    listeners.storage({ key: "awards:signed-out", newValue: null });
    listeners.storage({ key, newValue: null });
    form.values = { bio: "xy" };
    keeper.save();
    seen.push(bio());
    saved.keepAgain();
    form.values = { bio: "xyz" };
    keeper.save();
    seen.push(bio());
    """
    assert seen(program) == [None, "xyz"]


def test_what_is_kept_before_a_tab_hears_of_the_sign_out_is_forgotten_when_it_does() -> None:
    program = """
    const [other, next] = ["8", "9"].map((record) => saved.keyOf(3, "/admin/nominees", record));
    const input = { name: "Ada", base: {}, values: { bio: "x" } };
    stored.clear();
    saved.keep(key, input);
    saved.keep(other, input);
    stored.set(other, "kept by another tab after the next sign-in");
    stored.set(next, "likewise");
    listeners.storage({ key: "awards:signed-out", newValue: "1" });
    listeners.storage({ key: "awards:signed-out", newValue: null });
    seen.push(...stored.keys());
    """
    assert seen(program) == ["awards:input:3:/admin/nominees:8", "awards:input:3:/admin/nominees:9"]


def test_signing_out_tells_the_other_tabs_and_leaves_nothing() -> None:
    program = """
    const written = [];
    const set = stored.set.bind(stored);
    stored.set = (name, value) => {
      written.push(name);
      return set(name, value);
    };
    saved.keep(key, { name: "Ada", base: {}, values: { bio: "x" } });
    saved.forgetAll();
    seen.push(written.at(-1), stored.size);
    """
    assert seen(program) == ["awards:signed-out", 0]


def test_a_form_learns_what_another_tab_has_saved() -> None:
    program = """
    saved.subscribe((changed) => seen.push(changed));
    listeners.storage({ key, newValue: null });
    listeners.storage({ key: "theme", newValue: "x" });
    listeners.storage({ key: null, newValue: null });
    """
    assert seen(program) == ["awards:input:3:/admin/nominees:7"]
