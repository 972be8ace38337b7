// A toast (Radix) and its live region.
import * as Toast from "@radix-ui/react-toast";
import { useEffect, useRef } from "react";
import { ESCAPE, TOAST_ACTION, emit } from "../events.js";
import { kindOf } from "./toasts.jsx";

const DURATION_MS = 5000;

// Escape closes the focused dialog rather than a toast above it.
function passOnEscape(event) {
  const dialog = document.activeElement.closest("[role=dialog]");
  if (!dialog) return;
  event.preventDefault();
  dialog.dispatchEvent(new Event(ESCAPE));
}

const ACTION =
  "mt-2 inline-flex min-h-6 cursor-pointer items-center text-sm font-semibold underline underline-offset-4";

const trigger = (detail) => emit(TOAST_ACTION, detail);

function Action({ action: { label, event } }) {
  return (
    <Toast.Action altText={label} onClick={() => trigger(event)} className={ACTION}>
      {label}
    </Toast.Action>
  );
}

export default function ToastView({ toast, onClose, hotkey, isFocused }) {
  const area = useRef(null);
  const [classes, variant] = kindOf(toast ?? {});
  useEffect(() => {
    if (isFocused) area.current.focus();
  }, [isFocused]);

  return (
    <Toast.Provider duration={DURATION_MS} swipeDirection="right">
      {toast && (
        <Toast.Root
          key={toast.key}
          open={toast.open}
          duration={toast.durationMs ?? DURATION_MS}
          onOpenChange={(open) => open || onClose()}
          onEscapeKeyDown={passOnEscape}
          data-testid="notice"
          data-variant={variant}
          className={`${classes} flex items-start gap-4 rounded-sm border py-4 pr-3 pl-5 shadow-xl transition-[opacity,translate] duration-200 starting:translate-y-2 starting:opacity-0 data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none motion-reduce:transition-none`}
        >
          <div data-radix-toast-announce-exclude="" className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="mt-1 text-sm">
                {toast.description}
              </Toast.Description>
            )}
            {toast.note && <p className="mt-1 text-sm">{toast.note}</p>}
            {toast.action && <Action action={toast.action} />}
          </div>
          <Toast.Close
            aria-label="Close"
            className="grid size-8 flex-none place-items-center rounded-sm max-md:-m-1.5 max-md:size-11 hover:bg-current/10"
          >
            <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 stroke-current">
              <path d="M3 3l10 10M13 3L3 13" strokeWidth="1.75" strokeLinecap="round" />
            </svg>
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        ref={area}
        hotkey={[hotkey]}
        // The only announcement: Radix's own would duplicate the text on the page.
        aria-live="polite"
        data-testid="notice-area"
        className="fixed top-0 right-0 z-100 m-0 flex w-full max-w-full list-none flex-col p-4 outline-none md:top-auto md:bottom-0 md:max-w-[420px]"
      />
    </Toast.Provider>
  );
}
