// The button that shares a page: by the visitor's own apps where there are any, else by copying.

function tell(title, description, destructive = false) {
  window.dispatchEvent(new CustomEvent("awards:notify", { detail: { title, description, destructive } }));
}

async function copy(url) {
  try {
    await navigator.clipboard.writeText(url);
    tell("Link copied", url);
  } catch {
    // Not every connection and browser lets a page use the clipboard.
    tell("The link could not be copied", url, true);
  }
}

async function share(url, title) {
  if (!navigator.share) return copy(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (error.name !== "AbortError") await copy(url);
  }
}

export function ShareButton({ address, title, className }) {
  const onClick = () => share(new URL(address, window.location.origin).href, title);
  return (
    <button type="button" onClick={onClick} className={className}>
      Share
      <span className="sr-only"> {title}</span>
    </button>
  );
}
