// The focal point of an image, in per cent, which is set by a click or with two sliders.
import { useState } from "react";
import { Picture, Placeholder } from "../../images/picture.jsx";

const CENTRE = 50;
const LAYOUT = { sizes: [["", "24rem"]] };
const CROPS = ["aspect-4/5 h-16", "aspect-square h-16", "aspect-21/9 h-16"];

const percent = (offset, length) => Math.min(Math.max(Math.round((100 * offset) / length), 0), 100);
const toNumber = (text) => (text === "" ? CENTRE : Number(text));

function Slider({ label, value, classes, onChange, ...attributes }) {
  return (
    <label className="flex items-center gap-3 text-sm">
      <span className="w-20 flex-none">{label}</span>
      <input
        {...attributes}
        type="range"
        min={0}
        max={100}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-plum"
      />
      <output className="w-10 text-right text-xs tabular-nums">{value}%</output>
    </label>
  );
}

/** Submits both coordinates, which are empty while none is set. */
export function FocalPointInput({ attributes, defaultValue, yName, defaultY, image, classes }) {
  const [point, setPoint] = useState(
    defaultValue === "" && defaultY === "" ? null : { x: toNumber(defaultValue), y: toNumber(defaultY) },
  );
  const { x, y } = point ?? { x: CENTRE, y: CENTRE };
  const { position, ...uncropped } = image;
  const style = { objectPosition: `${x}% ${y}%` };

  const choose = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPoint({
      x: percent(event.clientX - box.left, box.width),
      y: percent(event.clientY - box.top, box.height),
    });
  };
  return (
    <div role="group" aria-label="Focal point" className="grid min-w-0 content-start gap-3">
      <input type="hidden" name={attributes.name} value={point ? x : ""} />
      <input type="hidden" name={yName} value={point ? y : ""} />
      <div className="grid justify-items-center rounded-md border border-line bg-ground p-2">
        <div className="relative cursor-crosshair" onClick={choose} data-testid="focal-image">
          <Picture image={uncropped} alt="" layout={LAYOUT} className="block max-h-52 w-auto">
            <span className="grid justify-items-center gap-2 p-8 text-sm text-muted">
              <Placeholder name="Broken image" className="size-6" />
              The image cannot be shown.
            </span>
          </Picture>
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-6 -translate-1/2 rounded-full border-2 border-white bg-plum/60 shadow-md"
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        </div>
      </div>
      <p id={`${attributes.id}-help`} className={classes.help}>
        Click what matters most in the image, or use the sliders. Every crop keeps it in view.
      </p>
      <Slider
        id={attributes.id}
        aria-describedby={attributes["aria-describedby"]}
        label="From left"
        value={x}
        onChange={(next) => setPoint({ x: next, y })}
      />
      <Slider label="From top" value={y} onChange={(next) => setPoint({ x, y: next })} />
      <div className="flex min-h-16 flex-wrap items-center gap-2">
        <span aria-hidden="true" className="contents" data-testid="crops">
          {CROPS.map((crop) => (
            <span key={crop} className={`${crop} block flex-none overflow-hidden rounded-sm bg-line`}>
              <Picture image={uncropped} alt="" layout={LAYOUT} style={style} className="size-full object-cover">
                <span />
              </Picture>
            </span>
          ))}
        </span>
        {point && (
          <button type="button" className={classes.button} onClick={() => setPoint(null)}>
            Reset to center
          </button>
        )}
      </div>
    </div>
  );
}
