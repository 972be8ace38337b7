// The forms for people who have forgotten their password, or choose one by the link of an email.
import { useEffect, useRef, useState } from "react";
import { request } from "../queries/request.js";
import { notify } from "../events.js";
import { CheckedForm } from "../forms/form.jsx";
import { navigate } from "./sign_in.jsx";

const NO_TOKEN =
  "This page needs the whole link from your email. Please open it from there again, or request a new one.";

const notifyError = (title, error) =>
  notify({ title, description: error.reason ?? error.message, destructive: true });

/** Asks for a link by email; `thanks` then replaces the form. */
export function ForgotPasswordForm({ endpoint, thanks, ...rest }) {
  const [isSent, setSent] = useState(false);

  const submit = async ({ email }) => {
    try {
      await request("POST", endpoint, { email });
      setSent(true);
      return true;
    } catch (error) {
      notifyError("Error sending the link", error);
      return false;
    }
  };

  return isSent ? thanks : <CheckedForm onSubmit={submit} {...rest} />;
}

/**
 * Chooses a password with the token in the URL's fragment, and then loads `destination`. A message
 * replaces the form if there is no token, or the server does not accept it.
 */
export function ChoosePasswordForm({ endpoint, destination, ...rest }) {
  const token = useRef("");
  const [problem, setProblem] = useState("");

  useEffect(() => {
    // The token leaves the address bar, so that it is neither in the history nor seen by others.
    token.current = window.location.hash.slice(1);
    window.history.replaceState(window.history.state, "", window.location.pathname);
    if (!token.current) setProblem(NO_TOKEN);
  }, []);

  const submit = async ({ password, repeatedPassword }) => {
    if (password !== repeatedPassword) {
      notify({ title: "The passwords do not match", destructive: true });
      return false;
    }
    try {
      const response = await request("POST", endpoint, { token: token.current, password });
      const { username } = await response.json();
      navigate(destination, { title: "Password saved", description: `Sign in as ${username}.` });
      return undefined;
    } catch (error) {
      if (error.errors?.token) setProblem(error.errors.token);
      else notifyError("Error saving the password", error);
      return false;
    }
  };

  if (!problem) return <CheckedForm onSubmit={submit} {...rest} />;
  return (
    <p role="alert" className="border-l-2 border-gold pl-4 leading-relaxed">
      {problem}
    </p>
  );
}
