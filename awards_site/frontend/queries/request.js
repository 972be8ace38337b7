/**
 * HTTP requests in the browser: `read` for data, `request` for all other calls, sign-in, sign-out and
 * uploads. tests/core/request_cases.json has the cases of its retries and messages.
 */
import { SESSION_ENDED, UPLOADED, emit } from "../events.js";

const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 1000;
const BACKOFF_MS = [1000, 2000, 4000, 5000];
const MAX_JITTER = 0.3;

/** Calls that resolve with any status; the caller checks it. */
const UNCHECKED_PATHS = new Set(["/api/auth/login", "/api/auth/logout", "/api/auth/me"]);

/** The milliseconds after which the server asks pages to revalidate, by URL; see core/http/response_cache.py. */
const asked = new Map();
/** Differs from page to page, so that the requests of many spread out. */
const PAGE_JITTER = 0.8 + 0.4 * Math.random();

/** Returns after how many milliseconds to revalidate the data at a URL: usually `usual`. */
export const revalidateMs = (url, usual) => asked.get(url) || usual;

/** The result of `read` for a 304 response. */
export const NOT_MODIFIED = Symbol("not modified");

/**
 * A response with an error status. The message is '{status}: {text or status text}'.
 * `serverMessage` is the API's own message, or ""; `errors` maps invalid fields to their messages.
 */
export class RequestFailed extends Error {
  constructor(status, text, statusText, challenge = "") {
    super(`${status}: ${text || statusText}`);
    this.name = "RequestFailed";
    this.status = status;
    this.text = text;
    this.challenge = challenge ?? "";
    const body = parseJson(text);
    this.serverMessage = typeof body?.message === "string" ? body.message : "";
    this.errors = {};
    for (const { field, message } of Array.isArray(body?.errors) ? body.errors : []) {
      this.errors[field] ??= message;
    }
  }

  /** The message for users: the server's own, if there is one. */
  get reason() {
    return this.serverMessage || this.message;
  }
}

/** `read` got no response in any of its attempts. */
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

const CHALLENGE = "WWW-Authenticate";

/** The challenge of an action that needs the password again. */
const INSUFFICIENT_AUTHENTICATION = "insufficient_user_authentication";

async function failureOf(response) {
  const challenge = response.headers.get(CHALLENGE);
  return new RequestFailed(response.status, await response.text(), response.statusText, challenge);
}

/** Waits; rejects with the signal's reason when it is aborted. */
function sleep(milliseconds, signal) {
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
 * Sends `body` as JSON, unless it is undefined or a FormData, with any further `headers`, and resolves to
 * the Response.
 *
 * Server errors and network failures are retried twice, a second apart. Rejects with a RequestFailed
 * for an error status (except on the unchecked paths), with fetch's TypeError if no response came, and
 * with the reason of `signal` if it is aborted.
 */
export async function request(method, path, body, { signal, headers } = {}) {
  const options = { method, credentials: "include", signal, headers };
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined) {
    options.headers = { ...headers, "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  return retry(async () => {
    const response = await fetch(path, options);
    if (response.ok || UNCHECKED_PATHS.has(path.split("?")[0])) return response;
    throw await failureOf(response);
  }, signal);
}

/** Resolves to what `call` does; a server error and a network failure are repeated. */
async function retry(call, signal) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const isFinal = error instanceof RequestFailed && error.status < 500;
      if (isFinal || signal?.aborted || attempt > MAX_RETRIES) throw error;
    }
    await sleep(RETRY_DELAY_MS, signal);
  }
}

/**
 * Reads the JSON at the URL that is the first element of `key`; resolves to `{data, etag}`.
 *
 * Server errors are retried after 1, 2, 4, 5, 5, ... seconds with up to 30 % jitter, network failures
 * after the same delays without jitter. For a status in `emptyOn`, such as 401, `data` is null instead
 * of an error. With the `etag` of an earlier response, it may resolve to NOT_MODIFIED. Rejects with a
 * RequestFailed, or with a QueryFailed if no response came.
 */
