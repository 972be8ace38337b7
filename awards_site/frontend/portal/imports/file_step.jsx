// The first step of an import: the file, and former imports, which can be undone.
import { Download, FileUp } from "lucide-react";
import { useEffect, useState } from "react";
import { FileButton } from "../uploads/upload.jsx";
import { useDrop } from "../uploads/file_drop.js";
import { inMemory, recentImports } from "./import_requests.js";
import { StepBody, StepFoot } from "./step.jsx";
import { counted } from "./texts.js";

const CSV = { accept: ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain" };

const NOT_READ = "The file cannot be read. Choose it again.";

function useRecentImports(path, isWanted) {
  const [imports, setImports] = useState([]);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    // Without the list, the import itself still works.
    recentImports(path, stop.signal).then(setImports, () => undefined);
    return () => stop.abort();
  }, [path, isWanted]);
  return imports;
}

function Recent({ each, label, plural, zone, classes, onUndo }) {
  const when = new Date(each.createdAt).toLocaleString("en", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone,
  });
  const name = each.fileName || "a file";
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-medium">
          {counted(each.recordCount, label, plural)} from {name}
        </p>
        <p className="text-muted">
          {when}
          {each.userName && `, ${each.userName}`}
        </p>
      </div>
      <button
        type="button"
        className={classes.button}
        aria-label={`Undo the import of ${name}, ${when}`}
        onClick={() => onUndo(each.id)}
      >
        Undo
      </button>
    </li>
  );
}

export function FileStep({
  open,
  path,
  label,
  plural,
  limits,
  zone,
  classes,
  heading,
  pending,
  error,
  setError,
  onCancel,
  onFile,
  onUndo,
}) {
  const recent = useRecentImports(path, open);
  const busy = Boolean(pending);

  const choose = async ([file]) => {
    if (busy || !file) return;
    try {
      onFile(await inMemory(file));
    } catch {
      setError(NOT_READ);
    }
  };
  const [over, drop] = useDrop(choose);

  return (
    <>
      <StepBody {...drop}>
        <h3 ref={heading} tabIndex={-1} className={classes.heading}>
          Choose a file
        </h3>
        <div
          data-testid="import-drop"
          className={`mt-3 grid justify-items-center gap-3 rounded-lg border-2 border-dashed px-4 py-8 text-center ${
            over ? "border-plum bg-ground" : "border-line"
          }`}
        >
          <FileUp size={28} aria-hidden="true" className="text-gold-ink" />
          <FileButton
            source={CSV}
            label={busy ? "Reading..." : "Choose a CSV file"}
            classes={classes}
            onChoose={choose}
          />
          <p className="text-sm text-muted max-sm:hidden">or drop it here</p>
        </div>
        <ul className="mt-4 list-disc space-y-1 pl-5 text-sm text-muted">
          <li>The first row has the headings. You choose next what each column means.</li>
          <li>Spreadsheet programs save it as &ldquo;CSV UTF-8&rdquo;. Commas, semicolons and tabs all work.</li>
          <li>{limits}</li>
          <li>A file that was exported here can be imported again.</li>
        </ul>
        <a href={`${path}/template`} download className={`${classes.button} mt-4 w-fit`}>
          <Download size={16} aria-hidden="true" />
          Download a template
        </a>
        {recent.length > 0 && (
          <section aria-labelledby="recent-imports" className="mt-8">
            <h3 id="recent-imports" className={classes.heading}>
              Recent imports
            </h3>
            <ul className="mt-1">
              {recent.map((each) => (
                <Recent key={each.id} {...{ each, label, plural, zone, classes, onUndo }} />
              ))}
            </ul>
          </section>
        )}
      </StepBody>
      <StepFoot error={error} classes={classes} onCancel={onCancel} />
    </>
  );
}
