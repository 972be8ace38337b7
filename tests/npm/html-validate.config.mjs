// What the pages' HTML is checked against: the HTML standard, and rules of accessibility.
import { Rule, defineConfig, definePlugin } from "html-validate";

// A browser that finds `auto` waits for the layout, which only lazy images can do. The sizes of a
// source are those of the image beside it.
class ImageSizes extends Rule {
  setup() {
    this.on("dom:ready", ({ document }) => {
      for (const node of document.querySelectorAll("img[sizes], source[sizes]")) {
        const [first, ...others] = node.getAttributeValue("sizes").split(",");
        const image = node.is("img") ? node : node.parent.querySelector("img");
        const isLazy = image?.getAttributeValue("loading") === "lazy";
        if (!node.hasAttribute("srcset")) {
          this.report(node, '"sizes" needs "srcset"');
        } else if (/\S\s+auto\b/.test(first) || others.some((size) => /\bauto\b/.test(size))) {
          this.report(node, '"auto" in "sizes" comes first, without a media condition');
        } else if (first.trim() === "auto" && !isLazy) {
          this.report(node, '"auto" in "sizes" is for images with loading="lazy"');
        }
      }
    });
  }
}

export default defineConfig({
  root: true,
  extends: ["html-validate:recommended", "html-validate:document"],
  plugins: [definePlugin({ name: "awards-site", rules: { "image-sizes": ImageSizes } })],
  elements: [
    "html5",
    {
      link: { attributes: { rel: { required: true } } },
      // The checker does not know these attributes, which are right where they are.
      meta: { attributes: { property: {} } },
      style: { attributes: { media: {} } },
      svg: { attributes: { "*": {} } },
    },
  ],
  rules: {
    "image-sizes": "error",
    "no-unknown-attributes": "error",
    "no-unknown-elements": "error",
    // The files of the site come from the site itself.
    "require-sri": ["error", { target: "crossorigin" }],
    // React makes ids such as "_r_1_".
    "valid-id": ["error", { relaxed: true }],

    // React's way of writing attributes and void elements, which mean the same in any style.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // What is computed, such as an image's colours, stands in no style sheet.
    "no-inline-style": "off",
    // The cells of the month say that they are a grid's, by which people's tests find them.
    "no-redundant-role": "off",
    // Titles and telephone numbers are texts that staff write.
    "long-title": "off",
    "tel-non-breaking": "off",
  },
});
