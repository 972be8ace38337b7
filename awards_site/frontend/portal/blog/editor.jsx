import * as Tabs from "@radix-ui/react-tabs";
import { Bold, Code, Heading2, Heading3, Italic, Link, List, ListOrdered, Quote } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { SanitizedHtml } from "../../pages/record_page.jsx";
import { TimeNote } from "../forms/inputs.jsx";
import { pasteMarkdown } from "../forms/markdown_paste.js";

// A Markdown editor with a toolbar and a preview: side by side on wide screens, tabs on small ones.

const HEIGHT = "h-96 max-h-[60dvh]";
const TEXT = `${HEIGHT} resize-y rounded-t-none font-mono leading-relaxed lg:max-h-none`;
// On wide screens, the preview is as high as the resizable text area.
const PREVIEW = `${HEIGHT} overflow-y-auto rounded-md border border-line bg-surface px-5 py-4 lg:absolute lg:inset-0 lg:h-auto lg:max-h-none`;
const TAB =
  "min-h-8 cursor-pointer rounded-md px-3 text-sm font-medium text-muted hover:text-ink aria-selected:bg-white aria-selected:text-ink aria-selected:shadow-sm focus-visible:outline-plum";
const PANEL = "relative min-w-0 outline-none max-lg:data-[state=inactive]:hidden";
const MARKS = [
  ["header-2", "Heading", Heading2],
  ["header-3", "Subheading", Heading3],
  ["bold", "Bold", Bold],
  ["italic", "Italic", Italic],
  ["link", "Link", Link],
  ["unordered-list", "Bulleted list", List],
  ["ordered-list", "Numbered list", ListOrdered],
  ["quote", "Quotation", Quote],
  ["code", "Code", Code],
];

function Toolbar({ inputId, classes }) {
  // The module defines a custom element, which fails during prerendering.
  useEffect(() => {
    import("@github/markdown-toolbar-element");
  }, []);
  return (
    <markdown-toolbar
      for={inputId}
      role="toolbar"
      aria-label="Formatting"
      class="flex flex-wrap gap-0.5 rounded-t-md border border-b-0 border-line bg-ground px-1.5 py-1"
    >
      {MARKS.map(([mark, label, Icon]) => (
        <button
          key={mark}
          type="button"
          tabIndex={-1}
          data-md-button={mark}
          aria-label={label}
          title={label}
          className={classes.icon}
        >
          <Icon size={16} />
        </button>
      ))}
    </markdown-toolbar>
  );
}

export function MarkdownEditor({ attributes, defaultValue, html, onText, classes }) {
  return (
    <Tabs.Root defaultValue="write">
      <Tabs.List aria-label="Editor" className="mb-2 flex w-fit gap-1 rounded-lg bg-line/50 p-1 lg:hidden">
        <Tabs.Trigger value="write" className={TAB}>
          Write
        </Tabs.Trigger>
        <Tabs.Trigger value="preview" className={TAB}>
          Preview
        </Tabs.Trigger>
      </Tabs.List>
      <div className="grid gap-3 lg:grid-cols-2">
        <Tabs.Content forceMount value="write" tabIndex={-1} className={PANEL}>
          <Toolbar inputId={attributes.id} classes={classes} />
          <textarea
            {...attributes}
            className={`${classes.input} ${TEXT}`}
            defaultValue={defaultValue}
            onChange={(event) => onText(event.target.value)}
            onPaste={pasteMarkdown}
          />
        </Tabs.Content>
        <Tabs.Content forceMount value="preview" tabIndex={-1} className={PANEL}>
          <div
            role="region"
            aria-label="Preview of the text"
            tabIndex={0}
            className={PREVIEW}
            data-testid="markdown-preview"
          >
            {html ? (
              <SanitizedHtml className="long-text" html={html} />
            ) : (
              <p className="text-sm text-muted">The preview appears here as you write.</p>
            )}
          </div>
        </Tabs.Content>
      </div>
    </Tabs.Root>
  );
}

// Inputs of a post's form: a slug derived from the title, a publication date set by the Published
// switch, and a text with a character count.

/** Listens to another field of the form that contains the element of the ref `input`. */
function useField(input, name, type, listener) {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const field = input.current.form.elements[name];
    const handle = () => latest.current(field);
    field.addEventListener(type, handle);
    return () => field.removeEventListener(type, handle);
  }, [input, name, type]);
}

/**
 * A slug. Until one is typed, it shows `proposal`, the slug of the title, and submits an empty value,
 * for which the server generates a unique slug.
 */
export function SlugInput({ attributes: { name, ...attributes }, defaultValue, source, proposal, onSource }) {
  const [typed, setTyped] = useState(defaultValue ?? "");
  const [isFollowing, setIsFollowing] = useState(!defaultValue);
  const input = useRef(null);

  const follow = (title) => {
    setIsFollowing(true);
    onSource(title.value);
  };
  useField(input, source, "input", (title) => (isFollowing || typed === "") && follow(title));

  return (
    <>
      <input type="hidden" name={name} value={isFollowing ? "" : typed} />
      <input
        {...attributes}
        ref={input}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={isFollowing ? proposal : typed}
        onChange={(event) => {
          setIsFollowing(false);
          setTyped(event.target.value);
        }}
        onBlur={() => !isFollowing && typed === "" && follow(input.current.form.elements[source])}
      />
    </>
  );
}

/** Returns the current time in a zone, in the format of a datetime-local input. */
function nowIn(zone) {
  // The Swedish locale uses the ISO 8601 format.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return format.format(new Date()).replace(" ", "T");
}

/** The publication date. Publishing sets an empty date to now. */
export function PublishedDate({ attributes, defaultValue, zone, source, classes }) {
  const [value, setValue] = useState(defaultValue ?? "");
  const input = useRef(null);

  useField(input, source, "change", (published) => {
    if (published.checked && value === "") setValue(nowIn(zone));
  });

  return (
    <>
      <div className="flex flex-wrap gap-2 sm:flex-nowrap">
        <input
          {...attributes}
          ref={input}
          type="datetime-local"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <button
          type="button"
          className={classes.button}
          onClick={() => {
            setValue("");
            input.current.focus();
          }}
        >
          Clear date
        </button>
      </div>
      <TimeNote value={value === defaultValue ? "" : value} zone={zone} classes={classes} />
    </>
  );
}

/** A text with a count of its characters without surrounding white space, as the server counts. */
export function CountedText({ attributes, defaultValue, maxLength }) {
  const [value, setValue] = useState(defaultValue ?? "");
  const length = [...value.trim()].length;
  return (
    <>
      <textarea
        {...attributes}
        rows={3}
        aria-describedby={`${attributes["aria-describedby"]} ${attributes.id}-count`}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <p
        id={`${attributes.id}-count`}
        className={`mt-1 text-right text-xs tabular-nums ${length > maxLength ? "font-medium text-danger" : "text-muted"}`}
      >
        {length} / {maxLength}
        <span className="sr-only"> characters</span>
      </p>
      <p role="status" className="sr-only">
        {length > maxLength && "The text is too long"}
      </p>
    </>
  );
}
