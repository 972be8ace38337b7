// Preloads the two faces that the first screen of the portal needs, under the bundler's addresses.
import display from "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url";
import text from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";

export function FontPreload() {
  return [display, text].map((href) => (
    <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
  ));
}
