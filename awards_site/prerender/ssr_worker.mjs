// Renders public pages over stdin and stdout: `node ssr_worker.mjs <server bundle> <niceness>`.
// Each request is a line of JSON: an `id` and the arguments of `render` in server.jsx. Each response is
// a line of JSON with the same `id` and the result of `render`, or `error`. `queries` is a string of
// JSON, because it is embedded in the page unparsed.
import { getPriority, setPriority } from "node:os";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// Components log to stderr; stdout is reserved for responses.
console.log = console.info = console.warn = console.error;

const [, , bundle, niceness] = process.argv;
setPriority(Math.min(getPriority() + Number(niceness), 19));

const { render } = await import(pathToFileURL(bundle).href);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line);
  let response;
  try {
    const { queries, ...rendered } = render(request);
    response = { ...rendered, queries: JSON.stringify(queries) };
  } catch (error) {
    response = { error: error?.stack ?? String(error) };
  }
  process.stdout.write(`${JSON.stringify({ id, ...response })}\n`);
}
