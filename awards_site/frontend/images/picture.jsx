import { useEffect, useRef, useState } from "react";
import { NO_IMAGE, monogram } from "./images.js";

// A responsive image with a placeholder for missing and broken images.

const FALLBACK_WIDTH = 480;

const toImage = (image) =>
  typeof image === "string" ? { ...NO_IMAGE, src: image } : (image ?? NO_IMAGE);

// The URLs of variants follow core/files/file_names.py, their widths core/files/image_variants.py.
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

// Placeholders of missing and broken images: images with the name of the record and a drawing. The
// drawings are in the script, so that they need no request. Their colours are those of theme.css,
// whose variables images cannot use.
const GOLD = "#b0863b";
const GOLD_LIGHT = "#e2c078";
const MUTED = "#66525f";

const drawing = (width, height, content) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none">${content}</svg>`,
  )}`;

const icon = (d) =>
  drawing(24, 24, `<path d="${d}" stroke="${MUTED}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`);

const DRAWINGS = {
  photo: drawing(
    120,
    100,
    `<path d="M28 22h64v56H28zM33 27h54v46H33z" stroke="${GOLD}" stroke-width=".8"/>
    <path d="M50 73V56a10 10 0 0 1 20 0v17M46 73V56a14 14 0 0 1 28 0v17" stroke="${GOLD}" stroke-opacity=".6" stroke-width=".6"/>`,
  ),
  video: drawing(
    160,
    90,
    `<path d="M0 62 160 0v90L0 66z" fill="${GOLD_LIGHT}" fill-opacity=".15"/>
    <path d="M0 63 160 22v46L0 65z" fill="${GOLD_LIGHT}" fill-opacity=".2"/>
    <path d="M52 90V52a28 28 0 0 1 56 0v38M58 90V52a22 22 0 0 1 44 0v38" stroke="${GOLD_LIGHT}" stroke-opacity=".5" stroke-width=".6"/>`,
  ),
  post: drawing(
    120,
    80,
    `<path d="M36 100V38a24 24 0 0 1 48 0v62M41 100V38a19 19 0 0 1 38 0v62" stroke="${GOLD}" stroke-width=".6"/>
    <path d="M50 52h20M50 58h20M50 64h20M50 70h12" stroke="${GOLD}" stroke-opacity=".7" stroke-width=".8"/>`,
  ),
  image: icon(
    "m2 2 20 20M10.41 10.41a2 2 0 1 1-2.83-2.83M13.5 13.5 6 21M18 12l3 3M3.59 3.59A2 2 0 0 0 3 5v14a2 2 0 0 0 2 2h14c.55 0 1.05-.22 1.41-.59M21 15V5a2 2 0 0 0-2-2H9",
  ),
  film: icon(
    "m12.3 3.46 3.02 3.96M20.2 6 3 11l-.9-2.4c-.3-1.1.3-2.2 1.3-2.5l13.5-4c1.1-.3 2.2.3 2.5 1.3zM3 11h18v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM6.18 5.28l3.1 3.9",
  ),
  // For initials, which are written over it.
  blank: drawing(1, 1, ""),
};

/** The placeholder of the image of the record `name`. */
export function Placeholder({ drawing: kind = "image", name, className = "", ...props }) {
  return (
    <img
      src={DRAWINGS[kind]}
      alt={name}
      data-testid="image-placeholder"
      className={`object-contain ${className}`}
      {...props}
    />
  );
}

// A monogram: the placeholder of a missing or broken portrait.

const TONES = [
  "from-plum to-plum-deep text-gold-light",
  "from-gold-light to-gold text-plum-deep",
  "from-action to-plum text-on-plum",
  "from-[#efe2cc] to-[#dcc8a6] text-plum",
];

const tone = (name) => TONES[[...name].reduce((sum, c) => sum + c.codePointAt(0), 0) % TONES.length];

export function Monogram({ name, className = "" }) {
  return (
    <div
      data-testid="monogram"
      className={`@container relative grid aspect-4/5 place-items-center overflow-hidden bg-linear-to-br ${tone(name)} ${className}`}
    >
      <Placeholder drawing="blank" name={name} className="absolute inset-0 size-full" />
      <svg aria-hidden="true" viewBox="0 0 80 100" className="absolute inset-0 size-full fill-none stroke-current opacity-35">
        <path d="M8 100V48a32 32 0 0 1 64 0v52M14 100V48a26 26 0 0 1 52 0v52" strokeWidth=".5" />
      </svg>
      <span aria-hidden="true" className="relative font-display text-[30cqw] leading-none font-light">
        {monogram(name)}
      </span>
    </div>
  );
}
