// The second step of signing in, and of confirming one's identity.
import { createContext, useContext, useState } from "react";
import { getPasskey } from "./passkeys.js";
import { notify } from "../events.js";
import { CheckedForm } from "../forms/form.jsx";
import { request } from "../queries/request.js";

const Step = createContext(null);

const ALTERNATIVES = {
  passkey: "Use your passkey instead",
  "authenticator-app": "Use a code of your authenticator app",
  "recovery-code": "Use a recovery code",
};

/**
 * Shows `first`, which is called with a function that takes the challenge of a response, and then
 * `second`, a SecondFactorForm. Calls `onUser(user)` when it is accepted.
 */
export function TwoSteps({ first, second, onUser }) {
  const [challenge, setChallenge] = useState(null);
  if (!challenge) return first(setChallenge);
  const onBack = () => setChallenge(null);
  return <Step.Provider value={{ challenge, onUser, onBack }}>{second}</Step.Provider>;
}

/** Asks for a passkey or a code; `appField` and `recoveryField` are its alternative fields. */
export function SecondFactorForm({
  appField,
  recoveryField,
  submitButton,
  buttonClass,
  linkClass,
  ...rest
}) {
  const { challenge, onUser, onBack } = useContext(Step);
  const [method, setMethod] = useState(challenge.methods[0]);
  const [isAsking, setAsking] = useState(false);

  const submitResponse = async (input) => {
    try {
      const response = await request("POST", "/api/auth/second-factor", { challenge: challenge.challenge, ...input });
      onUser(await response.json());
      return undefined;
    } catch (error) {
      const description = error.reason ?? error.message;
      notify({ title: "Confirmation failed", description, destructive: true });
      if (error.errors?.challenge) onBack();
      return false;
    }
  };

  const usePasskey = async () => {
    setAsking(true);
    try {
      await submitResponse({ credential: await getPasskey(challenge.passkey) });
    } catch (error) {
      notify({ title: "Confirmation failed", description: error.message, destructive: true });
    }
    setAsking(false);
  };

  return (
    <div className="grid gap-5">
      <p className="text-sm text-muted" role="status">
        Your password is correct. One more step protects your account.
      </p>
      {method === "passkey" ? (
        <button type="button" className={buttonClass} onClick={usePasskey} disabled={isAsking} autoFocus>
          {isAsking ? "Waiting for your passkey..." : "Use your passkey"}
        </button>
      ) : (
        <CheckedForm key={method} onSubmit={submitResponse} className="grid gap-5" {...rest}>
          {method === "recovery-code" ? recoveryField : appField}
          {submitButton}
        </CheckedForm>
      )}
      <div className="grid justify-items-start gap-3">
        {challenge.methods
          .filter((each) => each !== method)
          .map((each) => (
            <button key={each} type="button" className={linkClass} onClick={() => setMethod(each)}>
              {ALTERNATIVES[each]}
            </button>
          ))}
        <button type="button" className={linkClass} onClick={onBack}>
          Start again
        </button>
      </div>
    </div>
  );
}
