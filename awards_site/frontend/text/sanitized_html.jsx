import { useMemo } from "react";

// One policy for all HTML that the server has sanitized (core/presentation/markdown.py),
// named by the header Content-Security-Policy-Report-Only (core/http/security/content_policy.py).
const policy = globalThis.trustedTypes?.createPolicy("sanitized-html", { createHTML: (html) => html });

/** A `<div>` with HTML from the server. */
export function SanitizedHtml({ html, ...props }) {
  const trusted = useMemo(() => policy?.createHTML(html) ?? html, [html]);
  return <div {...props} dangerouslySetInnerHTML={{ __html: trusted }} />;
}
