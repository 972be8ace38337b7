import { X } from "lucide-react";
import { useRef, useState } from "react";
import { Player } from "../../videos/dialogs.jsx";
import { embedOf } from "../../videos/embed.js";

// The input of a video's URL, with a preview of the player.

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

// A tags input: Enter or the Add button adds a tag; each tag has a remove button.

const folded = (tag) => tag.toLocaleLowerCase("en");

/** Returns the tags with a new one, unless it is empty or a duplicate. */
function withTag(tags, text) {
  const tag = text.trim();
  const isDuplicate = tags.some((each) => folded(each) === folded(tag));
  return tag === "" || isDuplicate ? tags : [...tags, tag];
}

export function TagInput({ attributes: { name, ...attributes }, defaultValue, classes }) {
  const [tags, setTags] = useState(() => JSON.parse(defaultValue || "[]"));
  const [text, setText] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const input = useRef(null);

  const add = () => {
    const nextTags = withTag(tags, text);
    setTags(nextTags);
    setAnnouncement(nextTags === tags ? "" : `${text.trim()} added`);
    setText("");
    input.current.focus();
  };
  const remove = (tag) => {
    setTags(tags.filter((each) => each !== tag));
    setAnnouncement(`${tag} removed`);
    input.current.focus();
  };
  const onKeyDown = (event) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };

  return (
    <>
      {/* Includes a tag that is typed but not added yet. */}
      <input type="hidden" name={name} value={JSON.stringify(withTag(tags, text))} />
      <div className="flex gap-2">
        <input
          {...attributes}
          ref={input}
          type="text"
          autoComplete="off"
          placeholder="Add a tag"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={classes.button} onClick={add}>
          Add<span className="sr-only"> tag</span>
        </button>
      </div>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="mt-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex items-center gap-1 rounded-full bg-line/60 py-0.5 pr-1 pl-3 text-sm"
            >
              <span className="break-all">{tag}</span>
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                onClick={() => remove(tag)}
                className="grid size-6 cursor-pointer place-items-center rounded-full text-muted hover:bg-white hover:text-ink focus-visible:outline-plum"
              >
                <X size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
