// A countdown in days, hours, minutes and seconds, updated every second.
import { useEffect, useState } from "react";
import { formatDuration } from "../queries/dates.js";
import { useRenderedAt } from "../queries/query.jsx";

const formatDate = (target) =>
  new Date(target).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

export function Countdown({ target, programme, lead, over, ...rest }) {
  // The first render shows the date, because a remaining time would differ between server and browser.
  const [remainingMs, setRemainingMs] = useState(null);
  const end = Date.parse(target);
  const renderedAt = useRenderedAt(end);

  useEffect(() => {
    let timer;
    const tick = () => {
      const ms = end - Date.now();
      setRemainingMs(ms);
      if (ms <= 0) clearInterval(timer);
    };
    timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [end]);

  const isOver = remainingMs === null ? renderedAt >= end : remainingMs <= 0;
  return (
    <p role="timer" aria-live="off" {...rest}>
      {isOver ? (
        <span>{over}</span>
      ) : (
        <>
          <span className="after:mx-4 after:inline-block after:w-8 after:border-t after:align-middle after:content-['']">
            {programme}
          </span>{" "}
          <span>{lead}</span>{" "}
          <time dateTime={target}>
            {remainingMs === null ? formatDate(target) : formatDuration(remainingMs)}
          </time>
        </>
      )}
    </p>
  );
}
