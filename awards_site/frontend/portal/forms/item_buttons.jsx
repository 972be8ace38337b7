// The buttons that move and remove an item of a list, and the focus, which stays on the item.
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { flushSync } from "react-dom";

/** Renders the change and runs before the next key, which acts on the focused element. */
export const afterRender = (callback) => {
  flushSync(() => {});
  callback();
};

/** Focuses the button of an item for an action, or another one of it if that is disabled. */
export const focusButton = (list, index, action) =>
  afterRender(() => {
    const item = list.current?.children[index];
    const wanted = item?.querySelector(`[data-action=${action}]:enabled`);
    (wanted ?? item?.querySelector("[data-action]:enabled"))?.focus();
  });

/** Calls `onMove(by)` and `onRemove()` of the item at `index` of `count`; `min` of them must stay. */
export function ItemButtons({ label, index, count, min = 0, classes, onMove, onRemove }) {
  const button = (action, verb, Icon, disabled, onClick) => (
    <button
      type="button"
      data-action={action}
      aria-label={`${verb} ${label} ${index + 1}`}
      title={verb}
      disabled={disabled}
      className={classes.icon}
      onClick={onClick}
    >
      <Icon size={16} />
    </button>
  );
  return (
    <>
      {button("up", "Move up", ArrowUp, index === 0, () => onMove(-1))}
      {button("down", "Move down", ArrowDown, index === count - 1, () => onMove(1))}
      {button("remove", "Remove", X, count <= min, onRemove)}
    </>
  );
}
