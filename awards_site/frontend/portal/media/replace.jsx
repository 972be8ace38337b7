// Chooses or uploads the file that replaces another one everywhere.
import { LibraryButton } from "../uploads/library_button.jsx";
import { FileButton, UploadProgress, useUpload } from "../uploads/upload.jsx";

function UploadOther({ source, classes, onUrl }) {
  const { progress, send, cancel } = useUpload(source);
  if (progress) return <UploadProgress progress={progress} onCancel={cancel} classes={classes} />;
  return (
    <FileButton source={source} label="Upload another file" classes={classes} onChoose={([file]) => send([file], onUrl)} />
  );
}

export function ReplaceButton({ source, classes, onChoose }) {
  return (
    <LibraryButton
      source={source}
      label="Replace everywhere"
      title="Replace everywhere by"
      classes={classes}
      onChoose={onChoose}
    >
      {(choose) => <UploadOther source={source} classes={classes} onUrl={choose} />}
    </LibraryButton>
  );
}
