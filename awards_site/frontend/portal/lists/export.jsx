import { createContext, useContext, useState } from "react";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../overlays/menu.jsx";
import { renewing, request } from "../../queries/request.js";
import { saveFile } from "./csv.js";
import { useLazyDialog } from "../../queries/lazy.jsx";

// The buttons that export the matching records of a list, from all of its pages, or the selected ones
// as a file.

const FORMATS = ["csv", "json"];

/** The ids of the records that the buttons inside export; null for all that match. */
export const ExportedIds = createContext(null);

/**
 * Resolves to the API's response for the records of these ids, in the order of the URL, or with null
 * for the URL's search and filters; in both cases with further parameters, and after a sign-in if it
 * needs one.
 */
export function fetchRecords(path, ids, further = {}) {
  const shown = new URLSearchParams(window.location.search);
  const params = ids ? new URLSearchParams() : shown;
  if (ids && shown.has("sort")) params.set("sort", shown.get("sort"));
  Object.entries(further).forEach(([name, value]) => params.set(name, value));
  const url = String(params) ? `${path}?${params}` : path;
  // So many ids may be too long for a URL.
  return renewing(() => (ids ? request("POST", url, { ids }) : request("GET", url)));
}

/** Resolves to the file of an export, by the name that the API gives it. */
async function fileOf(response) {
  const [, name] = response.headers.get("Content-Disposition").match(/filename="(.+)"/);
  return { content: await response.blob(), name };
}

/**
 * Returns whether a file is being made, and a function that saves the file to which `makeFile`
 * resolves, which it calls with the `ExportedIds`.
 */
export function useExport(onFailed) {
  const [busy, setBusy] = useState(false);
  const ids = useContext(ExportedIds);

  const start = async (makeFile) => {
    if (busy) return;
    setBusy(true);
    try {
      saveFile(await makeFile(ids));
    } catch (error) {
      onFailed(error.reason ?? error.message);
    } finally {
      setBusy(false);
    }
  };

  return [busy, start];
}

/** A menu of the formats in which the API at `path` returns the records of the list. */
export function ExportMenu({ path, tabs, className, menuClassName, itemClassName, onFailed, children }) {
  const [busy, start] = useExport(onFailed);
  const makeFile = async (ids, format) => {
    const tab = ids ? null : new URLSearchParams(window.location.search).get("filter");
    return fileOf(await fetchRecords(path, ids, { ...tabs[tab], format }));
  };
  return (
    <Menu>
      <MenuTrigger>
        <button type="button" aria-disabled={busy} aria-busy={busy} className={className}>
          {children}
          {busy ? "Exporting..." : "Export"}
        </button>
      </MenuTrigger>
      <MenuContent align="end" className={menuClassName}>
        {FORMATS.map((format) => (
          <MenuItem
            key={format}
            onSelect={() => start((ids) => makeFile(ids, format))}
            className={itemClassName}
          >
            {format.toUpperCase()}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}

// The button that imports records from a file. The dialog's script is loaded when it is first opened.

const loadDialog = () => import("../imports/import_dialog.jsx");

export function ImportButton({ className, disabled, children, ...dialog }) {
  const { Dialog, isOpen, open, close } = useLazyDialog(loadDialog, "The import");
  return (
    <>
      <button
        type="button"
        disabled={disabled}
        aria-haspopup="dialog"
        aria-busy={isOpen && !Dialog}
        onClick={open}
        className={className}
      >
        {children}
        Import
      </button>
      {Dialog && <Dialog {...dialog} open={isOpen} onClose={close} />}
    </>
  );
}
