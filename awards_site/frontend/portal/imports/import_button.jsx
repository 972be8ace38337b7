// The button that imports records from a file. The dialog's script is loaded when it is first opened.
import { useLazyDialog } from "../../queries/lazy.jsx";

const loadDialog = () => import("./import_dialog.jsx");

export function ImportButton({ className, disabled, children, ...dialog }) {
  const { Dialog, isOpen, open, close } = useLazyDialog(loadDialog, "The import");
  return (
    <>
      <button
        type="button"
        disabled={disabled}
        aria-haspopup="dialog"
        aria-busy={isOpen && !Dialog}
        onClick={open}
        className={className}
      >
        {children}
        Import
      </button>
      {Dialog && <Dialog {...dialog} open={isOpen} onClose={close} />}
    </>
  );
}
