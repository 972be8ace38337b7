// Connects toasts with Reflex: State handlers show toasts, and toast actions trigger State handlers.
import { useEffect } from "react";
import { callHandler, receiveValues } from "./reflex_patches.js";

export function ToastEvents({ name }) {
  useEffect(() => {
    receiveValues(name, (detail) => {
      window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
    });
    const runAction = ({ detail }) => callHandler(detail.name, detail.payload);
    window.addEventListener("awards:toast-action", runAction);
    return () => window.removeEventListener("awards:toast-action", runAction);
  }, [name]);
  return null;
}
