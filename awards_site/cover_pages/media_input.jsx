// A cover page's main image, or its video: the form's media type says which.
import { useLayoutEffect, useRef, useState } from "react";
import { UploadInput } from "$/public/external/awards_site/admin/forms/uploads/upload_input.jsx";

/** The kind, of `kinds`, that the select called `name` has chosen; at first null. */
function useKind(place, name, kinds) {
  const [kind, setKind] = useState(null);
  useLayoutEffect(() => {
    const form = place.current.closest("form");
    const read = () => setKind(kinds[form.elements[name].value]);
    read();
    form.addEventListener("change", read);
    return () => form.removeEventListener("change", read);
  }, [place, name, kinds]);
  return kind;
}

/**
 * `kinds` names, for each media type, the kind of file that it takes; `sources` says of each kind
 * what it is called and where its files are sent.
 */
export function MediaInput({ typeName, kinds, sources, attributes, defaultValue, classes }) {
  const place = useRef(null);
  const kind = useKind(place, typeName, kinds);
  const first = useRef(null);
  // Each kind keeps its own address, so that trying the other one loses nothing.
  const [addresses, setAddresses] = useState({});

  if (!kind) return <div ref={place} />;
  first.current ??= kind;
  return (
    <div ref={place}>
      <label htmlFor={attributes.id} className={classes.label}>
        {sources[kind].label}
      </label>
      <UploadInput
        key={kind}
        attributes={attributes}
        source={sources[kind]}
        defaultValue={addresses[kind] ?? (kind === first.current ? defaultValue : "")}
        onAddress={(address) => setAddresses((now) => ({ ...now, [kind]: address }))}
        classes={classes}
      />
    </div>
  );
}
