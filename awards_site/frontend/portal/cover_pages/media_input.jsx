// A cover page's main image or video, depending on the form's media type.
import { useLayoutEffect, useRef, useState } from "react";
import { UploadInput } from "../uploads/upload_input.jsx";

/** Returns the value of `kinds` for the form's select `name`; null on the first render. */
function useKind(ref, name, kinds) {
  const [kind, setKind] = useState(null);
  useLayoutEffect(() => {
    const form = ref.current.closest("form");
    const read = () => setKind(kinds[form.elements[name].value]);
    read();
    form.addEventListener("change", read);
    return () => form.removeEventListener("change", read);
  }, [ref, name, kinds]);
  return kind;
}

/**
 * `kinds` maps each media type to a kind of file, `sources` each kind to its label and upload URL.
 */
export function MediaInput({ typeName, kinds, sources, attributes, defaultValue, classes }) {
  const root = useRef(null);
  const kind = useKind(root, typeName, kinds);
  const initialKind = useRef(null);
  // Each kind keeps its own URL, so that switching back restores it.
  const [urls, setUrls] = useState({});

  if (!kind) {
    return (
      <div ref={root}>
        {/* The form has its values from the start, with which later ones are compared. */}
        <input type="hidden" name={attributes.name} value={defaultValue} />
      </div>
    );
  }
  initialKind.current ??= kind;
  return (
    <div ref={root}>
      <label htmlFor={attributes.id} className={classes.label}>
        {sources[kind].label}
      </label>
      <UploadInput
        key={kind}
        attributes={attributes}
        source={sources[kind]}
        defaultValue={urls[kind] ?? (kind === initialKind.current ? defaultValue : "")}
        onUrl={(url) => setUrls((current) => ({ ...current, [kind]: url }))}
        classes={classes}
      />
    </div>
  );
}
