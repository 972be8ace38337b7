// Draws pages for the process that has started this one: `node worker.mjs <server bundle>`.
// Each line of its input is a JSON object with an `id`; each is answered by a line with that `id`,
// in the order of asking, and with `error` where it could not be done:
//   {id, path, snapshot}   -> {id, html}      the page at `path` with the values of `snapshot`
//   {id, text}             -> {id, br, gzip}  the text compressed, both as base64
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

// The pages' own components log here; the output belongs to the answers.
console.log = console.info = console.warn = console.error;

const bundle = await import(pathToFileURL(process.argv[2]).href);
const compressors = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

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

async function compress({ text }) {
  const bytes = Buffer.from(text);
  const names = Object.keys(compressors);
  const packed = await Promise.all(names.map((name) => compressors[name](bytes)));
  return Object.fromEntries(names.map((name, at) => [name, packed[at].toString("base64")]));
}

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  let answer;
  try {
    // One after the other: there is one snapshot.
    answer = await ("text" in task ? compress(task) : draw(task));
  } catch (error) {
    answer = { error: error?.stack ?? String(error) };
  }
  process.stdout.write(`${JSON.stringify({ id: task.id, ...answer })}\n`);
}
