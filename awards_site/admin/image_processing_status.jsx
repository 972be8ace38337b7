// Says how many uploaded pictures are still being made ready, and nothing when there are none.
import { useEffect, useState } from "react";

const POLL_MS = 2_000;
const SHOWN =
  "pointer-events-none fixed inset-x-0 bottom-3 z-30 mx-auto w-fit rounded-full border border-line bg-white px-4 py-1.5 text-sm text-muted shadow-sm lg:left-60";

function said(waiting) {
  if (!waiting) return "";
  return `${waiting} ${waiting === 1 ? "picture is" : "pictures are"} being made ready for all screens`;
}

export function ImageProcessingStatus() {
  const [waiting, setWaiting] = useState(0);

  useEffect(() => {
    let timer;
    let gone = false;
    const ask = async () => {
      clearTimeout(timer);
      // Nothing depends on the response: whoever gets none is told nothing.
      const response = await fetch("/api/admin/pictures", { credentials: "include" }).catch(() => null);
      if (gone) return;
      const count = response?.ok ? (await response.json()).waiting : 0;
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
  }, []);

  return (
    <p role="status" data-testid="pictures-waiting" className={waiting ? SHOWN : "sr-only"}>
      {said(waiting)}
    </p>
  );
}
