import { DOMParser, TrustedParser } from "./trusted_parser.js";
import TurndownService from "turndown";
import { tables } from "@joplin/turndown-plugin-gfm";

// Formatted text as the Markdown that pages show, loaded when something formatted is first pasted.

globalThis.DOMParser = DOMParser;

const FORMATTED = "h1, h2, h3, h4, h5, h6, b, strong, i, em, a[href], ul, ol, table, blockquote, pre";

const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", emDelimiter: "*" });
service.use(tables);
service.remove(["style", "script", "title", "img"]);
service.addRule("item", {
  filter: "li",
  replacement: (content, node) => {
    const { parentNode: list, nextElementSibling: next } = node;
    const mark = list.nodeName === "OL" ? `${(list.start || 1) + [...list.children].indexOf(node)}. ` : "- ";
    return `${mark}${content.trim().replaceAll("\n", `\n${" ".repeat(mark.length)}`)}${next ? "\n" : ""}`;
  },
});

const all = (root, selector) => [...root.querySelectorAll(selector)];

function wrap(element, tag) {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Makes elements of what Google Docs says by styles; it wraps everything in a <b> that is not bold. */
function readStyles(body) {
  for (const each of all(body, "[style]")) {
    const { fontWeight, fontStyle } = each.style;
    const isBold = fontWeight === "bold" || Number(fontWeight) >= 600;
    if (each.matches("b, strong") && fontWeight && !isBold) each.replaceWith(...each.childNodes);
    else if (!each.closest("h1, h2, h3, h4, h5, h6, b, strong, th") && isBold) wrap(each, "strong");
    if (!each.closest("i, em") && fontStyle === "italic") wrap(each, "em");
  }
}

/** Makes lists of Word's paragraphs, and puts lists that stand in a list into the item before them. */
function readLists(body) {
  const { ownerDocument: page } = body;
  let lists = [];
  for (const paragraph of all(body, "[style*='mso-list:']:not([style*='Ignore'])")) {
    const level = Number(/mso-list:[^;]*level(\d)/.exec(paragraph.getAttribute("style"))?.[1]);
    if (!level) continue;
    const mark = paragraph.querySelector("[style*='mso-list:Ignore']");
    const tag = /[\p{L}\d][.)]/u.test(mark?.textContent) ? "ol" : "ul";
    mark?.remove();
    lists = paragraph.previousElementSibling === lists[0] ? lists.slice(0, level) : [];
    while (lists.length < level) {
      const list = page.createElement(tag);
      if (lists.length) lists.at(-1).append(list);
      else paragraph.before(list);
      lists.push(list);
    }
    const item = page.createElement("li");
    item.append(...paragraph.childNodes);
    lists.at(-1).append(item);
    paragraph.remove();
  }
  all(body, ":is(ul, ol) > :is(ul, ol)").forEach((each) => each.previousElementSibling?.append(each));
}

/** Gives tables a row of headings and cells of one line, as Markdown has them. */
function readTables(body) {
  for (const cell of all(body, "td, th")) {
    all(cell, "p, div, li, br, h1, h2, h3, h4").forEach((each) => each.replaceWith(...each.childNodes, " "));
  }
  for (const row of all(body, "table").flatMap((each) => each.rows[0] ?? [])) {
    for (const cell of [...row.cells]) {
      const heading = cell.ownerDocument.createElement("th");
      heading.append(...cell.childNodes);
      cell.replaceWith(heading);
    }
  }
}

/** Returns HTML as Markdown, or "" if nothing in it is formatted. */
export default function toMarkdown(html) {
  const { body } = new TrustedParser().parseFromString(html, "text/html");
  [readStyles, readLists, readTables].forEach((read) => read(body));
  return body.querySelector(FORMATTED) ? service.turndown(body) : "";
}
