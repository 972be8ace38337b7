// A button that opens the media library to choose a file.
import { useEffect, useRef } from "react";
import { useLazyDialog } from "../../queries/lazy.jsx";

const loadPicker = () => import("./media_picker.jsx");

/**
 * Calls `onChoose` with the URL of the chosen file. `source` is the return value of `upload_source`
 * (awards_site/admin/uploads/upload_inputs.py); `children` are placed in the dialog.
 */
export function LibraryButton({ source, label = "Choose from library", title, classes, onChoose, children }) {
  const { Dialog: Picker, isOpen, open, close } = useLazyDialog(loadPicker, "The media library");
  const button = useRef(null);
  const wasOpen = useRef(false);

  // The picker is removed when it closes, so the focus is returned here, after it has let it go.
  useEffect(() => {
    if (wasOpen.current && !isOpen) setTimeout(() => button.current?.focus());
    wasOpen.current = isOpen;
  }, [isOpen]);

  const choose = (url) => {
    close();
    onChoose(url);
  };
  return (
    <>
      <button ref={button} type="button" aria-haspopup="dialog" className={classes.button} onClick={open}>
        {label}
      </button>
      {isOpen && Picker && (
        <Picker
          kind={source.media}
          title={title ?? "Choose from the media library"}
          dialog={source.pickerDialog}
          classes={classes}
          onChoose={choose}
          onClose={close}
        >
          {typeof children === "function" ? children(choose) : children}
        </Picker>
      )}
    </>
  );
}
