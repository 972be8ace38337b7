// Plays a video in an embed or a video element, or links to it where the provider allows no embed.
// Public pages render it when the visitor opens it, so that nothing of the provider loads before.
import { embedOf } from "./embed.js";

const SHAPES = {
  wide: "aspect-video max-h-[70dvh] w-full",
  tall: "mx-auto h-[70dvh] max-h-[44rem] w-full max-w-[36rem]",
};

const REASONS = {
  Instagram: "Instagram shows its videos on its own pages only.",
};

function ExternalLink({ href, className, children }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
}

function Screen({ embed, title, autoPlay }) {
  if (embed.kind === "file") {
    return (
      <video src={embed.src} title={title} controls autoPlay={autoPlay} playsInline data-testid="video-element" className={`${SHAPES.wide} bg-plum-deep`} />
    );
  }
  return (
    <iframe
      src={embed.src}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen; clipboard-write"
      data-testid="video-frame"
      className={`${SHAPES[embed.shape]} border-0 bg-plum-deep`}
    />
  );
}

export function Player({ url, title, autoPlay = true, buttonClassName, linkClassName }) {
  if (!url) return null;
  const embed = embedOf(url, window.location.origin, autoPlay);

  if (embed.kind === "fallback") {
    return (
      <div data-testid="video-fallback" className="grid justify-items-center gap-6 px-6 py-14 text-center">
        <p className="lead max-w-[26.5em] text-muted">
          {REASONS[embed.provider] ?? `This video cannot be shown here. It can be watched on ${embed.provider}.`}
        </p>
        <ExternalLink href={url} className={buttonClassName}>
          View on {embed.provider}
        </ExternalLink>
      </div>
    );
  }
  return (
    <>
      {embed.kind !== "link" && <Screen embed={embed} title={title} autoPlay={autoPlay} />}
      <p className="px-5 py-4 text-[0.9375rem] break-all sm:px-6">
        <ExternalLink href={url} className={linkClassName}>
          {embed.kind === "frame" ? `Open on ${embed.provider}` : new URL(url, window.location.origin).href}
        </ExternalLink>
      </p>
    </>
  );
}
