// Loads the editor of a section's content when its dialog has opened.
import { useLazy } from "../../queries/lazy.jsx";

const loadEditor = () => import("./section_editor.jsx");

export function SectionEditor(props) {
  const Editor = useLazy(loadEditor);
  if (Editor) return <Editor {...props} />;
  return (
    <>
      <input type="hidden" name={props.name} value={props.defaultValue} />
      <p role="status" className="grid h-64 place-items-center text-sm text-muted">
        Loading the editor...
      </p>
    </>
  );
}
