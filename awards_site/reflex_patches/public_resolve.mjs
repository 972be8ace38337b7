// How Vite finds what public pages import: as in the portal, but for Reflex's runtime and Emotion.
import { fileURLToPath, URL } from "node:url";
import portal from "../vite.config.js";

const { resolve } = portal({ command: "build", mode: "production" });
if (!Array.isArray(resolve?.alias)) {
  throw new Error("reflex_patches/public_resolve.mjs: vite.config.js of Reflex has no list of aliases");
}

const runtime = fileURLToPath(new URL("public_runtime.js", import.meta.url));

export default {
  ...resolve,
  alias: [
    { find: "$/utils/state", replacement: runtime },
    { find: "$/utils/context", replacement: runtime },
    { find: "@emotion/react", replacement: runtime },
    ...resolve.alias,
  ],
};
