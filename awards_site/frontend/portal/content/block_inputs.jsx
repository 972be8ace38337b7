// The inputs of single values in a content block's form. They have no name, because the form submits the section's
// JSON. Each gets its `field`, its `value`, which is '' as `text` if it is missing, and the context of the `form`.
import { useState } from "react";
import { TimeNote } from "../forms/inputs.jsx";
import { pasteMarkdown } from "../forms/markdown_paste.js";
import { UploadInput } from "../uploads/upload_input.jsx";
import { fromLocal, toLocal } from "./block_values.js";

const MIN_ROWS = 2;
const MAX_ROWS = 14;
const ROW_LENGTH = 80;
const UPLOAD_STOPPED = ["Upload stopped", "Its field was closed before the upload was complete."];

export const TextInput = ({ attributes, text, onChange }) => (
  <input {...attributes} autoComplete="off" value={text} onChange={(event) => onChange(event.target.value)} />
);

export const LinkInput = ({ attributes, form, ...props }) => (
  <TextInput attributes={{ ...attributes, inputMode: "url", list: `${form.id}-pages` }} {...props} />
);

export const TextArea = ({ attributes, text, onChange }) => (
  <textarea {...attributes} rows={rowsOf(text)} value={text} onChange={(event) => onChange(event.target.value)} />
);

export const MarkdownArea = ({ attributes, ...props }) => (
  <TextArea attributes={{ ...attributes, onPaste: pasteMarkdown }} {...props} />
);

function rowsOf(text) {
  const rows = text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length + 1) / ROW_LENGTH), 0);
  return Math.min(Math.max(rows, MIN_ROWS), MAX_ROWS);
}

export const NumberInput = ({ attributes, text, onChange }) => (
  <TextInput
    attributes={{ ...attributes, inputMode: "numeric" }}
    text={text}
    // Other texts are kept, and refused when they are saved.
    onChange={(typed) => onChange(/^-?\d{1,12}$/.test(typed) ? Number(typed) : typed)}
  />
);

export const Switch = ({ attributes, value, form, onChange }) => (
  <input
    {...attributes}
    type="checkbox"
    role="switch"
    aria-required={undefined}
    checked={value === true}
    className={form.classes.checkbox}
    onChange={(event) => onChange(event.target.checked)}
  />
);

export const Select = ({ field, attributes, text, onChange }) => (
  <select {...attributes} value={text} onChange={(event) => onChange(event.target.value)}>
    {!field.choices.some((each) => each.value === text) && <option value="">Choose...</option>}
    {field.choices.map((each) => (
      <option key={each.value} value={each.value}>
        {each.label}
      </option>
    ))}
  </select>
);

export function DateTimeInput({ field, attributes, text, form, onChange }) {
  const { timeZone, classes } = form;
  const [first] = useState(() => toLocal(text, timeZone));
  const [local, setLocal] = useState(first);
  return (
    <>
      <input
        {...attributes}
        type="datetime-local"
        value={local}
        onChange={({ target }) => {
          setLocal(target.value);
          onChange(fromLocal(target.value, timeZone) || (field.required ? "" : null));
        }}
      />
      <TimeNote value={local === first ? "" : local} zone={timeZone} classes={classes} />
    </>
  );
}

export const ImageInput = ({ field, attributes, text, form, onChange }) => (
  <UploadInput
    attributes={attributes}
    defaultValue={text}
    source={form.imageSource}
    classes={form.classes}
    stoppedToast={UPLOAD_STOPPED}
    onUrl={(url) => onChange(url || (field.required ? "" : null))}
  />
);
