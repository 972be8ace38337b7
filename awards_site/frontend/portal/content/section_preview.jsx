import { useEffect, useRef, useState } from "react";
import { PreviewFrame } from "../versions/preview_frame.jsx";
import { SECTION_TEXT, listen } from "../../events.js";
import { useLazy } from "../../queries/lazy.jsx";

// Loads the editor of a section's content when its dialog has opened.

const loadEditor = () => import("./section_editor.jsx");

export function SectionEditor(props) {
  const Editor = useLazy(loadEditor);
  if (Editor) return <Editor {...props} />;
  return (
    <>
      <input type="hidden" name={props.name} value={props.defaultValue} />
      <p role="status" className="grid h-64 place-items-center text-sm text-muted">
        Loading the editor...
      </p>
    </>
  );
}

// The page of a content section beside its form, which follows the input after a pause in typing.

const PAUSE_MS = 700;
// As wide as the breakpoint from which the preview has space beside the form.
const WIDE = "(width >= 80rem)";

function useIsWide() {
  const [isWide, setWide] = useState(() => window.matchMedia(WIDE).matches);
  useEffect(() => {
    const query = window.matchMedia(WIDE);
    const change = () => setWide(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return isWide;
}

function LivePreview(props) {
  const place = useRef(null);
  const [values, setValues] = useState("");

  useEffect(() => {
    const form = place.current.closest("[role=dialog]").querySelector("form");
    let timer;
    const read = () => {
      const { identifier, content } = Object.fromEntries(new FormData(form));
      setValues(JSON.stringify({ identifier, content }));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(read, PAUSE_MS);
    };
    wait();
    form.addEventListener("input", wait);
    const ignoreText = listen(SECTION_TEXT, wait);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", wait);
      ignoreText();
    };
  }, []);

  return (
    <>
      <span ref={place} hidden />
      {values && <PreviewFrame {...props} values={values} />}
    </>
  );
}

/** Takes the properties of `PreviewFrame` but for the values; narrow windows have no space for it. */
export function SectionPreview(props) {
  return useIsWide() && <LivePreview {...props} />;
}