export async function read(key, { emptyOn = [], etag, retries = MAX_RETRIES, signal } = {}) {
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
      asked.set(key[0], response.headers.get("Revalidate-Seconds") * 1000 * PAGE_JITTER);
      if (response.ok) return { data: await response.json(), etag: response.headers.get("ETag") };
      if (response.status === 304) return NOT_MODIFIED;
      if (emptyOn.includes(response.status)) return { data: null, etag: null };
      if (response.status < 500 || attempt > retries) throw await failureOf(response);
      // Jitter spreads the retries of many clients.
      delay *= 1 + MAX_JITTER * Math.random();
    }
    await sleep(delay, signal);
  }
}

/**
 * Signs in and resolves to the user, or to the `challenge` of a second factor (`{challenge, methods,
 * passkey}`). Rejects with an Error whose message can be displayed: 'Invalid username or password', or
 * 'Server error: {status} - {text}'.
 *
 * Afterwards, and after `signOut`, load a page with `location.assign`: the open websocket still has the
 * old session. (frontend/portal/sign_in/reauthenticate.jsx reconnects the websocket instead.)
 */
export async function signIn(username, password) {
  const response = await request("POST", "/api/auth/login", { username, password });
  if (response.ok) return response.json();
  if (response.status === 401) throw new Error("Invalid username or password");
  const failure = await failureOf(response);
  const text = failure.serverMessage || failure.text || response.statusText;
  throw new Error(`Server error: ${response.status} - ${text}`, { cause: failure });
}

/** Signs out. Rejects with a RequestFailed for an error status. */
export async function signOut() {
  const response = await request("POST", "/api/auth/logout");
  if (!response.ok) throw await failureOf(response);
}

/**
 * Asks the user to sign in again after the session has ended, or to confirm the password if the failed request
 * asked for it (frontend/portal/sign_in/reauthenticate.jsx). Rejects with `failure` if the page has no such
 * dialogs, or the user cancels.
 */
function renewSession(failure) {
  return new Promise((resolve, rejectWith) => {
    const reject = () => rejectWith(failure);
    const confirm = failure.challenge.includes(INSUFFICIENT_AUTHENTICATION);
    const isUnhandled = emit(SESSION_ENDED, { resolve, reject, confirm });
    if (isUnhandled) reject();
  });
}

/** Resolves to what `send` does; it is called once more after a 401 and the user's sign-in. */
export async function renewing(send) {
  try {
    return await send();
  } catch (error) {
    if (error.status !== 401) throw error;
    await renewSession(error);
    return send();
  }
}

/**
 * Uploads `file` as the multipart field `field` and resolves to the response's JSON.
 *
 * `onProgress` is called with the fraction sent, from 0 to 1. Aborting `signal` stops the upload and
 * rejects with its reason. An upload is retried like a `request`, and once more if its session had
 * ended and the user has signed in again. After success the window receives the event
 * UPLOADED. Rejects with a RequestFailed for an error status, and with an Error if no response
 * came or it is not JSON.
 */
export async function upload(path, field, file, onProgress = () => {}, signal = undefined) {
  const send = () => retry(() => sendFile(path, field, file, onProgress, signal), signal);
  const text = await renewing(send);
  const response = parseJson(text);
  if (response === undefined) throw new Error("Server did not return a valid file URL");
  emit(UPLOADED);
  return response;
}

/** Posts the file once and resolves to the text of a successful response. */
function sendFile(path, field, file, onProgress, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const form = new FormData();
    form.append(field, file);
    const xhr = new XMLHttpRequest();
    xhr.open("POST", path);
    xhr.withCredentials = true;
    xhr.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    xhr.addEventListener("load", () => {
      if (xhr.status >= 200 && xhr.status <= 299) resolve(xhr.responseText);
      else {
        const challenge = xhr.getResponseHeader(CHALLENGE);
        reject(new RequestFailed(xhr.status, xhr.responseText, xhr.statusText, challenge));
      }
    });
    xhr.addEventListener("error", () => {
      // A server that rejects a file early may close the connection before its response is read.
      reject(new Error("The upload broke off. The file may be too large, or the network down."));
    });
    xhr.addEventListener("abort", () => reject(signal?.reason ?? new Error("Upload stopped")));
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(form);
  });
}
