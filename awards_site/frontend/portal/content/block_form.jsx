// The form of a content block, made from its fields (awards_site/features/content/admin_editor.py).
import { ChevronDown, Plus, RotateCcw } from "lucide-react";
import { createContext, useContext, useRef, useState } from "react";
import { ItemButtons, afterRender, focusButton } from "../forms/item_buttons.jsx";
import * as inputs from "./block_inputs.jsx";
import { KINDS, isSame, newValue, valueOf } from "./block_kinds.js";
import { changed, moved, overrides, summary, toText } from "./block_values.js";

const FormContext = createContext({});

const toKey = (path) => path.join(".");
const isWithin = (path, start) => start.every((each, index) => path[index] === each);

/**
 * The fields of a block. `onText` gets a function that makes the new JSON text, without unchanged
 * defaults, from the latest one. In the same way, `onChange` of a field gets a function from its
 * latest value to the new one, because an upload may end after later changes.
 */
export default function BlockForm({ block, text, errors, timeZone, pages, imageSource, classes, onText }) {
  // Links lead to the inputs by their ids.
  const id = "field-content";
  const form = useRef(null);
  const [version, setVersion] = useState(0);
  const [announcement, announce] = useState("");
  const [shown, setShown] = useState({ submitted: errors, errors });
  // Errors apply to the submitted values, and not to later edits.
  if (shown.submitted !== errors) setShown({ submitted: errors, errors });

  const content = JSON.parse(text);
  const changes = Object.keys(overrides(block, content)).length;
  const forget = (path) =>
    setShown(({ submitted, errors: current }) => ({
      submitted,
      errors: current.filter((each) => !isWithin(each.path, path)),
    }));
  const change = (field) => (update) => onText((latest) => changed(block, latest, field, update));
  const resetAll = () => {
    onText(() => toText({}));
    forget([]);
    setVersion(version + 1);
    announce("All fields were reset to their defaults");
    form.current.focus();
  };

  const byPath = new Map();
  shown.errors.forEach(({ path, message }) => byPath.has(toKey(path)) || byPath.set(toKey(path), message));
  const errorPaths = shown.errors.map((each) => each.path);
  const context = { id, byPath, errorPaths, forget, announce, timeZone, imageSource, classes };
  return (
    <FormContext.Provider value={context}>
      <div ref={form} role="group" aria-label="Texts" tabIndex={-1} className="outline-none">
        <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-muted" data-testid="changed-fields">
            {changes === 0 ? "All fields have their defaults." : `${changes} of ${block.fields.length} fields changed.`}
          </p>
          {changes > 0 && (
            <button type="button" className={classes.button} onClick={resetAll}>
              <RotateCcw size={15} />
              Reset all to default
            </button>
          )}
        </div>
        <div key={version} className="grid gap-3">
          {block.fields.map((field) => (
            <Field
              key={field.key}
              field={field}
              path={[field.key]}
              value={valueOf(field, { ...block.defaults, ...content })}
              original={block.defaults[field.key]}
              onChange={change(field)}
            />
          ))}
        </div>
        <datalist id={`${id}-pages`}>
          {pages.map(({ label, path }) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </datalist>
        <span role="status" className="sr-only">
          {announcement}
        </span>
      </div>
    </FormContext.Provider>
  );
}

/**
 * A value with its label, help and error. `original` is its default, or undefined within a list,
 * whose items have none.
 */
function Field(props) {
  const { field, path, value, original, onChange } = props;
  const { id, forget, announce } = useContext(FormContext);
  const [version, setVersion] = useState(0);
  const ownId = `${id}-${toKey(path)}`;
  const isChanged = original !== undefined && !isSame(field, value, original);

  const reset = () => {
    forget(path);
    onChange(() => original);
    setVersion(version + 1);
    announce(`${field.label} was reset to its default`);
    afterRender(() => document.getElementById(ownId)?.focus());
  };

  const Kind = KINDS[field.kind].input ? ValueField : field.item ? ListField : GroupField;
  return <Kind {...props} key={version} ownId={ownId} onReset={isChanged ? reset : undefined} />;
}

function Reset({ label, onReset }) {
  const { classes } = useContext(FormContext);
  if (!onReset) return null;
  return (
    <span className="flex flex-none items-center gap-1">
      <span className={classes.badge}>Changed</span>
      <button
        type="button"
        aria-label={`Reset ${label}`}
        title="Reset to default"
        className={classes.icon}
        onClick={onReset}
      >
        <RotateCcw size={15} />
      </button>
    </span>
  );
}

function ValueField({ field, path, value, ownId, onChange, onReset }) {
  const { byPath, forget, classes } = useContext(FormContext);
  const error = byPath.get(toKey(path)) ?? "";
  const helpId = `${ownId}-help`;
  const errorId = `${ownId}-error`;
  const attributes = {
    id: ownId,
    "aria-invalid": error !== "",
    "aria-describedby": `${helpId} ${errorId}`,
    "aria-required": field.required,
    className: classes.input,
  };
  const change = (next) => {
    forget(path);
    onChange(() => next);
  };
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <label htmlFor={ownId} className={classes.name}>
          {field.label}
          {!field.required && !KINDS[field.kind].isNeverEmpty && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        <Reset label={field.label} onReset={onReset} />
      </div>
      <Value field={field} attributes={attributes} value={value} onChange={change} />
      <Help field={field} id={helpId} />
      <p id={errorId} role="alert" className={`${classes.error} empty:hidden`}>
        {error && `${error}.`}
      </p>
    </div>
  );
}

function Help({ field, id }) {
  const { timeZone, classes } = useContext(FormContext);
  const own = KINDS[field.kind].help?.(timeZone);
  return (
    <p id={id} className={`${classes.help} empty:hidden`}>
      {[field.help, own].filter(Boolean).join(" ")}
    </p>
  );
}

function Value({ field, value, ...props }) {
  const form = useContext(FormContext);
  const Input = inputs[KINDS[field.kind].input];
  const text = value === null || value === undefined ? "" : String(value);
  return <Input field={field} value={value} text={text} form={form} {...props} />;
}

function Fields({ fields, path, value, original, onChange }) {
  return (
    <div className="grid gap-2">
      {fields.map((each) => (
        <Field
          key={each.key}
          field={each}
          path={[...path, each.key]}
          value={valueOf(each, value)}
          original={original && valueOf(each, original)}
          onChange={(update) =>
            onChange((latest) => ({ ...latest, [each.key]: update(valueOf(each, latest ?? {})) }))
          }
        />
      ))}
    </div>
  );
}

function GroupField({ field, path, value, original, onChange }) {
  const { classes } = useContext(FormContext);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{field.label}</legend>
      {field.help && <p className={`${classes.help} mb-3`}>{field.help}</p>}
      <Fields fields={field.fields} path={path} value={value ?? {}} original={original} onChange={onChange} />
    </fieldset>
  );
}

let lastKey = 0;
const nextKey = () => (lastKey += 1);

const lengthHint = ({ min, max }) => (min === 0 ? `Up to ${max} entries.` : `${min} to ${max} entries.`);

function ListField({ field, path, value, ownId, onChange, onReset }) {
  const { byPath, forget, announce, classes } = useContext(FormContext);
  const items = value ?? [];
  const [keys, setKeys] = useState(() => items.map(nextKey));
  const latestKeys = useRef(keys);
  const [added, setAdded] = useState(0);
  const list = useRef(null);
  const addButton = useRef(null);
  const error = byPath.get(toKey(path)) ?? "";
  const label = field.item.label.toLowerCase();

  const update = (changeItems, changeKeys, message) => {
    // Errors of items are found by position.
    forget(path);
    onChange((latest) => changeItems(latest ?? []));
    latestKeys.current = changeKeys(latestKeys.current);
    setKeys(latestKeys.current);
    announce(message);
  };
  // An item that was moved meanwhile is changed in its new place, and a removed one is not.
  const changeItem = (key) => (update) => {
    const index = latestKeys.current.indexOf(key);
    onChange((latest) => latest.map((each, position) => (position === index ? update(each) : each)));
  };

  const add = () => {
    const key = nextKey();
    setAdded(key);
    const append = (entry) => (list) => [...list, entry];
    update(append(newValue(field.item)), append(key), `Added ${label} ${items.length + 1}`);
    afterRender(() => list.current?.children[items.length]?.querySelector("input, textarea, select")?.focus());
  };
  const remove = (index) => {
    const without = (list) => list.filter((_, each) => each !== index);
    update(without, without, `Removed ${label} ${index + 1}`);
    const next = Math.min(index, items.length - 2);
    if (next >= 0) focusButton(list, next, "remove");
    else afterRender(() => addButton.current?.focus());
  };
  const move = (index, by) => {
    const to = index + by;
    const reorder = (list) => moved(list, index, to);
    update(reorder, reorder, `Moved ${label} ${index + 1} to place ${to + 1} of ${items.length}`);
    focusButton(list, to, by < 0 ? "up" : "down");
  };

  const actions = (index) => (
    <span className="flex flex-none">
      <ItemButtons
        label={label}
        index={index}
        count={items.length}
        min={field.min}
        classes={classes}
        onMove={(by) => move(index, by)}
        onRemove={() => remove(index)}
      />
    </span>
  );

  const Item = KINDS[field.item.kind].input ? ValueItem : GroupItem;
  return (
    <div role="group" aria-labelledby={`${ownId}-label`} aria-describedby={`${ownId}-help ${ownId}-error`}>
      <div className="mb-1.5 flex min-h-8 items-center justify-between gap-2">
        <span id={`${ownId}-label`} className={classes.name}>
          {field.label}
        </span>
        <Reset label={field.label} onReset={onReset} />
      </div>
      <ol ref={list} className="grid gap-2 empty:hidden">
        {items.map((item, index) => (
          <Item
            key={keys[index]}
            field={field.item}
            path={[...path, index]}
            value={item}
            isNew={keys[index] === added}
            actions={actions(index)}
            onChange={changeItem(keys[index])}
          />
        ))}
      </ol>
      <button
        ref={addButton}
        id={ownId}
        type="button"
        disabled={items.length >= field.max}
        className={`${classes.button} mt-2`}
        onClick={add}
      >
        <Plus size={15} />
        Add {label}
      </button>
      <p id={`${ownId}-help`} className={classes.help}>
        {[field.help, lengthHint(field)].filter(Boolean).join(" ")}
      </p>
      <p id={`${ownId}-error`} role="alert" className={`${classes.error} empty:hidden`}>
        {error && `${error}.`}
      </p>
    </div>
  );
}

function ValueItem({ field, path, value, actions, onChange }) {
  const { id, byPath, forget, classes } = useContext(FormContext);
  const ownId = `${id}-${toKey(path)}`;
  const error = byPath.get(toKey(path)) ?? "";
  const attributes = {
    id: ownId,
    "aria-label": `${field.label} ${path.at(-1) + 1}`,
    "aria-invalid": error !== "",
    "aria-describedby": `${ownId}-error`,
    className: classes.input,
  };
  const change = (next) => {
    forget(path);
    onChange(() => next);
  };
  return (
    <li>
      <div className="flex items-start gap-1 max-sm:flex-wrap max-sm:justify-end">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <Value field={field} attributes={attributes} value={value} onChange={change} />
        </div>
        {actions}
      </div>
      <p id={`${ownId}-error`} role="alert" className={`${classes.error} empty:hidden`}>
        {error && `${error}.`}
      </p>
    </li>
  );
}

/** An object in a list, collapsed to its first text unless it is new or has errors. */
function GroupItem({ field, path, value, isNew, actions, onChange }) {
  const { id, errorPaths, classes } = useContext(FormContext);
  const [isOpen, setOpen] = useState(isNew);
  // Once opened, the fields stay, so that collapsing does not stop an upload.
  const wasOpen = useRef(false);
  const panelId = `${id}-${toKey(path)}-fields`;
  const hasErrors = errorPaths.some((each) => isWithin(each, path));
  if (hasErrors && !isOpen) setOpen(true);
  if (isOpen) wasOpen.current = true;
  const title = `${field.label} ${path.at(-1) + 1}`;
  const text = summary(field, value);
  return (
    <li className={classes.item}>
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={wasOpen.current ? panelId : undefined}
          className={classes.toggle}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={16} className={`flex-none ${isOpen ? "" : "-rotate-90"}`} />
          <span className="line-clamp-2 min-w-0">
            <span className="font-medium">{title}</span>
            {text && <span className="text-muted">: {text}</span>}
          </span>
        </button>
        {actions}
      </div>
      {wasOpen.current && (
        <div id={panelId} role="group" aria-label={title} hidden={!isOpen} className="p-3 pt-2">
          <Fields fields={field.fields} path={path} value={value} onChange={onChange} />
        </div>
      )}
    </li>
  );
}
