// Renders public pages over stdin and stdout: `node ssr_worker.mjs <server bundle> <niceness>`.
// Each request is a line of JSON: an `id` and the arguments of `render` in server.jsx. Each response is
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

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line);
  let response;
  let parts = [];
  try {
    const { head, body, queries, urls, renderedAt } = render(request);
    parts = [head, body, inScript(JSON.stringify(queries))].map((text) => Buffer.from(text));
    response = { urls, renderedAt, lengths: parts.map(({ length }) => length) };
  } catch (error) {
    response = { error: error?.stack ?? String(error) };
  }
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify({ id, ...response })}\n`), ...parts]));
}
