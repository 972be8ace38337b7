"""Adjustments to what Reflex compiles, by which a page is drawn with the values of a snapshot."""

import shutil
from pathlib import Path
from typing import Any

from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Templates
from reflex_base.plugins.base import Plugin

SNAPSHOT = "__SNAPSHOT__"
"""The global variable that holds the values of the State of the page that is drawn."""

ALIVE = "awards:alive"
"""The event on `window` that tells that the page's scripts answer from now on."""

_ENTRY = "app/entry.server.jsx"
"""Where React Router looks for how its pages are drawn on a server."""

CHANGES: dict[str, list[tuple[str, str]]] = {
    "utils/context.jsx": [
        ("export const initialState = {", "const compiledState = {"),
        (
            "\nexport const initialStateHashes = ",
            f"\nexport const initialState = {{ ...compiledState, ...globalThis.{SNAPSHOT} }};"
            "\nexport const initialStateHashes = ",
        ),
        (
            "  getSnapshot: (substateName) => initialState[substateName],\n",
            "  getSnapshot: (substateName) =>\n"
            f"    globalThis.{SNAPSHOT}?.[substateName] ?? initialState[substateName],\n",
        ),
    ],
    "utils/state.js": [
        (
            "export const isBackendDisabled = () => {\n",
            f"""\
// A page that came with its snapshot needs no server until an event does.
let awake = globalThis.{SNAPSHOT} === undefined;

const needsServer = ({{ name }}) =>
  typeof name === "string" &&
  (name.startsWith("reflex___state") || name === SYNC_LOCAL_STORAGE);

export const isBackendDisabled = () => {{
  if (!awake) return true;
""",
        ),
        (
            "    const _events = normalizeEvents(events);\n",
            """\
    const _events = normalizeEvents(events);
    awake ||= _events.some(needsServer);
""",
        ),
        (
            "  // Handle socket connect/disconnect.\n",
            f"""\
  // Whoever begins to fill in a form finds the server at hand when it is sent.
  useEffect(() => {{
    const onFocus = (event) => {{
      if (!event.target.form) return;
      awake = true;
      // What was pressed is answered first, also by a slow phone.
      setTimeout(ensureSocketConnected, 100);
    }};
    document.addEventListener("focusin", onFocus);
    window.dispatchEvent(new Event("{ALIVE}"));
    return () => document.removeEventListener("focusin", onFocus);
  }}, []);

  // Handle socket connect/disconnect.
""",
        ),
    ],
    "app/_document.js": [
        # The sheet itself follows at once, and a kept page brings its styles along.
        ('jsx("link",{as:"style",href:reflexGlobalStyles,rel:"preload"},),', ""),
    ],
    "vite.config.js": [
        # A release is served without the folder of the packages.
        ("  build: {\n", "  ssr: { noExternal: true },\n  build: {\n"),
    ],
}
"""The changed files of Reflex's folder: what stands there, and what takes its place."""


def adjusted(path: str, text: str) -> str:
    """Return the generated file at `path`, so that its pages can be drawn from a snapshot.

    Raises RuntimeError when the generated text no longer has the expected lines.
    """
    for found, wanted in CHANGES[path]:
        if wanted in text if wanted else found not in text:
            continue
        if text.count(found) != 1:
            raise RuntimeError(
                f"{path} has changed: it no longer has the line {found.strip()!r} once; adapt"
                " awards_site/prerender/compiler.py to this Reflex version"
            )
        text = text.replace(found, wanted)
    return text


class SnapshotPlugin(Plugin):
    """Lets Node draw a page with the values of its State, and the browser take them over."""

    def pre_compile(self, **context: Any) -> None:
        """Register the way in which pages are drawn, and the changes of the generated files."""
        entry = Path(__file__).with_name("entry.server.jsx").read_text()
        context["add_save_task"](lambda: (_ENTRY, entry))
        for path in CHANGES:
            _restore(path)
            context["add_modify_task"](path, lambda text, path=path: adjusted(path, text))


def _restore(path: str) -> None:
    """Put back a file of Reflex's own that stays from one build to the next.

    An earlier version of this program may have changed it in another way.
    """
    template, target = Templates.Dirs.WEB_TEMPLATE / path, get_web_dir() / path
    if template.is_file() and target.is_file():
        shutil.copyfile(template, target)
