// The buttons that export the matching records of a list, from all of its pages, as a file.
import { Content, Item, Portal, Root, Trigger } from "@radix-ui/react-dropdown-menu";
import { useState } from "react";
import { renewing, request } from "$/public/external/awards_site/ui/queries/request/request.js";

const FORMATS = ["csv", "json"];

/**
 * Resolves to the API's response for the URL's search and filters, and for further parameters, after
 * a sign-in if it needs one.
 */
export function fetchMatching(path, further = {}) {
  const params = new URLSearchParams(window.location.search);
  Object.entries(further).forEach(([name, value]) => params.set(name, value));
  return renewing(() => request("GET", params.size ? `${path}?${params}` : path));
}

/** Resolves to the file of an export, by the name that the API gives it. */
async function fileOf(response) {
  const [, name] = response.headers.get("Content-Disposition").match(/filename="(.+)"/);
  return { content: await response.blob(), name };
}

function save({ content, name }) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(content),
    download: name,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Returns whether a file is being made, and a function that saves the file a promise resolves to. */
function useExport(onFailed) {
  const [busy, setBusy] = useState(false);

  const start = async (makeFile) => {
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

  return [busy, start];
}

/** A button that saves the file that `makeFile` resolves to: its `content`, a Blob, and its `name`. */
export function ExportButton({ makeFile, className, onFailed, children }) {
  const [busy, start] = useExport(onFailed);
  return (
    <button
      type="button"
      onClick={() => start(makeFile)}
      aria-disabled={busy}
      aria-busy={busy}
      className={className}
    >
      {children}
      {busy ? "Exporting..." : "Export CSV"}
    </button>
  );
}

/** A button that saves the CSV file that the API at `path` returns. */
export function ListExport({ path, ...button }) {
  const makeFile = async () => fileOf(await fetchMatching(path));
  return <ExportButton {...button} makeFile={makeFile} />;
}

/** A menu of the formats in which the API at `path` returns the records of the list. */
export function ExportMenu({ path, tabs, className, menuClassName, itemClassName, onFailed, children }) {
  const [busy, start] = useExport(onFailed);
  const makeFile = async (format) => {
    const tab = new URLSearchParams(window.location.search).get("filter");
    return fileOf(await fetchMatching(path, { ...tabs[tab], format }));
  };
  // Not modal: the rest of the page stays accessible, and Tab or an outside click closes it.
  return (
    <Root modal={false}>
      <Trigger aria-disabled={busy} aria-busy={busy} className={className}>
        {children}
        {busy ? "Exporting..." : "Export"}
      </Trigger>
      <Portal>
        <Content align="end" sideOffset={6} className={menuClassName}>
          {FORMATS.map((format) => (
            <Item
              key={format}
              onSelect={() => start(() => makeFile(format))}
              className={itemClassName}
            >
              {format.toUpperCase()}
            </Item>
          ))}
        </Content>
      </Portal>
    </Root>
  );
}
