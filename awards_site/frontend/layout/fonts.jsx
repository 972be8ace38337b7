// Preloads the font of the portal's texts; that of its headings follows the scripts.
import text from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";

export function FontPreload() {
  return <link rel="preload" as="font" type="font/woff2" href={text} crossOrigin="anonymous" />;
}
