// An input for a new password, with a live meter of its strength, which the server estimates.
import { useEffect, useRef, useState } from "react";
import { request } from "../../queries/request.js";

const DEBOUNCE_MS = 300;
const MAX_SCORE = 4;
const MAX_WORDS = 10;
const MAX_WORD_LENGTH = 200;
const COLORS = ["bg-danger", "bg-danger", "bg-gold", "bg-plum", "bg-plum"];

/** Returns the other texts of the form, such as the name, which a password should not consist of. */
function personalWords(form) {
  return [...form.elements]
    .filter(({ type, value }) => (type === "text" || type === "email") && value)
    .map(({ value }) => value.slice(0, MAX_WORD_LENGTH))
    .slice(0, MAX_WORDS);
}

async function estimate(input, signal) {
  const body = { password: input.value, personal: personalWords(input.form) };
  const response = await request("POST", "/api/auth/password-strength", body, { signal });
  return response.json();
}

export function PasswordInput({ attributes, defaultValue }) {
  const [strength, setStrength] = useState(null);
  const running = useRef(null);

  useEffect(() => () => running.current?.abort(), []);

  const onChange = ({ target }) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    if (!target.value) {
      setStrength(null);
      return;
    }
    setTimeout(async () => {
      if (signal.aborted) return;
      // Without an estimate the meter is hidden; the server checks the password in any case.
      const result = await estimate(target, signal).catch(() => null);
      if (!signal.aborted) setStrength(result);
    }, DEBOUNCE_MS);
  };

  return (
    <>
      <input
        {...attributes}
        type="password"
        autoComplete="new-password"
        defaultValue={defaultValue}
        onChange={onChange}
      />
      {strength && (
        <div aria-hidden="true" data-testid="password-strength" className="mt-2 flex gap-1">
          {Array.from({ length: MAX_SCORE }, (_, index) => (
            <span
              key={index}
              className={`h-1 flex-1 rounded-full ${index < strength.score ? COLORS[strength.score] : "bg-line"}`}
            />
          ))}
        </div>
      )}
      <p role="status" className={strength ? "mt-1.5 text-xs text-muted" : "sr-only"}>
        {strength && `Strength: ${strength.label.toLowerCase()}. ${strength.hint}`.trim()}
      </p>
    </>
  );
}
