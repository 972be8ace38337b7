// An editor of Markdown: a text with buttons for its marks, and what visitors will see of it. Both
// stand side by side where there is room, and are tabs on a phone.
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
import { useEffect } from "react";

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

function Toolbar({ inputId, look }) {
  // It defines an element of its own, which takes a browser: pages are drawn without one, too.
  useEffect(() => {
    import("@github/markdown-toolbar-element");
  }, []);
  return (
    <markdown-toolbar for={inputId} role="toolbar" aria-label="Formatting" class={look.toolbar}>
      {MARKS.map(([mark, label, Icon]) => (
        <button
          key={mark}
          type="button"
          tabIndex={-1}
          data-md-button={mark}
          aria-label={label}
          title={label}
          className={look.icon}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      ))}
    </markdown-toolbar>
  );
}

export function MarkdownEditor({ inputId, defaultValue, html, onText, look, ...rest }) {
  return (
    <Tabs.Root defaultValue="write">
      <Tabs.List aria-label="Editor" className={look.tabs}>
        <Tabs.Trigger value="write" className={look.tab}>
          Write
        </Tabs.Trigger>
        <Tabs.Trigger value="preview" className={look.tab}>
          Preview
        </Tabs.Trigger>
      </Tabs.List>
      <div className="grid gap-3 lg:grid-cols-2">
        <Tabs.Content forceMount value="write" tabIndex={-1} className={look.panel}>
          <Toolbar inputId={inputId} look={look} />
          <textarea
            {...rest}
            id={inputId}
            defaultValue={defaultValue}
            onChange={(event) => onText(event.target.value)}
          />
        </Tabs.Content>
        <Tabs.Content forceMount value="preview" tabIndex={-1} className={look.panel}>
          <div
            role="region"
            aria-label="Preview of the text"
            tabIndex={0}
            className={look.preview}
            data-testid="markdown-preview"
          >
            {html ? (
              <div className={look.text} dangerouslySetInnerHTML={{ __html: html }} />
            ) : (
              <p className="text-sm text-muted">The preview appears here as you write.</p>
            )}
          </div>
        </Tabs.Content>
      </div>
    </Tabs.Root>
  );
}
