/** Replaces formatted text that is pasted into a text area by Markdown; Undo gives the plain text. */
export async function pasteMarkdown({ currentTarget: input, clipboardData }) {
  const html = clipboardData.getData("text/html");
  if (!html) return;
  const start = input.selectionStart;
  const after = input.value.length - input.selectionEnd;
  await new Promise((resolve) => setTimeout(resolve));
  const plain = input.value.slice(start, input.value.length - after);
  const { default: toMarkdown } = await import("./html_to_markdown.js").catch(() => ({}));
  const markdown = toMarkdown?.(html);
  const isThere = document.activeElement === input && input.value.startsWith(plain, start);
  if (!markdown || markdown === plain || !isThere) return;
  // Somebody may have typed on meanwhile.
  const rest = input.value.length - input.selectionEnd;
  input.setSelectionRange(start, start + plain.length);
  // Unlike an assignment, it can be undone.
  document.execCommand("insertText", false, markdown);
  input.setSelectionRange(input.value.length - rest, input.value.length - rest);
}
