// Keeps unsaved input of open forms in this browser until it is saved or discarded, for a week at most,
// so that a crash, a reload or the end of a session loses nothing. Signing out deletes all of it. If a
// form is open in several tabs, the newest input is kept.

const PREFIX = "awards:input:";
const UNCHANGED = "{}";
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

const listeners = new Set();
let version = 0;
// The time of the newest input that this tab has kept or found, by key.
const knownAt = new Map();

function changed(settledKey) {
  version += 1;
  listeners.forEach((listener) => listener(settledKey));
}

/**
 * Calls `listener` when this tab keeps or deletes input, with the key of input that was saved or
 * reverted; returns a function that ends this.
 */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A number that differs after each change. */
export const currentVersion = () => version;

/** Returns the key of a user's input in the form of a record. */
export const keyOf = (userId, form, record) => `${PREFIX}${userId}:${form}:${record}`;

// Without storage, or when it is full, nothing is kept.
function attempt(action) {
  try {
    return action(window.localStorage);
  } catch {
    return null;
  }
}

/** Keeps `{name, base, values}`: unsaved values by field, and the form's initial values. */
export function keep(key, input) {
  const kept = { at: Date.now(), ...input };
  attempt((storage) => storage.setItem(key, JSON.stringify(kept)));
  knownAt.set(key, kept.at);
  changed();
}

/** Returns the input kept under a key, with the time `at` which it was kept, or null. */
export function load(key) {
  return attempt((storage) => {
    const kept = JSON.parse(storage.getItem(key));
    return kept && Date.now() - kept.at < MAX_AGE_MS ? kept : null;
  });
}

export function forget(key) {
  attempt((storage) => storage.removeItem(key));
  changed();
}

/** Deletes input that was saved or reverted, unless another tab has kept newer input. */
export function settle(key) {
  const isNewer = load(key)?.at > knownAt.get(key);
  if (!isNewer) attempt((storage) => storage.removeItem(key));
  changed(key);
}

const keys = () =>
  attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX))) ?? [];

export function forgetAll() {
  keys().forEach(forget);
}

export function forgetExpired() {
  const expired = keys().filter((key) => !load(key));
  expired.forEach((key) => attempt((storage) => storage.removeItem(key)));
}

/** Returns the kept input of a user's form, as `[record, kept]`, and deletes expired input. */
export function loadForm(userId, form) {
  forgetExpired();
  const prefix = keyOf(userId, form, "");
  return keys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => [key.slice(prefix.length), load(key)]);
}

/**
 * Returns the keeper of an open form's input: call `save` from time to time, and `end` when the form
 * is removed. `read()` returns its unsaved values by field, `initial()` its initial values, and
 * `describe()` the rest of what is kept. `restoredAt` is the time of the input that it was restored
 * from; if it was not, `offer` is the kept input, which stays until it is restored or discarded.
 */
export function createKeeper(key, { isDismissed, restoredAt, read, initial, describe }) {
  const offer = restoredAt ? null : load(key);
  knownAt.set(key, restoredAt ?? offer?.at ?? 0);
  let kept = null;
  let wasDismissed = false;

  const isOffered = () => offer !== null && load(key)?.at === offer.at;
  const save = () => {
    if (isOffered()) return;
    kept ??= restoredAt ? JSON.stringify(initial()) : UNCHANGED;
    const values = read();
    const text = JSON.stringify(values);
    if (text === kept) return;
    kept = text;
    if (text === UNCHANGED) settle(key);
    else keep(key, { ...describe(), values });
  };
  return {
    offer,
    isOffered,
    save() {
      // A dialog that is still open was not closed: the server may have missed the event.
      if (wasDismissed) isDismissed.current = false;
      wasDismissed = isDismissed.current;
      save();
    },
    // A dialog that is removed without being closed may have lost its State, or is replaced by another.
    end() {
      if (!isDismissed.current) save();
      else if (!isOffered()) settle(key);
    },
    /** Keeps the present input only if it changes. */
    settle() {
      kept = JSON.stringify(read());
    },
  };
}

/** Returns a time in a zone as '2:05 PM UTC', or as 'Nov 24, 2:05 PM UTC' if it was on another day. */
export function timeOf(at, timeZone) {
  const day = { month: "short", day: "numeric", timeZone };
  const dayOf = (time) => new Date(time).toLocaleDateString("en", day);
  const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone };
  const shown = dayOf(at) === dayOf(Date.now()) ? time : { ...day, ...time };
  return new Date(at).toLocaleString("en", shown).replace("GMT", "UTC");
}
