// Creates the passkey that a State asks for.
import { useEffect } from "react";
import { createPasskey } from "../../sign_in/passkeys.js";
import { receiveValues } from "../reflex_patches.js";

/** Calls `onCreated` with the passkey as JSON and "", or with null and why there is none. */
export function PasskeyCreator({ name, onCreated }) {
  useEffect(() => {
    receiveValues(name, (options) =>
      createPasskey(options).then(
        (credential) => onCreated(credential, ""),
        (error) => onCreated(null, error.message),
      ),
    );
  }, [name, onCreated]);
  return null;
}
