import { useEffect, useMemo } from "react";
import { copy } from "../overlays/clipboard.js";

// Sets the document title to the name of the record that the page shows.

export function DocumentTitle({ name }) {
  useEffect(() => {
    const [programme] = document.title.split(" | ").reverse();
    document.title = `${name} | ${programme}`;
  }, [name]);
  return null;
}

// A share button: opens the browser's share dialog, or copies the URL where there is none.

const copyLink = (url) => copy(url, "Link copied", "The link could not be copied", url);

async function share(url, title) {
  if (!navigator.share) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (error.name !== "AbortError") await copyLink(url);
  }
}

export function ShareButton({ path, title, className }) {
  const onClick = () => share(new URL(path, window.location.origin).href, title);
  return (
    <button type="button" onClick={onClick} className={className}>
      Share
      <span className="sr-only"> {title}</span>
    </button>
  );
}

// One policy for all HTML that the server has sanitized (records/markdown.py), named by the header
// Content-Security-Policy-Report-Only (core/http/security.py).
const policy = globalThis.trustedTypes?.createPolicy("sanitized-html", { createHTML: (html) => html });

/** A `<div>` with HTML from the server. */
export function SanitizedHtml({ html, ...props }) {
  const trusted = useMemo(() => policy?.createHTML(html) ?? html, [html]);
  return <div {...props} dangerouslySetInnerHTML={{ __html: trusted }} />;
}
