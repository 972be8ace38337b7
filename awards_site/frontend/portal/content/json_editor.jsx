// A JSON input that marks the first syntax error. It shows a plain text area until CodeMirror has
// loaded, or if CodeMirror fails to load.
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useLazy } from "../../queries/lazy.jsx";
import { firstError } from "./json_errors.js";

const loadCodeMirror = () => import("./code_mirror.jsx");
const DEBOUNCE_MS = 300;

/**
 * `serverError` is the server's error for the text submitted last, or ''. Calls `onText(text)` on each
 * change.
 */
export function JsonEditor({ inputId, name, label, defaultValue, serverError, classes, onText }) {
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
