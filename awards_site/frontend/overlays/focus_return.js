// Returns the focus of a closed dialog to where it came from.
import { useLayoutEffect, useRef } from "react";

// Where the focus returns to when the open dialog closes: the first of these that is still there.
let latestOpeners = [];

function findOpeners() {
  const focused = document.activeElement;
  // An entry of a menu is gone when the dialog closes; the button of its menu is not.
  const menu = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  // A dialog that hands over to another one is gone with the button that did so.
  return [menu ? document.getElementById(menu) : focused, ...latestOpeners];
}

/** Returns `onOpen` and `onClose`, which a dialog calls when it has opened and when it has closed. */
export function useFocusReturn(isOpen) {
  const openers = useRef([]);

  // Noted now, because a menu that asked for the dialog is gone when the dialog is there.
  useLayoutEffect(() => {
    if (isOpen) openers.current = findOpeners();
  }, [isOpen]);

  return {
    onOpen: () => {
      latestOpeners = openers.current;
    },
    onClose: (event) => {
      event.preventDefault();
      // Whatever has got the focus meanwhile keeps it, such as the dialog opened in this one's place,
      // or the button of a notice.
      if (document.activeElement !== document.body) return;
      latestOpeners = openers.current.slice(1);
      const target = openers.current.find((each) => each !== document.body && each?.isConnected);
      (target ?? document.querySelector("main"))?.focus();
    },
  };
}
