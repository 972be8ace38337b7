// Builds the public pages with Vite, next to Reflex's own build of the portal: their scripts and
// styles for browsers, a bundle by which Node.js renders them, and each page as it looks without data.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL, URL } from "node:url";
import { build } from "vite";
import resolve from "./public_resolve.mjs";
import { REFUSAL } from "./public_runtime.js";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUT = at("../build/public");
// In the place of the site's address, which is known where it runs and not where it was built.
const SITE = { isStatic: false, url: "https://site.invalid", timeZone: "UTC", revalidateSeconds: 0, storesForms: true };
const routes = JSON.parse(await readFile(at("routes.json")));

const shared = {
  configFile: false,
  root: at(".."),
  base: "/",
  publicDir: false,
  logLevel: "error",
  resolve,
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
  if (code.includes(REFUSAL)) {
    throw new Error(`${fileName}: ${REFUSAL}, which public pages do not have`);
  }
}

const chunks = new Map(output.map((file) => [file.fileName, file]));
const entry = (name) => output.find((file) => file.isEntry && file.name === name);

/** Returns the files that a chunk needs before it runs, itself first. */
function filesOf(chunk, found = new Set()) {
  if (!found.has(chunk.fileName)) {
    found.add(chunk.fileName);
    chunk.imports.forEach((file) => filesOf(chunks.get(file), found));
  }
  return [...found];
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
  const { head, body } = render({ route, page, answers: {} });
  return [route, { modules: filesOf(entry(name)), head, body }];
});
const styles = output.find(({ fileName }) => /styles-.*\.css$/.test(fileName)).fileName;
await mkdir(OUT, { recursive: true });
await writeFile(`${OUT}/pages.json`, JSON.stringify({ styles, pages: Object.fromEntries(pages) }));
