// A field that selects one record of another entity. Its combobox is loaded when a form has opened.
import { useLazy } from "../../queries/lazy.jsx";

const loadCombobox = () => import("./record_combobox.jsx");

export function RecordPicker(props) {
  const Combobox = useLazy(loadCombobox);
  if (Combobox) return <Combobox {...props} />;
  const { name, ...attributes } = props.attributes;
  return (
    <>
      <input type="hidden" name={name} value={props.defaultValue ?? ""} />
      <input {...attributes} type="text" readOnly placeholder="Loading..." className={props.classes.input} />
    </>
  );
}
