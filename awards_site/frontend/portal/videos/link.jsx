// The input of a video's URL, with a preview of the player.
import { useState } from "react";
import { embedOf } from "../../videos/embed.js";
import { Player } from "../../videos/player.jsx";

const NOTE = "px-4 py-6 text-center text-sm text-muted";

function Preview({ link, classes }) {
  if (link === "") return <p className={NOTE}>The preview appears here once there is a link.</p>;
  if (embedOf(link, window.location.origin).kind === "link") {
    return <p className={NOTE}>There is no player for this link: visitors are shown the link.</p>;
  }
  return (
    <Player
      key={link}
      url={link}
      title="Video preview"
      autoPlay={false}
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
