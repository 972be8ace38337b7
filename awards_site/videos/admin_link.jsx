// The field of a video's link, with a preview of how visitors will see it.
import { Play } from "lucide-react";
import { useState } from "react";
import { embedOf } from "$/public/external/awards_site/videos/player/embed.js";
import { Player } from "$/public/external/awards_site/videos/player/player.jsx";

const NOTE = "px-4 py-6 text-center text-sm text-muted";

/** Says where a player comes from, without its options: www.youtube-nocookie.com/embed/... */
function placeOf(src) {
  const { host, pathname } = new URL(src);
  return `${host}${pathname}`;
}

/**
 * The player before somebody asks for it. The frame has its final address, but shows a blank page
 * of its own in its place, so that the provider hears nothing of it.
 */
function Poster({ embed, classes, onPlay }) {
  return (
    <div className="relative grid aspect-video w-full place-items-center bg-plum-deep">
      {embed.kind === "frame" && (
        <iframe
          src={embed.src}
          srcDoc="<!doctype html><title>Video preview</title>"
          title="Video preview, not loaded"
          tabIndex={-1}
          aria-hidden="true"
          className="absolute inset-0 size-full border-0 opacity-0"
        />
      )}
      <div className="relative grid justify-items-center gap-3 p-4 text-center">
        <button type="button" className={classes.button} onClick={onPlay}>
          <Play size={16} />
          {embed.provider ? `Load preview from ${embed.provider}` : "Load preview"}
        </button>
        <p className="text-xs break-all text-on-plum-muted">{placeOf(embed.src)}</p>
      </div>
    </div>
  );
}

function Preview({ link, classes }) {
  const [asked, setAsked] = useState("");
  const embed = embedOf(link, window.location.origin);
  const playable = embed.kind === "frame" || embed.kind === "film";
  if (link === "") return <p className={NOTE}>The preview appears here once there is a link.</p>;
  if (embed.kind === "link") {
    return <p className={NOTE}>There is no player for this link: visitors are shown the link.</p>;
  }
  if (playable && asked !== link) {
    return <Poster embed={embed} classes={classes} onPlay={() => setAsked(link)} />;
  }
  return (
    <Player
      key={link}
      url={link}
      title="Video preview"
      buttonClassName={classes.button}
      linkClassName="underline underline-offset-4"
    />
  );
}

export function LinkInput({ attributes, defaultValue, classes }) {
  const [link, setLink] = useState(defaultValue ?? "");
  return (
    <>
      <input
        {...attributes}
        type="text"
        inputMode="url"
        autoComplete="off"
        placeholder="https://www.youtube.com/watch?v=..."
        value={link}
        onChange={(event) => setLink(event.target.value)}
      />
      <section
        aria-label="Preview"
        className="mt-2 max-w-md overflow-hidden rounded-md border border-line bg-ground"
        data-testid="video-preview"
      >
        <Preview link={link.trim()} classes={classes} />
      </section>
    </>
  );
}
