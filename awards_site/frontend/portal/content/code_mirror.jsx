// CodeMirror 6 for JSON: syntax colours, line numbers, an error marker, and an exit by keyboard.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useId, useRef, useState } from "react";

const TAB_EXIT_MS = 2000;
const TAB_EXIT_HELP = "To leave the editor by keyboard, press Escape, then Tab.";

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

const attributes = (id, label, describedBy, invalid) =>
  EditorView.contentAttributes.of({
    id,
    // Editable content is focusable without it, but axe requires it of scrollable regions.
    tabindex: "0",
    "aria-label": label,
    "aria-describedby": describedBy,
    "aria-required": "true",
    "aria-invalid": String(invalid),
  });

function diagnosticOf({ from, to, message }, length) {
  // An error at the end of the text is marked at the last character.
  const end = Math.min(Math.max(to, from + 1), length);
  return { from: Math.max(0, Math.min(from, end - 1)), to: end, severity: "error", message };
}

/** An uncontrolled editor: `text` and `autoFocus` are initial values. */
export default function CodeMirror(props) {
  const { id, label, describedBy, invalid, text, error, autoFocus, classes, onChange } = props;
  const host = useRef(null);
  const view = useRef(null);
  const contentAttributes = useRef(new Compartment());
  const [isTabExit, setTabExit] = useState(false);
  const helpId = useId();
  const attributeValues = [id, label, `${helpId} ${describedBy}`, invalid];

  useEffect(() => {
    const onUpdate = EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    });
    const extensions = [...EXTENSIONS, contentAttributes.current.of(attributes(...attributeValues)), onUpdate];
    const state = EditorState.create({ doc: text, extensions });
    view.current = new EditorView({ parent: host.current, state });
    if (autoFocus) view.current.focus();
    return () => view.current.destroy();
  }, [onChange]);

  useEffect(() => {
    view.current.dispatch({ effects: contentAttributes.current.reconfigure(attributes(...attributeValues)) });
  }, attributeValues);

  useEffect(() => {
    const { state } = view.current;
    const diagnostics = error ? [diagnosticOf(error, state.doc.length)] : [];
    view.current.dispatch(setDiagnostics(state, diagnostics));
  }, [error]);

  useEffect(() => {
    if (!isTabExit) return undefined;
    const timer = setTimeout(() => setTabExit(false), TAB_EXIT_MS);
    return () => clearTimeout(timer);
  }, [isTabExit]);

  const onKeyDown = ({ key }) => {
    if (key === "Escape" && !isTabExit) view.current.setTabFocusMode(TAB_EXIT_MS);
    setTabExit(key === "Escape");
  };

  return (
    <>
      <div
        ref={host}
        // The enclosing dialog closes on the second Escape.
        data-keeps-escape={!isTabExit}
        onKeyDown={onKeyDown}
        className={classes.editor}
        data-testid="json-editor"
      />
      <p id={helpId} className={classes.help}>
        {isTabExit ? "Tab now leaves the editor." : TAB_EXIT_HELP}
      </p>
    </>
  );
}
