// A picture in the size that its place needs, or what stands in its place when it is missing.
import { useEffect, useRef, useState } from "react";

const NONE = { src: "", width: 0, height: 0, avif: [], webp: [], tint: "" };
const FALLBACK_WIDTH = 480;

const known = (image) => (typeof image === "string" ? { ...NONE, src: image } : (image ?? NONE));

// Where the copies of a picture stand is said in core/files.py, what its widths mean in
// core/images.py.
function copyAddress({ src, width }, kind, wide) {
  if (wide === width && src.endsWith(`.${kind}`)) return src;
  const name = src.lastIndexOf("/");
  return `${src.slice(0, name)}/sizes${src.slice(name, src.lastIndexOf("."))}.${wide}.${kind}`;
}

const srcSetOf = (image, kind) =>
  image[kind].map((wide) => `${copyAddress(image, kind, wide)} ${wide}w`).join(", ");

/** The addresses of a picture's copies of one kind, with their sizes. */
export const copiesOf = (image, kind) =>
  known(image)[kind].map((width) => ({
    src: copyAddress(image, kind, width),
    width,
    height: Math.round((width * image.height) / image.width),
  }));

// How wide a picture is drawn: one that is cut to a narrower shape is wider than its place, and one
// in a row of equal heights is as wide as its own shape makes it.
function factorOf({ ratio, rows }, { width, height }) {
  if (!height) return 1;
  return rows ? width / height : Math.max(1, width / height / (ratio ?? Infinity));
}

function sizesOf(layout, image, lazy) {
  const factor = factorOf(layout, image);
  return layout.sizes
    .filter(([, size]) => lazy || size !== "auto")
    .map(([media, size]) => {
      const wide = factor === 1 || size === "auto" ? size : `calc(${factor.toFixed(2)} * ${size})`;
      return media ? `${media} ${wide}` : wide;
    })
    .join(", ");
}

export function Picture({ image, alt, layout, children, style, ...rest }) {
  const shown = known(image);
  const { src, tint, early } = shown;
  const element = useRef(null);
  // A copy that cannot be read is replaced by the picture itself, and that by the stand-in.
  const [failed, setFailed] = useState({ src: "", times: 0 });
  const times = failed.src === src ? failed.times : 0;
  const copied = shown.avif.length > 0;

  const fail = () => setFailed({ src, times: times + (copied ? 1 : 2) });

  // A picture that failed before the page came alive has already sent its error event.
  useEffect(() => {
    const { complete, naturalWidth } = element.current ?? {};
    if (complete && naturalWidth === 0) fail();
  }, [src]);

  if (!src || times > 1) return children;
  const lazy = !early;
  const sizes = layout && copied && times === 0 ? sizesOf(layout, shown, lazy) : undefined;
  const width = shown.width || (layout?.ratio ? FALLBACK_WIDTH : undefined);
  const height = shown.height || (layout?.ratio ? Math.round(FALLBACK_WIDTH / layout.ratio) : undefined);
  const picture = (
    <img
      loading={lazy ? "lazy" : "eager"}
      fetchPriority={early > 1 ? "high" : undefined}
      decoding="async"
      srcSet={sizes && srcSetOf(shown, "webp")}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      src={src}
      onError={fail}
      style={tint && !layout?.contained ? { ...style, backgroundImage: `linear-gradient(${tint})` } : style}
      {...rest}
      // Reflex gives one of its own to whatever has an id.
      ref={element}
    />
  );
  if (!sizes) return picture;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={srcSetOf(shown, "avif")} sizes={sizes} />
      {picture}
    </picture>
  );
}

/** Has the browser fetch a picture before it has found it on the page. */
export function PicturePreload({ image, layout }) {
  const shown = known(image);
  if (!shown.src) return null;
  const copied = shown.avif.length > 0;
  return (
    <link
      rel="preload"
      as="image"
      fetchPriority="high"
      type={copied ? "image/avif" : undefined}
      href={copied ? undefined : shown.src}
      imageSrcSet={copied ? srcSetOf(shown, "avif") : undefined}
      imageSizes={copied ? sizesOf(layout, shown, false) : undefined}
    />
  );
}
