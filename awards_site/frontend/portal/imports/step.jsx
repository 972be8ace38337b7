// What the steps of an import have in common.
import * as Dialog from "@radix-ui/react-dialog";

/** The part of a step that scrolls, by keyboard, too. */
export function StepBody({ children, ...props }) {
  return (
    <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto p-5 sm:p-6" {...props}>
      {children}
    </div>
  );
}

/**
 * The buttons below a step, with the `error` of the last request. Cancel forgets the file, which
 * closing in another way does not; beside other buttons, phones leave it out.
 */
export function StepFoot({ error, classes, onCancel, children }) {
  return (
    <div className={classes.foot}>
      <p role="alert" className="w-full text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
      <Dialog.Close className={`${classes.button} max-sm:not-last:hidden`} onClick={onCancel}>
        Cancel
      </Dialog.Close>
      {children}
    </div>
  );
}
