// Says how many uploaded pictures are still being made ready, and nothing when there are none.
import { useEffect, useState } from "react";

const POLL_MS = 2_000;

function said(waiting) {
  if (!waiting) return "";
  return `${waiting} ${waiting === 1 ? "picture is" : "pictures are"} being made ready for all screens`;
}

export function PicturesWaiting({ source, className }) {
  const [waiting, setWaiting] = useState(0);

  useEffect(() => {
    let timer;
    let gone = false;
    const ask = async () => {
      clearTimeout(timer);
      // Nothing depends on the answer: whoever gets none is told nothing.
      const answer = await fetch(source, { credentials: "include" }).catch(() => null);
      if (gone) return;
      const count = answer?.ok ? (await answer.json()).waiting : 0;
      setWaiting(count);
      clearTimeout(timer);
      if (count) timer = setTimeout(ask, POLL_MS);
    };
    ask();
    window.addEventListener("awards:uploaded", ask);
    return () => {
      gone = true;
      clearTimeout(timer);
      window.removeEventListener("awards:uploaded", ask);
    };
  }, [source]);

  return (
    <p role="status" data-testid="pictures-waiting" className={waiting ? className : "sr-only"}>
      {said(waiting)}
    </p>
  );
}
