// Shows how many uploaded images are being processed; hidden if there are none.
import { useEffect, useState } from "react";
import { UPLOADED, listen } from "../../events.js";

const POLL_MS = 2_000;
const CLASSES =
  "pointer-events-none fixed inset-x-0 bottom-3 z-30 mx-auto w-fit rounded-full border border-line bg-white px-4 py-1.5 text-sm text-muted shadow-sm lg:left-60";

function statusText(pending) {
  if (!pending) return "";
  return `Resizing ${pending} ${pending === 1 ? "image" : "images"} for all screens`;
}

export function ImageProcessingStatus() {
  const [pending, setPending] = useState(0);

  useEffect(() => {
    let timer;
    let isUnmounted = false;
    const poll = async () => {
      clearTimeout(timer);
      // Errors are ignored, because the status is only informative.
      const response = await fetch("/api/admin/image-variants", { credentials: "include" }).catch(() => null);
      if (isUnmounted) return;
      const count = response?.ok ? (await response.json()).pending : 0;
      setPending(count);
      clearTimeout(timer);
      if (count) timer = setTimeout(poll, POLL_MS);
    };
    poll();
    const ignoreUploads = listen(UPLOADED, poll);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      ignoreUploads();
    };
  }, []);

  return (
    <p role="status" data-testid="image-processing-status" className={pending ? CLASSES : "sr-only"}>
      {statusText(pending)}
    </p>
  );
}
