// Lets Node.js import the site's scripts as the build does; see tests/javascript.py.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

registerHooks({
  resolve(name, context, next) {
    // Reflex copies ui/queries/dates.js, an asset of ui/queries/dates.py, to ui/queries/dates/dates.js.
    const own = /^\$\/public\/external\/(.+)\/\w+\/(\w+\.js)$/.exec(name);
    const path = own ? `${process.cwd()}/${own[1]}/${own[2]}` : name;
    return next(path.startsWith("/") ? pathToFileURL(path).href : path, context);
  },
  load(url, context, next) {
    return next(url, url.endsWith(".js") ? { ...context, format: "module" } : context);
  },
});
