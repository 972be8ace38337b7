// Checkboxes of which several can be chosen; they submit a JSON list in the order of the choices.
import { useState } from "react";

export function CheckboxList({ attributes, label, defaultValue, classes, choices }) {
  const [chosen, setChosen] = useState(() => JSON.parse(defaultValue || "[]"));
  const toggle = ({ target: { value, checked } }) =>
    setChosen(
      choices
        .map((choice) => choice.value)
        .filter((each) => (each === value ? checked : chosen.includes(each))),
    );
  return (
    <fieldset
      id={attributes.id}
      data-field={attributes["data-field"]}
      aria-describedby={attributes["aria-describedby"]}
    >
      <legend className={classes.label}>{label}</legend>
      <input type="hidden" name={attributes.name} value={JSON.stringify(chosen)} />
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {choices.map((choice) => (
          <label key={choice.value} className="flex min-h-8 cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              value={choice.value}
              checked={chosen.includes(choice.value)}
              onChange={toggle}
              className="size-4.5 cursor-pointer accent-plum focus-visible:outline-plum max-md:size-6"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
