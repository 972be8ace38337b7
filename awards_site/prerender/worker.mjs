// Draws pages for the process that has started this one: `node worker.mjs <server bundle>`.
// Each line of its input is a JSON object with an `id`; each is answered by a line with that `id`,
// in the order of asking, and with `error` where it could not be done:
//   {id, path, snapshot} -> {id, html}   the page at `path` with the values of `snapshot`
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// The pages' own components log here; the output belongs to the answers.
console.log = console.info = console.warn = console.error;

const bundle = await import(pathToFileURL(process.argv[2]).href);

async function draw({ path, snapshot }) {
  // React Router draws only the paths that it knew when it was built, if not told of others.
  const build = { ...bundle, prerender: [path] };
  const handle = bundle.entry.module.createRequestHandler(build, "production");
  globalThis.__SNAPSHOT__ = snapshot;
  try {
    const answer = await handle(new Request(`http://localhost${encodeURI(path)}`));
    const html = await answer.text();
    if (answer.status !== 200) throw new Error(`status ${answer.status}: ${html.slice(0, 500)}`);
    return { html };
  } finally {
    delete globalThis.__SNAPSHOT__;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  let answer;
  try {
    // One after the other: there is one snapshot.
    answer = await draw(task);
  } catch (error) {
    answer = { error: error?.stack ?? String(error) };
  }
  process.stdout.write(`${JSON.stringify({ id: task.id, ...answer })}\n`);
}
