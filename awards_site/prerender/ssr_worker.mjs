// Renders public pages for the process that has started this one: `node ssr_worker.mjs <server bundle> <niceness>`.
// Each line of its input is a JSON object with an `id` and what `render` of server.jsx takes; each is
// answered by a line with that `id` and what `render` returns, or `error`. `queries` is JSON as text,
// which nobody reads on the way into the page.
import { getPriority, setPriority } from "node:os";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// The pages' own components log here; the output belongs to the answers.
console.log = console.info = console.warn = console.error;

const [, , bundle, niceness] = process.argv;
setPriority(Math.min(getPriority() + Number(niceness), 19));

const { render } = await import(pathToFileURL(bundle).href);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...task } = JSON.parse(line);
  let answer;
  try {
    const { queries, ...rendered } = render(task);
    answer = { ...rendered, queries: JSON.stringify(queries) };
  } catch (error) {
    answer = { error: error?.stack ?? String(error) };
  }
  process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`);
}
