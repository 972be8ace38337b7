// Connects notices with Reflex: State handlers show them, and their actions trigger State handlers.
import { useEffect } from "react";
import { addEvents } from "$/utils/context";
import { ReflexEvent, refs } from "$/utils/state";

export function NoticeEvents({ name }) {
  useEffect(() => {
    // Reflex's "set value" event assigns to the value of a registered element.
    refs[name] = {
      current: {
        set value(detail) {
          window.dispatchEvent(new CustomEvent("awards:notify", { detail }));
        },
      },
    };
    const act = ({ detail }) => addEvents([ReflexEvent(detail.name, detail.payload)]);
    window.addEventListener("awards:notice-action", act);
    return () => window.removeEventListener("awards:notice-action", act);
  }, [name]);
  return null;
}
