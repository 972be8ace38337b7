// Builds the public pages with Vite, next to Reflex's own build of the portal: the scripts and styles
// for browsers, the server bundle for Node.js, and the built pages (rendered without data).
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL, URL } from "node:url";
import { build } from "vite";
import resolve from "./public_resolve.mjs";
import { STATE_EVENT_ERROR } from "./public_runtime.js";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUT = at("../build/public");
// `url` is a placeholder: the site's URL is known at run time, not at build time.
const SITE = { url: "https://site.invalid", timeZone: "UTC", revalidateSeconds: 0, storesForms: true };
const routes = JSON.parse(await readFile(at("routes.json")));

const shared = {
  configFile: false,
  root: at(".."),
  base: "/",
  publicDir: false,
  logLevel: "error",
  resolve: {
    ...resolve,
    alias: [
      { find: "react-style-singleton", replacement: at("style_singleton.js") },
      ...resolve.alias,
    ],
  },
};

const isOfReact = /node_modules\/(react|react-dom|scheduler|react-error-boundary|@tanstack)\//;
const { output } = await build({
  ...shared,
  build: {
    outDir: at("../build/client"),
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        styles: at("styles.css"),
        ...Object.fromEntries(Object.values(routes).map((name) => [name, at(`${name}.jsx`)])),
      },
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: isOfReact, priority: 2 },
            { name: "frame", minShareCount: Object.keys(routes).length - 2, priority: 1 },
          ],
        },
      },
    },
  },
});

for (const { code = "", fileName } of output) {
  if (code.includes(STATE_EVENT_ERROR)) {
    throw new Error(`${fileName}: ${STATE_EVENT_ERROR}; public pages have no State`);
  }
}

const chunks = new Map(output.map((file) => [file.fileName, file]));
const entry = (name) => output.find((file) => file.isEntry && file.name === name);

/** Returns the file of a chunk, followed by its static imports. */
function filesOf(chunk, files = new Set()) {
  if (!files.has(chunk.fileName)) {
    files.add(chunk.fileName);
    chunk.imports.forEach((file) => filesOf(chunks.get(file), files));
  }
  return [...files];
}

await build({
  ...shared,
  ssr: { noExternal: true },
  build: {
    ssr: at("server.jsx"),
    outDir: OUT,
    rolldownOptions: { output: { entryFileNames: "server.js" } },
  },
});
const { render } = await import(pathToFileURL(`${OUT}/server.js`).href);

const pages = Object.entries(routes).map(([route, name]) => {
  const path = route.includes("[") ? null : route;
  const page = { path, renderedAt: null, site: SITE };
  const { head, body } = render({ route, page, responses: {} });
  return [route, { modules: filesOf(entry(name)), head, body }];
});
const styles = output.find(({ fileName }) => /styles-.*\.css$/.test(fileName)).fileName;
await mkdir(OUT, { recursive: true });
await writeFile(`${OUT}/pages.json`, JSON.stringify({ styles, pages: Object.fromEntries(pages) }));
