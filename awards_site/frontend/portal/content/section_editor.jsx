import { Content, List, Root, Trigger } from "@radix-ui/react-tabs";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { SECTION_TEXT, emit, notify } from "../../events.js";
import { firstError } from "./json_errors.js";
import { misfit } from "./block_kinds.js";
import { useLazy } from "../../queries/lazy.jsx";

// A JSON input that marks the first syntax error. It shows a plain text area until CodeMirror has
// loaded, or if CodeMirror fails to load.

const loadCodeMirror = () => import("./code_mirror.jsx");
const DEBOUNCE_MS = 300;

/**
 * `serverError` is the server's error for the text submitted last, or ''. Calls `onText(text)` on each
 * change.
 */
function JsonEditor({ inputId, name, label, defaultValue, serverError, classes, onText }) {
  const CodeMirror = useLazy(loadCodeMirror);
  const [text, setText] = useState(defaultValue);
  const [checked, setChecked] = useState(null);
  const [rejected, setRejected] = useState({ serverError, text });
  const area = useRef(null);
  const errorId = useId();

  // A server error applies to the submitted text, and not to later edits.
  if (rejected.serverError !== serverError) setRejected({ serverError, text });
  const isRejected = Boolean(serverError) && rejected.text === text;

  const change = useCallback(
    (next) => {
      setText(next);
      onText(next);
    },
    [onText],
  );

  useEffect(() => {
    const timer = setTimeout(() => setChecked(firstError(text)), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const error = useMemo(() => (isRejected ? firstError(text) : checked), [isRejected, text, checked]);
  const errorMessage = error
    ? `Line ${error.line}, column ${error.column}: ${error.message}.`
    : isRejected && serverError;
  const invalid = Boolean(errorMessage);
  return (
    <>
      {CodeMirror ? (
        <>
          <input type="hidden" name={name} value={text} />
          <CodeMirror
            id={inputId}
            label={label}
            describedBy={errorId}
            invalid={invalid}
            text={text}
            error={error}
            autoFocus={document.activeElement === area.current}
            classes={classes}
            onChange={change}
          />
        </>
      ) : (
        <textarea
          ref={area}
          id={inputId}
          name={name}
          rows={14}
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
          aria-required
          aria-invalid={invalid}
          aria-describedby={errorId}
          className={`${classes.input} font-mono`}
        />
      )}
      <p id={errorId} role="status" data-testid="json-error" className={`${classes.error} empty:hidden`}>
        {errorMessage}
      </p>
    </>
  );
}

// The content of a section: as a form if its identifier is that of a content block, and as JSON.

const loadBlockForm = () => import("./block_form.jsx");

/** Returns why the form cannot show a JSON text, as `[title, description]` of a notice, or null. */
function obstacle({ fields }, text, invalidJson) {
  if (firstError(text)) return invalidJson;
  const reason = misfit(fields, JSON.parse(text));
  return reason ? ["The form cannot show this JSON", reason] : null;
}

/**
 * `block` is empty for a section without a form; only some offer JSON of what the form can show. `isInvalid` is whether its stored content is.
 * `fieldErrors` are the errors of the form submitted last, as `{path, message}`.
 */
export default function SectionEditor({ block, isInvalid, invalidJson, fieldErrors, serverError, onTab, ...props }) {
  const { inputId, name, label, defaultValue, classes } = props;
  const hasForm = Boolean(block.fields);
  const [text, setText] = useState(defaultValue);
  const [tab, setTab] = useState(() =>
    hasForm && !isInvalid && !obstacle(block, defaultValue, invalidJson) ? "form" : "json",
  );

  const [hasTabs] = useState(block.has_json || tab === "json");

  // For the preview beside the form.
  useEffect(() => {
    emit(SECTION_TEXT);
  }, [text]);

  const BlockForm = useLazy(loadBlockForm, tab === "form");

  const root = useRef(null);
  useEffect(() => {
    // The dialog has opened before its form, and focused a button.
    if (BlockForm && !document.activeElement?.matches("input, textarea, select"))
      root.current?.querySelector("input:not([type=hidden]), textarea, select")?.focus();
  }, [BlockForm]);

  useEffect(() => {
    if (hasForm) onTab(tab);
  }, [tab]);

  const choose = (next) => {
    const reason = next === "form" && obstacle(block, text, invalidJson);
    if (reason) notify({ title: reason[0], description: reason[1], destructive: true });
    else setTab(next);
  };

  const json = (
    <>
      <label htmlFor={inputId} className={classes.label}>
        {label}
      </label>
      <JsonEditor
        inputId={inputId}
        name={name}
        label={label}
        defaultValue={text}
        serverError={fieldErrors.length > 0 ? "" : serverError}
        classes={classes}
        onText={setText}
      />
    </>
  );
  if (!hasForm) return json;
  return (
    <Root value={tab} onValueChange={choose} activationMode="manual">
      {hasTabs && (
        <List aria-label="View" className={classes.tabs}>
          <Trigger value="form" className={classes.tab}>
            Form
          </Trigger>
          <Trigger value="json" className={classes.tab}>
            JSON
          </Trigger>
        </List>
      )}
      <Content ref={root} value="form" tabIndex={-1} className="outline-none">
        <input type="hidden" name={name} value={text} />
        {BlockForm ? (
          <BlockForm {...props} block={block} text={text} errors={fieldErrors} onText={setText} />
        ) : (
          <p role="status" className="grid h-64 place-items-center text-sm text-muted">
            Loading the form...
          </p>
        )}
      </Content>
      <Content value="json" tabIndex={-1} className="outline-none">
        {json}
      </Content>
    </Root>
  );
}
