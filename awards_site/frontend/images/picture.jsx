// A responsive image with a placeholder for missing and broken images.
import { useEffect, useRef, useState } from "react";
import { NO_IMAGE } from "./images.js";

export { Placeholder } from "./placeholder.jsx";

const FALLBACK_WIDTH = 480;

const toImage = (image) =>
  typeof image === "string" ? { ...NO_IMAGE, src: image } : (image ?? NO_IMAGE);

// The URLs of variants follow core/storage/files.py, their widths core/presentation/images.py.
function variantUrl({ src, width }, format, variantWidth) {
  if (variantWidth === width && src.endsWith(`.${format}`)) return src;
  const slash = src.lastIndexOf("/");
  const name = src.slice(slash, src.lastIndexOf("."));
  return `${src.slice(0, slash)}/sizes${name}.${variantWidth}.${format}`;
}

const srcSetOf = (image, format) =>
  image[format].map((width) => `${variantUrl(image, format, width)} ${width}w`).join(", ");

/** Returns the variants of an image in one format, as `{src, width, height}`. */
export const variantsOf = (image, format) =>
  toImage(image)[format].map((width) => ({
    src: variantUrl(image, format, width),
    width,
    height: Math.round((width * image.height) / image.width),
  }));

// The image's width relative to its slot: more than 1 if it is cropped to a narrower ratio. In a row
// of equal heights, the slot's size is the height.
function factorOf({ ratio, rows }, { width, height }) {
  if (!height) return 1;
  return rows ? width / height : Math.max(1, width / height / (ratio ?? Infinity));
}

function sizesOf(layout, image, lazy) {
  const factor = factorOf(layout, image);
  return layout.sizes
    .filter(([, size]) => lazy || size !== "auto")
    .map(([media, size]) => {
      const width = factor === 1 || size === "auto" ? size : `calc(${factor.toFixed(2)} * ${size})`;
      return media ? `${media} ${width}` : width;
    })
    .join(", ");
}

export function Picture({ image, alt, layout, children, style, ...rest }) {
  const responsive = toImage(image);
  const { src, tint, early, position } = responsive;
  const element = useRef(null);
  // A variant that fails to load is replaced by the original, and that by the placeholder.
  const [failure, setFailure] = useState({ src: "", count: 0 });
  const failures = failure.src === src ? failure.count : 0;
  const hasVariants = responsive.avif.length > 0;

  const fail = () => setFailure({ src, count: failures + (hasVariants ? 1 : 2) });

  // An image that failed before hydration has already sent its error event.
  useEffect(() => {
    const { complete, naturalWidth } = element.current ?? {};
    if (complete && naturalWidth === 0) fail();
  }, [src]);

  if (!src || failures > 1) return children;
  const lazy = !early;
  const sizes = layout && hasVariants && failures === 0 ? sizesOf(layout, responsive, lazy) : undefined;
  const width = responsive.width || (layout?.ratio ? FALLBACK_WIDTH : undefined);
  const height = responsive.height || (layout?.ratio ? Math.round(FALLBACK_WIDTH / layout.ratio) : undefined);
  const placed = position ? { objectPosition: position, ...style } : style;
  const picture = (
    <img
      loading={lazy ? "lazy" : "eager"}
      fetchPriority={early > 1 ? "high" : undefined}
      decoding="async"
      srcSet={sizes && srcSetOf(responsive, "webp")}
      sizes={sizes}
      width={width}
      height={height}
      // A decorative image stays one.
      alt={alt && (responsive.alt || alt)}
      src={src}
      onError={fail}
      style={tint && !layout?.contained ? { ...placed, backgroundImage: `linear-gradient(${tint})` } : placed}
      {...rest}
      // Overrides the ref that Reflex adds to components with an id.
      ref={element}
    />
  );
  if (!sizes) return picture;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={srcSetOf(responsive, "avif")} sizes={sizes} />
      {picture}
    </picture>
  );
}

/** Preloads an image. */
export function PicturePreload({ image, layout }) {
  const responsive = toImage(image);
  if (!responsive.src) return null;
  const hasVariants = responsive.avif.length > 0;
  return (
    <link
      rel="preload"
      as="image"
      fetchPriority="high"
      type={hasVariants ? "image/avif" : undefined}
      href={hasVariants ? undefined : responsive.src}
      imageSrcSet={hasVariants ? srcSetOf(responsive, "avif") : undefined}
      imageSizes={hasVariants ? sizesOf(layout, responsive, false) : undefined}
    />
  );
}
