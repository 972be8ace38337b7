// A share button: opens the browser's share dialog, or copies the URL where there is none.
import { copy } from "../overlays/clipboard.js";

const copyLink = (url) => copy(url, "Link copied", "The link could not be copied", url);

async function share(url, title) {
  if (!navigator.share) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (error.name !== "AbortError") await copyLink(url);
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
