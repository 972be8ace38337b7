// A slider that shows its value.
import { useState } from "react";

export function SliderInput({ attributes, defaultValue, classes, ...range }) {
  const [value, setValue] = useState(defaultValue);
  return (
    <div className="flex min-h-10 items-center gap-4">
      <input
        {...attributes}
        {...range}
        type="range"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        // The slider role does not support aria-required.
        aria-required={undefined}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-plum"
      />
      <output htmlFor={attributes.id} className="w-9 text-right text-sm tabular-nums">
        {value}
      </output>
    </div>
  );
}
