// A monogram: the placeholder of a missing or broken portrait.
import { Placeholder } from "./picture.jsx";

const TONES = [
  "from-plum to-plum-deep text-gold-light",
  "from-gold-light to-gold text-plum-deep",
  "from-action to-plum text-on-plum",
  "from-[#efe2cc] to-[#dcc8a6] text-plum",
];

const initials = (name) => {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return [words[0], words.length > 1 && words.at(-1)]
    .map((word) => (word ? [...word][0] : ""))
    .join("")
    .toUpperCase();
};

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
        {initials(name)}
      </span>
    </div>
  );
}
