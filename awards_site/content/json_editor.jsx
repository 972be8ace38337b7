// An input for JSON that points at the first error: CodeMirror, or a plain text area until its
// script has come, and for good where it does not come.
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useLazy } from "$/public/external/awards_site/ui/queries/lazy/lazy.jsx";
import { firstError } from "./json_errors.js";

const loadCodeMirror = () => import("./code_mirror.jsx");
const PAUSE_MS = 300;

/** `refusal` is what the server said about the text that was sent last, '' for nothing. */
export function JsonEditor({ inputId, name, label, defaultValue, refusal, classes }) {
  const CodeMirror = useLazy(loadCodeMirror);
  const [text, setText] = useState(defaultValue);
  const [checked, setChecked] = useState(null);
  const [answer, setAnswer] = useState({ refusal, text });
  const area = useRef(null);
  const errorId = useId();

  // What the server refuses is the text that was sent to it, not what is typed afterwards.
  if (answer.refusal !== refusal) setAnswer({ refusal, text });
  const refused = Boolean(refusal) && answer.text === text;

  useEffect(() => {
    const timer = setTimeout(() => setChecked(firstError(text)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const error = useMemo(() => (refused ? firstError(text) : checked), [refused, text, checked]);
  const complaint = error
    ? `Line ${error.line}, column ${error.column}: ${error.words}.`
    : refused && refusal;
  const invalid = Boolean(complaint);
  return (
    <>
      {CodeMirror ? (
        <>
          <input type="hidden" name={name} value={text} />
          <CodeMirror
            id={inputId}
            label={label}
            described={errorId}
            invalid={invalid}
            text={text}
            error={error}
            focused={document.activeElement === area.current}
            classes={classes}
            onChange={setText}
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
          onChange={(event) => setText(event.target.value)}
          aria-required
          aria-invalid={invalid}
          aria-describedby={errorId}
          className={`${classes.input} font-mono`}
        />
      )}
      <p id={errorId} role="status" data-testid="json-error" className={`${classes.error} empty:hidden`}>
        {complaint}
      </p>
    </>
  );
}
