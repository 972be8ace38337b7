// A Markdown editor with a toolbar and a preview: side by side on wide screens, tabs on small ones.
import * as Tabs from "@radix-ui/react-tabs";
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
} from "lucide-react";
import { SanitizedHtml } from "../../text/sanitized_html.jsx";
import { useEffect } from "react";

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
