// The buttons that export the matching records of a list, from all of its pages, as a file.
import { useState } from "react";
import { renewing, request } from "$/public/external/awards_site/ui/queries/request/request.js";

/** Resolves to the API's response for the URL's search and filters, after a sign-in if it needs one. */
export const fetchMatching = (path) =>
  renewing(() => request("GET", `${path}${window.location.search}`));

function save({ content, name }) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(content),
    download: name,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A button that saves the file that `makeFile` resolves to: its `content`, a Blob, and its `name`. */
export function ExportButton({ makeFile, className, onFailed, children }) {
  const [busy, setBusy] = useState(false);

  const start = async () => {
    if (busy) return;
    setBusy(true);
    try {
      save(await makeFile());
    } catch (error) {
      onFailed(error.reason ?? error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <button
      type="button"
      onClick={start}
      aria-disabled={busy}
      aria-busy={busy}
      className={className}
    >
      {children}
      {busy ? "Exporting..." : "Export CSV"}
    </button>
  );
}

/** A button that saves the CSV file that the API at `path` returns, by the name that the API gives it. */
export function ListExport({ path, ...button }) {
  const makeFile = async () => {
    const response = await fetchMatching(path);
    const [, name] = response.headers.get("Content-Disposition").match(/filename="(.+)"/);
    return { content: await response.blob(), name };
  };
  return <ExportButton {...button} makeFile={makeFile} />;
}
