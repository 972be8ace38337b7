// A module of its own, which is evaluated before Turndown: that tries the browser's parser while it is
// loaded, with a text that is not marked as trusted.

// A parsed document runs and loads nothing. The policy is named as in core/http/security.py.
const policy = globalThis.trustedTypes?.createPolicy("pasted-html", { createHTML: (html) => html });

export const { DOMParser } = globalThis;

export class TrustedParser extends DOMParser {
  parseFromString(html, type) {
    return super.parseFromString(policy?.createHTML(html) ?? html, type);
  }
}

globalThis.DOMParser = TrustedParser;
