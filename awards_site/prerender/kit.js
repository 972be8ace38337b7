// Lets each button of a kit's page copy the text before it, and say so.
for (const button of document.querySelectorAll("button")) {
  button.onclick = async () => {
    const text = button.parentElement.querySelector("textarea");
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    button.ariaLabel = button.ariaLabel.replace("Copy:", "Copied:");
  };
}
