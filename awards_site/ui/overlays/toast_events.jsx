// Connects toasts with Reflex: State handlers show toasts, and toast actions trigger State handlers.
import { useEffect } from "react";
import { addEvents } from "$/utils/context";
import { ReflexEvent, refs } from "$/utils/state";

export function ToastEvents({ name }) {
  useEffect(() => {
    // Reflex's "set value" event assigns to the value of a registered ref.
    refs[name] = {
      current: {
        set value(detail) {
          window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
        },
      },
    };
    const runAction = ({ detail }) => addEvents([ReflexEvent(detail.name, detail.payload)]);
    window.addEventListener("awards:toast-action", runAction);
    return () => window.removeEventListener("awards:toast-action", runAction);
  }, [name]);
  return null;
}
