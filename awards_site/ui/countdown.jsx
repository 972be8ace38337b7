// A countdown in days, hours, minutes and seconds, refreshed every second.
import { useEffect, useState } from "react";
import { usePage } from "$/public/external/awards_site/ui/queries/page_context/page_context.jsx";

const parts = (ms) => {
  const seconds = Math.floor(ms / 1000);
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  return `${days}d ${hours}h ${Math.floor(seconds / 60) % 60}m ${seconds % 60}s`;
};

const dateOf = (target) =>
  new Date(target).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

export function Countdown({ target, programme, lead, over, ...rest }) {
  // The first render says the date, because the server's clock is not the visitor's.
  const [left, setLeft] = useState(null);
  const { renderedAt } = usePage();
  const end = Date.parse(target);

  useEffect(() => {
    let timer;
    const tick = () => {
      const ms = end - Date.now();
      setLeft(ms);
      if (ms <= 0) clearInterval(timer);
    };
    timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [end]);

  const isOver = left === null ? renderedAt >= end : left <= 0;
  return (
    <p role="timer" aria-live="off" {...rest}>
      {isOver ? (
        over
      ) : (
        <>
          <span className="after:mx-4 after:inline-block after:w-8 after:border-t after:align-middle after:content-['']">
            {programme}
          </span>{" "}
          {lead} <time dateTime={target}>{left === null ? dateOf(target) : parts(left)}</time>
        </>
      )}
    </p>
  );
}
