/**
 * The few calls that the browser makes itself, as `window.awards`: sign-in and sign-out, because
 * only an HTTP answer can set the session cookie, uploads, because of their progress, and the
 * reading of a list that it makes a file of.
 *
 * They follow the same rules as awards_site/core/request_client.py, which makes all other calls.
 * After signIn and signOut load a page with `location.assign`: the open page's websocket still
 * speaks for whoever opened it. (auth/session_ended.jsx opens the websocket anew instead.)
 */
window.awards = (() => {
  "use strict";

  /** How often request() is repeated after its first attempt, and the milliseconds between. */
  const RETRIES = 2;
  const DELAY = 1000;

  /** The calls whose answer is handed back whatever its status, for the caller to judge. */
  const UNCHECKED = new Set(["/api/auth/login", "/api/auth/logout", "/api/auth/me"]);

  /**
   * An answer other than success. As text it reads '{status}: {text or status text}'.
   * `reason` is what a person is shown: the server's own message where it gave one.
   * `errors` maps the names of refused fields to their messages.
   */
  class RequestFailed extends Error {
    constructor(status, text, statusText) {
      super(`${status}: ${text || statusText}`);
      this.name = "RequestFailed";
      this.status = status;
      this.text = text;
      const body = parsed(text);
      this.reason = typeof body?.message === "string" ? body.message : this.message;
      this.errors = {};
      for (const { field, message } of Array.isArray(body?.errors) ? body.errors : []) {
        this.errors[field] ??= message;
      }
    }
  }

  /** Return the value that `text` is as JSON, or undefined. */
  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /**
   * Send `body` as JSON, unless it is undefined, and resolve to the Response.
   *
   * A server error and a network failure are repeated twice, a second apart. Rejects with a
   * RequestFailed for an answer that is no success, except for the unchecked paths, and with
   * fetch's own TypeError when no answer came.
   */
  async function request(method, path, body) {
    const options = { method, credentials: "include" };
    if (body !== undefined) {
      options.headers = { "Content-Type": "application/json" };
      options.body = JSON.stringify(body);
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(path, options);
        if (response.ok || UNCHECKED.has(path.split("?")[0])) return response;
        throw new RequestFailed(response.status, await response.text(), response.statusText);
      } catch (error) {
        const lasting = error instanceof RequestFailed && error.status < 500;
        if (lasting || attempt > RETRIES) throw error;
      }
      await pause(DELAY);
    }
  }

  /**
   * Sign in and resolve to the user. Rejects with an Error whose message is to be shown:
   * 'Invalid username or password', or 'Server error: {status} - {text}'.
   */
  async function signIn(username, password) {
    const response = await request("POST", "/api/auth/login", { username, password });
    if (response.ok) return response.json();
    if (response.status === 401) throw new Error("Invalid username or password");
    const failure = new RequestFailed(response.status, await response.text(), response.statusText);
    const text = parsed(failure.text)?.message ?? (failure.text || response.statusText);
    throw new Error(`Server error: ${response.status} - ${text}`, { cause: failure });
  }

  /** Sign out. Rejects with a RequestFailed when the server refuses. */
  async function signOut() {
    const response = await request("POST", "/api/auth/logout");
    if (!response.ok) {
      throw new RequestFailed(response.status, await response.text(), response.statusText);
    }
  }

  /**
   * Ask the page for a session in the place of one that has ended (auth/session_ended.jsx). Rejects
   * with `failure` when the page has nobody to ask, or the user does not sign in.
   */
  function renewSession(failure) {
    return new Promise((resolve, refuse) => {
      const reject = () => refuse(failure);
      const options = { detail: { resolve, reject }, cancelable: true };
      const unheard = window.dispatchEvent(new CustomEvent("awards:session-ended", options));
      if (unheard) reject();
    });
  }

  /**
   * Upload `file` as the multipart field `field` and resolve to the answer's JSON.
   *
   * `onProgress` is called with the share that has been sent, from 0 to 1. Aborting `signal`, an
   * AbortSignal, stops the upload and rejects with its reason. An upload is repeated only when its
   * session had ended and the user has signed in again. When all is well the window is sent the
   * event `awards:uploaded`. Rejects with a RequestFailed for an answer that is no success, and with
   * an Error when no answer came.
   */
  async function upload(...call) {
    const answer = await sendSignedIn(...call);
    window.dispatchEvent(new CustomEvent("awards:uploaded"));
    return answer;
  }

  async function sendSignedIn(...call) {
    try {
      return await send(...call);
    } catch (error) {
      if (error.status !== 401) throw error;
      await renewSession(error);
      return send(...call);
    }
  }

  function send(path, field, file, onProgress = () => {}, signal = undefined) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const form = new FormData();
      form.append(field, file);
      const call = new XMLHttpRequest();
      call.open("POST", path);
      call.withCredentials = true;
      call.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      });
      call.addEventListener("load", () => {
        if (call.status < 200 || call.status > 299) {
          reject(new RequestFailed(call.status, call.responseText, call.statusText));
          return;
        }
        const answer = parsed(call.responseText);
        if (answer === undefined) reject(new Error("Server did not return a valid file URL"));
        else resolve(answer);
      });
      call.addEventListener("error", () => {
        // A server that refuses a file while it arrives may close before its answer is read.
        reject(new Error("The upload broke off. The file may be too large, or the network down."));
      });
      call.addEventListener("abort", () => reject(signal?.reason ?? new Error("Upload stopped")));
      signal?.addEventListener("abort", () => call.abort(), { once: true });
      call.send(form);
    });
  }

  return { RequestFailed, request, signIn, signOut, upload };
})();
