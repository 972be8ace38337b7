// Connects toasts with Reflex: State handlers show toasts, and toast actions trigger State handlers.
import { useEffect } from "react";
import { callHandler, receiveValues } from "./reflex_patches.js";
import { TOAST_ACTION, listen, notify } from "../events.js";

export function ToastEvents({ name }) {
  useEffect(() => {
    receiveValues(name, notify);
    return listen(TOAST_ACTION, ({ detail }) => callHandler(detail.name, detail.payload));
  }, [name]);
  return null;
}
