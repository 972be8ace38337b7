// Lets Node.js import the site's scripts as the build does; see tests/javascript.py.
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    return next(url, url.endsWith(".js") ? { ...context, format: "module" } : context);
  },
});
