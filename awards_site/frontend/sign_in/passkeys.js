// Creates and uses passkeys by the browser's WebAuthn, with the server's options as JSON.

const REASONS = {
  InvalidStateError: "This device already has a passkey of your account.",
  NotAllowedError: "The passkey was not used, or it took too long. Please try again.",
  SecurityError: "Passkeys work at the site's own name only, such as awards.example.org, and not at an IP address.",
};

async function ask(prompt) {
  const isSupported = Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);
  if (!isSupported) throw new Error("This browser cannot use passkeys here.");
  try {
    return (await prompt()).toJSON();
  } catch (error) {
    throw new Error(REASONS[error.name] ?? error.message, { cause: error });
  }
}

/** Resolves to the new passkey as JSON; rejects with an Error whose message can be displayed. */
export const createPasskey = (options) =>
  ask(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return navigator.credentials.create({ publicKey });
  });

/** Resolves to the passkey's answer as JSON; rejects with an Error whose message can be displayed. */
export const getPasskey = (options) =>
  ask(() => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return navigator.credentials.get({ publicKey });
  });
