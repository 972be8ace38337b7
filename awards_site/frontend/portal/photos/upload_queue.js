// The photos of a dialog that adds several: each file is sent, a few at a time, with its progress.
import { useEffect, useReducer, useRef } from "react";
import { sendFile, validationError } from "../uploads/upload.jsx";

const MAX_PARALLEL = 2;
const STOPPED = { state: "stopped", reason: "The upload was cancelled" };
const WAITING = { state: "waiting", fraction: 0, reason: "" };

/** What a file is called when nobody has named it: its name, without ending and underscores. */
function titleOf(fileName) {
  const words = fileName.replace(/\.[^.]+$/, "").replace(/[_\-\s]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

let lastKey = 0;

function entryOf(file, source) {
  const reason = validationError(file, source)?.[1] ?? "";
  return {
    ...WAITING,
    key: `photo-${++lastKey}`,
    file,
    preview: reason ? "" : URL.createObjectURL(file),
    title: titleOf(file.name),
    // A file that is refused here would be refused again: it cannot be retried.
    state: reason ? "refused" : "waiting",
    url: "",
    reason,
  };
}

// The photos of forms that were closed, by the form's version: they may be restored.
const discarded = new Map();

const restoredEntry = (entry) => ({
  ...entry,
  ...(isUnderWay(entry) && WAITING),
  preview: entry.preview && URL.createObjectURL(entry.file),
});

function change(entries, { type, key, keys, added, values, failed }) {
  if (type === "add") return [...entries, ...added];
  if (type === "remove") return entries.filter((each) => !keys.includes(each.key));
  if (type === "fail") {
    return entries.map((each) => (each.key in failed ? { ...each, reason: failed[each.key] } : each));
  }
  return entries.map((each) => (each.key === key ? { ...each, ...values } : each));
}

/** Sends the waiting files, and returns what stops one of them. */
function useUploads(entries, set, source) {
  const uploads = useRef(new Map());

  const send = async ({ key, file }) => {
    const stop = new AbortController();
    uploads.current.set(key, stop);
    set(key, { state: "sending", fraction: 0, reason: "" });
    const outcome = await sendFile(source, file, (fraction) => set(key, { fraction }), stop.signal).then(
      (url) => ({ state: "sent", url }),
      (error) =>
        stop.signal.aborted ? STOPPED : { state: "failed", reason: error.reason ?? error.message },
    );
    // Only then does the next one find a free place.
    uploads.current.delete(key);
    set(key, outcome);
  };

  useEffect(() => {
    const free = MAX_PARALLEL - uploads.current.size;
    const waiting = entries.filter((each) => each.state === "waiting" && !uploads.current.has(each.key));
    waiting.slice(0, Math.max(free, 0)).forEach(send);
  });
  useEffect(() => () => uploads.current.forEach((each) => each.abort()), []);

  return (key) => {
    const running = uploads.current.get(key);
    if (running) running.abort();
    else set(key, STOPPED);
  };
}

export const isUnderWay = ({ state }) => state === "waiting" || state === "sending";

/**
 * The photos, as `{key, file, preview, title, state, fraction, url, reason}`, and what changes them.
 * A state is "waiting", "sending", "sent", "failed", "stopped" or "refused"; `url` is the URL of a
 * photo that is sent. It starts with the photos of the form whose version is `restored`, if any.
 */
export function useUploadQueue(source, version, restored) {
  const [entries, dispatch] = useReducer(change, discarded.get(restored) ?? [], (again) =>
    again.map(restoredEntry),
  );
  const set = (key, values) => dispatch({ type: "set", key, values });
  const stop = useUploads(entries, set, source);
  const latest = useRef(entries);
  latest.current = entries;

  const forget = (gone) => gone.forEach((each) => URL.revokeObjectURL(each.preview));
  useEffect(
    () => () => {
      discarded.set(version, latest.current);
      forget(latest.current);
    },
    [],
  );

  const drop = (keys) => {
    forget(latest.current.filter((each) => keys.includes(each.key)));
    dispatch({ type: "remove", keys });
  };

  return {
    entries,
    add: (files) => dispatch({ type: "add", added: files.map((file) => entryOf(file, source)) }),
    rename: ({ key, state, reason }, title) =>
      set(key, { title, reason: state === "sent" ? "" : reason }),
    retry: ({ key }) => set(key, WAITING),
    stop: ({ key }) => stop(key),
    remove: ({ key }) => {
      stop(key);
      drop([key]);
    },
    /** Drops the photos that were saved, by key, and notes why others were not. */
    settle: (saved, failed) => {
      drop(saved);
      dispatch({ type: "fail", failed });
    },
  };
}
