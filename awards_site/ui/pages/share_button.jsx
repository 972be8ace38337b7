// A share button: opens the browser's share dialog, or copies the URL where there is none.

function notify(title, description, destructive = false) {
  window.dispatchEvent(new CustomEvent("awards:notify", { detail: { title, description, destructive } }));
}

async function copy(url) {
  try {
    await navigator.clipboard.writeText(url);
    notify("Link copied", url);
  } catch {
    // The clipboard is unavailable on insecure connections and in some browsers.
    notify("The link could not be copied", url, true);
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

export function ShareButton({ path, title, className }) {
  const onClick = () => share(new URL(path, window.location.origin).href, title);
  return (
    <button type="button" onClick={onClick} className={className}>
      Share
      <span className="sr-only"> {title}</span>
    </button>
  );
}
