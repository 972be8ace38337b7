// Dropdown menus. Radix handles arrow keys, typeahead and Escape; its script is loaded when a menu is
// opened for the first time, and fetched before that when its button is approached.
import { cloneElement, createContext, useContext, useRef, useState } from "react";
import { notifyLoadFailed, useLazyImport } from "../queries/lazy.jsx";

const loadParts = () => import("./menu_parts.jsx");
const preload = () => loadParts().catch(() => undefined);

const MenuContext = createContext(null);

/** Its children are a `MenuTrigger` and a `MenuContent`. */
export function Menu({ children }) {
  const [parts, fetchParts] = useLazyImport(loadParts);
  const [byKeyboard, setByKeyboard] = useState(false);

  const show = (event) => {
    // A click by key has no position.
    setByKeyboard(event.type !== "click" || event.detail === 0);
    fetchParts().catch(() => notifyLoadFailed("The menu"));
  };

  return (
    <MenuContext value={{ parts, show, byKeyboard }}>
      {parts ? (
        // Not modal: the rest of the page stays accessible, and Tab or an outside click closes it.
        <parts.Root modal={false} defaultOpen>
          {children}
        </parts.Root>
      ) : (
        children
      )}
    </MenuContext>
  );
}

/** Makes the button that is its child open the menu. */
export function MenuTrigger({ children }) {
  const { parts, show } = useContext(MenuContext);
  if (parts) return <parts.Trigger asChild>{children}</parts.Trigger>;
  return cloneElement(children, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    "data-state": "closed",
    onPointerEnter: preload,
    onFocus: preload,
    onClick: show,
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      show(event);
    },
  });
}

/** The menu; its children are its items. */
export function MenuContent({ children, ...props }) {
  const { parts, byKeyboard } = useContext(MenuContext);
  const isFirst = useRef(true);
  if (!parts) return null;
  // Radix focuses the first item if a key opened the menu, but does not see the key the first time.
  const focused = ({ target, currentTarget }) => {
    if (!isFirst.current || target !== currentTarget) return;
    isFirst.current = false;
    if (byKeyboard) currentTarget.querySelector("[role=menuitem]")?.focus();
  };
  return (
    <parts.Portal>
      <parts.Content sideOffset={6} onFocus={focused} {...props}>
        {children}
      </parts.Content>
    </parts.Portal>
  );
}

export function MenuItem(props) {
  const { parts } = useContext(MenuContext);
  return <parts.Item {...props} />;
}

export function MenuSeparator(props) {
  const { parts } = useContext(MenuContext);
  return <parts.Separator {...props} />;
}
