// The content of a section: as a form if its identifier is that of a content block, and as JSON.
import { Content, List, Root, Trigger } from "@radix-ui/react-tabs";
import { useEffect, useState } from "react";
import { useLazy } from "../../queries/lazy.jsx";
import { misfit } from "./block_values.js";
import { JsonEditor } from "./json_editor.jsx";
import { firstError } from "./json_errors.js";
import { SECTION_TEXT, emit, notify } from "../../events.js";

const loadBlockForm = () => import("./block_form.jsx");

/** Returns why the form cannot show a JSON text, as `[title, description]` of a notice, or null. */
function obstacle({ fields }, text, invalidJson) {
  if (firstError(text)) return invalidJson;
  const reason = misfit(fields, JSON.parse(text));
  return reason ? ["The form cannot show this JSON", reason] : null;
}

function notifyError(title, description) {
  const detail = { title, description, destructive: true };
  notify(detail);
}

/**
 * `block` is empty for a section without a form. `isInvalid` is whether its stored content is.
 * `fieldErrors` are the errors of the form submitted last, as `{path, message}`.
 */
export default function SectionEditor({ block, isInvalid, invalidJson, fieldErrors, serverError, onTab, ...props }) {
  const { inputId, name, label, defaultValue, classes } = props;
  const hasForm = Boolean(block.fields);
  const [text, setText] = useState(defaultValue);
  const [tab, setTab] = useState(() =>
    hasForm && !isInvalid && !obstacle(block, defaultValue, invalidJson) ? "form" : "json",
  );

  // For the preview beside the form.
  useEffect(() => {
    emit(SECTION_TEXT);
  }, [text]);

  const BlockForm = useLazy(loadBlockForm, tab === "form");

  useEffect(() => {
    if (hasForm) onTab(tab);
  }, [tab]);

  const choose = (next) => {
    const reason = next === "form" && obstacle(block, text, invalidJson);
    if (reason) notifyError(...reason);
    else setTab(next);
  };

  const json = (
    <>
      <label htmlFor={inputId} className={classes.label}>
        {label}
      </label>
      <JsonEditor
        inputId={inputId}
        name={name}
        label={label}
        defaultValue={text}
        serverError={fieldErrors.length > 0 ? "" : serverError}
        classes={classes}
        onText={setText}
      />
    </>
  );
  if (!hasForm) return json;
  return (
    <Root value={tab} onValueChange={choose} activationMode="manual">
      <List aria-label="View" className={classes.tabs}>
        <Trigger value="form" className={classes.tab}>
          Form
        </Trigger>
        <Trigger value="json" className={classes.tab}>
          JSON
        </Trigger>
      </List>
      <Content value="form" tabIndex={-1} className="outline-none">
        <input type="hidden" name={name} value={text} />
        {BlockForm ? (
          <BlockForm {...props} block={block} text={text} errors={fieldErrors} onText={setText} />
        ) : (
          <p role="status" className="grid h-64 place-items-center text-sm text-muted">
            Loading the form...
          </p>
        )}
      </Content>
      <Content value="json" tabIndex={-1} className="outline-none">
        {json}
      </Content>
    </Root>
  );
}
