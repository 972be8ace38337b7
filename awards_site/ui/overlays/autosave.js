// What is typed in open forms is kept in this browser until it is saved or discarded, for a week at
// most, so that a crash, a reload or the end of a session loses nothing. Signing out forgets it all.

const PREFIX = "awards:input:";
// Is written and removed again by the tab that signs out, which tells the others.
const SIGNED_OUT = "awards:signed-out";
const UNCHANGED = "{}";
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

const listeners = new Set();
let version = 0;
let hasSignedOut = false;
// What this tab has kept, by key, as it is stored.
const written = new Map();

function changed(key) {
  version += 1;
  listeners.forEach((listener) => listener(key));
}

/** Calls `listener` with the key of what is kept or forgotten from now on; returns its end. */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A number that differs after each change. */
export const currentVersion = () => version;

/** Returns the key of a record of a form, as a user fills it in. */
export const keyOf = (userId, form, record) => `${PREFIX}${userId}:${form}:${record}`;

// Without storage, or when it is full, nothing is kept.
function attempt(action) {
  try {
    return action(window.localStorage);
  } catch {
    return null;
  }
}

// What other tabs keep, forget, and end by signing out.
if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === SIGNED_OUT && newValue) forgetWritten();
    if (key?.startsWith(PREFIX)) changed(key);
  });
}

/**
 * Keeps `{name, base, values}`: unsaved values by field, and those that the form began with; after
 * signing out in any tab nothing more.
 */
export function keep(key, input) {
  if (hasSignedOut) return;
  const text = JSON.stringify({ at: Date.now(), ...input });
  attempt((storage) => storage.setItem(key, text));
  written.set(key, text);
  changed(key);
}

/** Returns what is kept under a key, with the time `at` which it was kept, or null. */
export function load(key) {
  return attempt((storage) => {
    const kept = JSON.parse(storage.getItem(key));
    return kept && Date.now() - kept.at < MAX_AGE_MS ? kept : null;
  });
}

export function forget(key) {
  attempt((storage) => storage.removeItem(key));
  changed(key);
}

// A tab may keep something after another has signed out and before it hears of that. What has been
// kept after the next sign-in stays, however late the tab hears.
function forgetWritten() {
  hasSignedOut = true;
  const isOwn = ([key, text]) => attempt((storage) => storage.getItem(key)) === text;
  [...written].filter(isOwn).forEach(([key]) => forget(key));
}

const keys = () =>
  attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX))) ?? [];

/** Forgets everything when a user signs out, and has open forms keep nothing more. */
export function forgetAll() {
  hasSignedOut = true;
  attempt((storage) => storage.setItem(SIGNED_OUT, "1"));
  attempt((storage) => storage.removeItem(SIGNED_OUT));
  keys().forEach(forget);
}

/** Has open forms keep their input again, after a new sign-in over them. */
export function keepAgain() {
  hasSignedOut = false;
}

export function forgetExpired() {
  const expired = keys().filter((key) => !load(key));
  expired.forEach((key) => attempt((storage) => storage.removeItem(key)));
}

/** Returns what is kept of a user's form, as `[record, kept]`, and forgets what is too old. */
export function loadForm(userId, form) {
  forgetExpired();
  const prefix = keyOf(userId, form, "");
  return keys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => [key.slice(prefix.length), load(key)]);
}

/**
 * Returns what keeps the input of a form while it is open: `save` from time to time, and `end` when
 * it goes. `read()` returns its unsaved values by field, and `describe()` the rest of what is kept.
 * While `isOffered()`, what was kept earlier stays.
 */
export function createKeeper(key, { isDismissed, isOffered, read, describe }) {
  let kept = UNCHANGED;
  let wasDismissed = false;

  const save = () => {
    if (isOffered()) return;
    const values = read();
    const text = JSON.stringify(values);
    if (text === kept) return;
    kept = text;
    if (text === UNCHANGED) forget(key);
    else keep(key, { ...describe(), values });
  };
  return {
    save() {
      // A dialog that is still there was not closed: the server may not have heard of it.
      if (wasDismissed) isDismissed.current = false;
      wasDismissed = isDismissed.current;
      save();
    },
    // A dialog that goes without having been closed may have lost its State, or gives way to another.
    end() {
      if (!isDismissed.current) save();
      else if (!isOffered()) forget(key);
    },
    /** Has the present input be kept only if it changes. */
    settle() {
      kept = JSON.stringify(read());
    },
    /** Has the present input be kept. */
    restart() {
      kept = UNCHANGED;
    },
  };
}

/** Returns a time as '2:05 PM', or as 'Nov 24, 2:05 PM' if it was on another day. */
export function timeOf(at) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : { month: "short", day: "numeric" };
  return date.toLocaleString("en", { ...day, hour: "numeric", minute: "2-digit" });
}
