// A styled react-day-picker. Days are ISO dates such as "2026-11-20".
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { DayPicker } from "react-day-picker";
import { fullDate, isoDay } from "../queries/dates.js";

const isoDayOf = (date) => isoDay({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });

function dateOf(text) {
  const [year, month, day = 1] = text.split("-").map(Number);
  const date = new Date(2000, month - 1, day);
  // The Date constructor maps years below 100 to the 20th century.
  date.setFullYear(year, month - 1, day);
  return date;
}

const dayClasses = ({ selected, today, outside, marked }) =>
  [
    "relative grid h-(--cell) w-full place-items-center font-display text-lg lining-nums transition-colors duration-150 sm:text-xl",
    selected ? "bg-plum text-on-plum" : marked ? "bg-gold-light/45 hover:bg-gold-light" : "hover:bg-line/60",
    !selected && (outside ? "text-muted" : "text-ink"),
    marked && "font-semibold after:absolute after:bottom-[14%] after:size-1.5 after:rounded-full after:bg-current",
    // Today's ring is inset, to differ from the focus ring.
    today && `ring-2 ring-inset ${selected ? "ring-gold-light" : "ring-gold-ink"}`,
  ]
    .filter(Boolean)
    .join(" ");

function DayButton({ day, modifiers, className, ...props }) {
  const button = useRef(null);
  useEffect(() => {
    if (modifiers.focused) button.current.focus();
  }, [modifiers.focused]);
  return (
    <button
      ref={button}
      aria-current={modifiers.today ? "date" : undefined}
      data-marked={modifiers.marked || undefined}
      className={dayClasses(modifiers)}
      {...props}
    />
  );
}

const Chevron = ({ orientation }) => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current">
    <path d={orientation === "left" ? "M20 12H4m7-7-7 7 7 7" : "M4 12h16m-7-7 7 7-7 7"} strokeWidth="1.5" />
  </svg>
);

const COMPONENTS = { DayButton, Chevron };

const ARROW =
  "grid size-11 place-items-center rounded-full border border-ink/40 transition-colors hover:bg-ink hover:text-on-plum";
const CLASSES = {
  months: "relative",
  nav: "absolute top-0 right-0 flex gap-2",
  button_previous: ARROW,
  button_next: ARROW,
  month_caption: "flex h-11 items-center",
  caption_label: "display-3",
  month_grid: "mt-4 w-full table-fixed border-collapse",
  weekday: "label h-9 text-center font-medium text-muted",
  day: "border border-line p-0",
};

// Memoized, because it is the page's slowest component to render.
const Grid = memo(function Grid({ month, selected, today, countOn, countLabels, onMonth, onDay, onFocusChange }) {
  const labels = useMemo(
    () => ({
      labelPrevious: () => "Previous month",
      labelNext: () => "Next month",
      labelNav: () => "Months",
      labelDayButton: (date, modifiers) => {
        const day = isoDayOf(date);
        const count = countOn(day);
        return [
          fullDate(day),
          modifiers.today && "today",
          count && `${count} ${countLabels[count === 1 ? 0 : 1]}`,
          modifiers.selected && "selected",
        ]
          .filter(Boolean)
          .join(", ");
      },
    }),
    [countOn, countLabels],
  );

  return (
    <DayPicker
      mode="single"
      required
      showOutsideDays
      fixedWeeks
      month={dateOf(month)}
      selected={dateOf(selected)}
      today={dateOf(today)}
      onMonthChange={(date) => onMonth(isoDayOf(date).slice(0, 7))}
      onSelect={(date) => onDay(isoDayOf(date))}
      onDayFocus={() => onFocusChange(true)}
      onDayBlur={() => onFocusChange(false)}
      modifiers={{ marked: (date) => countOn(isoDayOf(date)) > 0 }}
      classNames={CLASSES}
      components={COMPONENTS}
      labels={labels}
    />
  );
});

/**
 * `month` is the displayed month ("2026-11"), `selected` and `today` are days. `countOn(day)` returns
 * the number of items on a day; `countLabels` is their [singular, plural]. Pass stable functions to avoid
 * rendering the grid again.
 */
export function MonthGrid({ month, ...props }) {
  const [hasFocus, setHasFocus] = useState(false);
  const deferredMonth = useDeferredValue(month);
  // The pressed arrow is painted before the new month. During keyboard navigation the month must not
  // be deferred, or the day picker loses the focus.
  return <Grid month={hasFocus ? month : deferredMonth} onFocusChange={setHasFocus} {...props} />;
}
