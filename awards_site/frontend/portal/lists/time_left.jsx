// The time until an instant, updated every second, or a text once it is past.
import { useEffect, useState } from "react";
import { formatDuration } from "../../queries/dates.js";

export function TimeLeft({ target, over, ...rest }) {
  const [now, setNow] = useState(() => Date.now());
  const ms = Date.parse(target) - now;
  const isOver = ms <= 0;

  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver, target]);

  return (
    <span role="timer" aria-live="off" {...rest}>
      {isOver ? over : `in ${formatDuration(ms)}`}
    </span>
  );
}
