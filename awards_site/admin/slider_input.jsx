// A slider that shows the number it stands at.
import { useState } from "react";

export function SliderInput({ inputId, describedBy, invalid, defaultValue, ...range }) {
  const [value, setValue] = useState(defaultValue);
  return (
    <div className="flex min-h-10 items-center gap-4">
      <input
        id={inputId}
        type="range"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        className="h-6 min-w-0 flex-1 cursor-pointer accent-plum"
        {...range}
      />
      <output htmlFor={inputId} className="w-9 text-right text-sm tabular-nums">
        {value}
      </output>
    </div>
  );
}
