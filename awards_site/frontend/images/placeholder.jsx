// Placeholders of missing and broken images: images with the name of the record and a drawing. The
// drawings are within the script, so that they are there whatever fails to load. Their colours are
// those of theme.css, whose variables they do not see.
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
