// CodeMirror 6 for JSON: colours, line numbers, the first error marked, a way out by keyboard.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useId, useRef, useState } from "react";

const LEAVING_MS = 2000;
const HOW_TO_LEAVE = "To leave the editor by keyboard, press Escape, then Tab.";

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--color-plum)", fontWeight: "600" },
  { tag: tags.string, color: "var(--color-success)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--color-gold-ink)" },
]);

const THEME = EditorView.theme({
  "&": { maxHeight: "min(26rem, 42dvh)", fontSize: "0.8125rem", color: "var(--color-ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.6" },
  ".cm-content, .cm-gutter": { minHeight: "10rem" },
  ".cm-gutters": {
    backgroundColor: "var(--color-ground)",
    borderRight: "1px solid var(--color-line)",
    color: "var(--color-muted)",
  },
  ".cm-tooltip": { border: "1px solid var(--color-line)", backgroundColor: "white" },
});

const EXTENSIONS = [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  json(),
  syntaxHighlighting(COLOURS),
  EditorView.lineWrapping,
  keymap.of([indentWithTab, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
  THEME,
];

const attributes = (id, label, described, invalid) =>
  EditorView.contentAttributes.of({
    id,
    // What can be typed into has the focus anyway, but checkers of scrolling regions look for this.
    tabindex: "0",
    "aria-label": label,
    "aria-describedby": described,
    "aria-required": "true",
    "aria-invalid": String(invalid),
  });

function diagnosticOf({ from, to, words }, length) {
  // What is missing at the end is marked at the last character.
  const end = Math.min(Math.max(to, from + 1), length);
  return { from: Math.max(0, Math.min(from, end - 1)), to: end, severity: "error", message: words };
}

/** The editor owns its text: `text` and `focused` are what it begins with. */
export default function CodeMirror(props) {
  const { id, label, described, invalid, text, error, focused, classes, onChange } = props;
  const host = useRef(null);
  const view = useRef(null);
  const named = useRef(new Compartment());
  const [leaving, setLeaving] = useState(false);
  const helpId = useId();
  const naming = [id, label, `${helpId} ${described}`, invalid];

  useEffect(() => {
    const changed = EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    });
    const extensions = [...EXTENSIONS, named.current.of(attributes(...naming)), changed];
    const state = EditorState.create({ doc: text, extensions });
    view.current = new EditorView({ parent: host.current, state });
    if (focused) view.current.focus();
    return () => view.current.destroy();
  }, [onChange]);

  useEffect(() => {
    view.current.dispatch({ effects: named.current.reconfigure(attributes(...naming)) });
  }, naming);

  useEffect(() => {
    const { state } = view.current;
    const marked = error ? [diagnosticOf(error, state.doc.length)] : [];
    view.current.dispatch(setDiagnostics(state, marked));
  }, [error]);

  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => setLeaving(false), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [leaving]);

  const onKeyDown = ({ key }) => {
    if (key === "Escape" && !leaving) view.current.setTabFocusMode(LEAVING_MS);
    setLeaving(key === "Escape");
  };

  return (
    <>
      <div
        ref={host}
        // A dialog around it closes on the second Escape.
        data-keeps-escape={!leaving}
        onKeyDown={onKeyDown}
        className={classes.editor}
        data-testid="json-editor"
      />
      <p id={helpId} className={classes.help}>
        {leaving ? "Tab now leaves the editor." : HOW_TO_LEAVE}
      </p>
    </>
  );
}
