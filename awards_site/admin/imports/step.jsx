// What the steps of an import have in common.
import * as Dialog from "@radix-ui/react-dialog";
import { LoaderCircle } from "lucide-react";
import { saveFaultyRows } from "./import_requests.js";
import { counted } from "./texts.js";

/** The part of a step that scrolls, by keyboard, too. */
export function StepBody({ className = "", children, ...props }) {
  return (
    <div tabIndex={0} className={`min-h-0 flex-1 overflow-y-auto p-5 sm:p-6 ${className}`} {...props}>
      {children}
    </div>
  );
}

/**
 * The buttons below a step, with the `error` of the last request. Cancel forgets the file, which
 * closing in another way does not; where `onBack` leads to the step before, phones leave it out.
 */
export function StepFoot({ error, classes, onBack, onCancel, children }) {
  return (
    <div className={`${classes.foot} flex-wrap`}>
      <p role="alert" className="w-full text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
      {onBack && (
        <button type="button" className={`${classes.button} mr-auto`} onClick={onBack}>
          Back
        </button>
      )}
      <Dialog.Close className={`${classes.button} ${onBack ? "max-sm:hidden" : ""}`} onClick={onCancel}>
        Cancel
      </Dialog.Close>
      {children}
    </div>
  );
}

/** The button that downloads the rows of a preview that have errors. */
export function FaultyRowsButton({ preview, fileName, className }) {
  return (
    <button type="button" className={className} onClick={() => saveFaultyRows(preview, fileName)}>
      Download {counted(preview.faulty, "row", "rows")} with errors
    </button>
  );
}

/** The button that goes on; it keeps the focus while it is `pending`, and ignores clicks. */
export function NextButton({ pending, label, pendingLabel, disabled, classes, onClick }) {
  return (
    <button
      type="button"
      className={`${classes.submit} ${disabled ? "cursor-not-allowed! opacity-50!" : ""}`}
      aria-disabled={pending || disabled}
      aria-busy={pending}
      onClick={() => pending || disabled || onClick()}
    >
      {pending && <LoaderCircle size={16} className="animate-spin motion-reduce:animate-none" />}
      {pending ? pendingLabel : label}
    </button>
  );
}
