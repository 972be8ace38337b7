// Finds what the oldest supported browsers lack: Safari 16.4, Chrome 111 and Firefox 128
// (docs/architecture.md, "Public pages").
import baseline from "eslint-plugin-baseline-js";

// Uses that are guarded by a check, and what those browsers have although others got it later.
const USABLE = [
  "abortsignal-timeout",
  "async-clipboard",
  "constructed-stylesheets",
  "cookie-enabled",
  "cookie-store",
  "devicepixelratio",
  "is-input-pending",
  "network-information",
  "print",
  "requestidlecallback",
  "share",
  "webtransport",
];
const year = { available: 2022, ignoreFeatures: USABLE };
const apis = { includeWebApis: { preset: "auto" }, includeJsBuiltins: { preset: "auto" } };

export default [
  {
    files: ["**/*.js"],
    plugins: { "baseline-js": baseline },
    linterOptions: { noInlineConfig: true },
    rules: {
      "baseline-js/use-baseline": ["error", { ...year, ...apis }],
      "no-restricted-properties": ["error", { object: "URL", property: "parse" }],
    },
  },
];
