/**
 * The shared request behaviour in the browser: the reader for data, the helper for every other call,
 * sign-in, sign-out and uploads. awards_site/core/request_client.py is its twin in the portal's State
 * handlers; tests/core/request_cases.json holds both to the same rules (docs/rules/requests.md).
 */

const RETRIES = 2;
const REQUEST_DELAY_MS = 1000;
const BACKOFF_MS = [1000, 2000, 4000, 5000];
const MAX_JITTER = 0.3;

/** The calls whose response is handed back whatever its status, for the caller to judge. */
const UNCHECKED_PATHS = new Set(["/api/auth/login", "/api/auth/logout", "/api/auth/me"]);

/** What `read` resolves to when the server confirms that the caller's copy is still current. */
export const NOT_MODIFIED = Symbol("not modified");

/**
 * A response other than success. As text it reads '{status}: {text or status text}'.
 * `serverMessage` is the API's own message, or "" where it gave none; `errors` maps the names of
 * refused fields to their messages.
 */
export class RequestFailed extends Error {
  constructor(status, text, statusText) {
    super(`${status}: ${text || statusText}`);
    this.name = "RequestFailed";
    this.status = status;
    this.text = text;
    const body = parseJson(text);
    this.serverMessage = typeof body?.message === "string" ? body.message : "";
    this.errors = {};
    for (const { field, message } of Array.isArray(body?.errors) ? body.errors : []) {
      this.errors[field] ??= message;
    }
  }

  /** What a person is shown: the server's own message where it gave one. */
  get reason() {
    return this.serverMessage || this.message;
  }
}

/** The reader got no response at all, retries included. */
export class QueryFailed extends Error {
  constructor(attempts, options) {
    super(`Query failed after ${attempts} attempts`, options);
    this.name = "QueryFailed";
  }
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const failureOf = async (response) =>
  new RequestFailed(response.status, await response.text(), response.statusText);

/** Waits; rejects with the signal's reason as soon as it is aborted. */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Sends `body` as JSON, unless it is undefined, and resolves to the Response.
 *
 * A server error and a network failure are repeated twice, a second apart. Rejects with a
 * RequestFailed for a response that is no success, except for the unchecked paths, with fetch's own
 * TypeError when no response came, and with the reason of `signal` once that is aborted.
 */
export async function request(method, path, body, { signal } = {}) {
  const options = { method, credentials: "include", signal };
  if (body !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(path, options);
      if (response.ok || UNCHECKED_PATHS.has(path.split("?")[0])) return response;
      throw await failureOf(response);
    } catch (error) {
      const isFinal = error instanceof RequestFailed && error.status < 500;
      if (isFinal || signal?.aborted || attempt > RETRIES) throw error;
    }
    await pause(REQUEST_DELAY_MS, signal);
  }
}

/**
 * Reads the JSON at the URL that is the first element of `key`; resolves to `{data, etag}`.
 *
 * A server error is repeated after 1, 2, 4, 5, 5, ... seconds and up to 30 % more, a network failure
 * after the same time without jitter. `emptyOn` lists statuses for which the data is null instead of
 * an error, such as 401. With the `etag` of an earlier response it may resolve to NOT_MODIFIED.
 * Rejects with a RequestFailed, or with a QueryFailed when no response came.
 */
export async function read(key, { emptyOn = [], etag, retries = RETRIES, signal } = {}) {
  const options = { credentials: "include", signal };
  if (etag) options.headers = { "If-None-Match": etag };
  for (let attempt = 1; ; attempt += 1) {
    let delay = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1];
    let response;
    try {
      response = await fetch(key[0], options);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (attempt > retries) throw new QueryFailed(attempt, { cause: error });
    }
    if (response) {
      if (response.ok) return { data: await response.json(), etag: response.headers.get("ETag") };
      if (response.status === 304) return NOT_MODIFIED;
      if (emptyOn.includes(response.status)) return { data: null, etag: null };
      if (response.status < 500 || attempt > retries) throw await failureOf(response);
      // Jitter keeps many readers from returning to a struggling server together.
      delay *= 1 + MAX_JITTER * Math.random();
    }
    await pause(delay, signal);
  }
}

/**
 * Signs in and resolves to the user. Rejects with an Error whose message is to be shown:
 * 'Invalid username or password', or 'Server error: {status} - {text}'.
 *
 * After it, and after `signOut`, load a page with `location.assign`: the open page's websocket still
 * speaks for whoever opened it. (admin/account/reauthenticate.jsx opens the websocket again instead.)
 */
export async function signIn(username, password) {
  const response = await request("POST", "/api/auth/login", { username, password });
  if (response.ok) return response.json();
  if (response.status === 401) throw new Error("Invalid username or password");
  const failure = await failureOf(response);
  const text = failure.serverMessage || failure.text || response.statusText;
  throw new Error(`Server error: ${response.status} - ${text}`, { cause: failure });
}

/** Signs out. Rejects with a RequestFailed when the server refuses. */
export async function signOut() {
  const response = await request("POST", "/api/auth/logout");
  if (!response.ok) throw await failureOf(response);
}

/**
 * Asks the page for a session in the place of one that has ended (admin/account/reauthenticate.jsx). Rejects
 * with `failure` when the page cannot ask, or the user does not sign in.
 */
function renewSession(failure) {
  return new Promise((resolve, refuse) => {
    const reject = () => refuse(failure);
    const options = { detail: { resolve, reject }, cancelable: true };
    const isUnheard = window.dispatchEvent(new CustomEvent("awards:session-ended", options));
    if (isUnheard) reject();
  });
}

/**
 * Uploads `file` as the multipart field `field` and resolves to the response's JSON.
 *
 * `onProgress` is called with the share that has been sent, from 0 to 1. Aborting `signal` stops the
 * upload and rejects with its reason. An upload is repeated only when its session had ended and the
 * user has signed in again. When all is well the window is sent the event `awards:uploaded`. Rejects
 * with a RequestFailed for a response that is no success, and with an Error when none came.
 */
export async function upload(...call) {
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
      const answer = parseJson(call.responseText);
      if (answer === undefined) reject(new Error("Server did not return a valid file URL"));
      else resolve(answer);
    });
    call.addEventListener("error", () => {
      // A server that refuses a file while it arrives may close before its response is read.
      reject(new Error("The upload broke off. The file may be too large, or the network down."));
    });
    call.addEventListener("abort", () => reject(signal?.reason ?? new Error("Upload stopped")));
    signal?.addEventListener("abort", () => call.abort(), { once: true });
    call.send(form);
  });
}
