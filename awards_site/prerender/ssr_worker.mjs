// Renders public pages over stdin and stdout: `node ssr_worker.mjs <server bundle> <niceness>`.
// Each request is a line of JSON: an `id` and the arguments of `render` in server.jsx, whose responses are
// those of `joined` below. Each response is
// a line of JSON with the same `id`, and `error` or `urls`, `renderedAt` and `lengths`: the bytes of the head, the body
// and the queries that follow the line. Queries are JSON, escaped for embedding in a script element.
import { getPriority, setPriority } from "node:os";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// Components log to stderr; stdout is reserved for responses.
console.log = console.info = console.warn = console.error;

const [, , bundle, niceness] = process.argv;
setPriority(Math.min(getPriority() + Number(niceness), 19));

const { render } = await import(pathToFileURL(bundle).href);

const ESCAPES = { "<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029" };
const inScript = (json) => json.replace(/[<\u2028\u2029]/g, (character) => ESCAPES[character]);

// The parts of joined lists, by URL and ETag: a request names those again that have not changed.
const held = new Map();

/** Returns a response `{etag, data}`; that of a joined list has `parts`, each `{etag, data}` or `{etag}`. */
function joined(url, { etag, data, parts }) {
  if (!parts) return { etag, data };
  const before = held.get(url);
  const lists = new Map(parts.map((part) => [part.etag, part.data ?? before.get(part.etag)]));
  held.set(url, lists);
  return { etag, data: parts.flatMap((part) => lists.get(part.etag)) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, route, page, responses } = JSON.parse(line);
  let response;
  let parts = [];
  try {
    const entries = Object.entries(responses).map(([url, each]) => [url, joined(url, each)]);
    const request = { route, page, responses: Object.fromEntries(entries) };
    const { head, body, queries, urls, renderedAt } = render(request);
    parts = [head, body, inScript(JSON.stringify(queries))].map((text) => Buffer.from(text));
    response = { urls, renderedAt, lengths: parts.map(({ length }) => length) };
  } catch (error) {
    response = { error: error?.stack ?? String(error) };
  }
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify({ id, ...response })}\n`), ...parts]));
}
