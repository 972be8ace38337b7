/**
 * Adds the template that was chosen to the text of the form, in place of one that was added and not changed.
 * `values` are those of its merge fields, `name` and `subject`; a field without one stays.
 */
export function insertTemplate(values, { currentTarget: select }) {
  const { text } = select.form.elements;
  const added = select.value.replace(/\{(name|subject)\}/g, (field, key) => values[key] ?? field);
  const before = select.dataset.added ?? "";
  const kept = text.value.endsWith(before) ? text.value.slice(0, text.value.length - before.length) : text.value;
  text.value = [kept.trim(), added].filter(Boolean).join("\n\n");
  select.dataset.added = added;
  text.dispatchEvent(new Event("input", { bubbles: true }));
}
