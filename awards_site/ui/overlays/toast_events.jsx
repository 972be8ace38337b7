// Connects notices with Reflex: State handlers show them, and their actions trigger State handlers.
import { useEffect } from "react";
import { callHandler, receiveValues } from "$/public/external/awards_site/reflex_patches/browser_events/browser_events.js";

export function NoticeEvents({ name }) {
  useEffect(() => {
    receiveValues(name, (detail) => {
      window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
    });
    const act = ({ detail }) => callHandler(detail.name, detail.payload);
    window.addEventListener("awards:notice-action", act);
    return () => window.removeEventListener("awards:notice-action", act);
  }, [name]);
  return null;
}
