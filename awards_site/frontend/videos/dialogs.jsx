import * as Dialog from "@radix-ui/react-dialog";
import { createContext, memo, useCallback, useContext, useState } from "react";
import { Content, Root } from "../overlays/dialog.jsx";
import { embedOf } from "./embed.js";
import { useCloseOnBack } from "../overlays/back.js";

// Plays a video in an embed or a video element, or links to it where the provider allows no embed.
// Public pages render it when the visitor opens it, so that nothing of the provider loads before.

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

// The dialogs of the video library, of which one is open at a time: the player and the details.

const OpenContext = createContext(() => {});

/** A button that opens a dialog, "player" or "details", with `video`. */
export function VideoOpener({ dialog, video, children, ...rest }) {
  const open = useContext(OpenContext);
  return (
    <button type="button" aria-haspopup="dialog" data-subject="The video" onClick={() => open(dialog, video)} {...rest}>
      {children}
    </button>
  );
}

function VideoDialog({ video, isOpen, close, testId, children, ...classes }) {
  return (
    <Root open={isOpen} onClose={close}>
      <Content focusesItself data-testid={testId} {...classes}>
        <div className="flex-none border-b border-line px-5 pt-5 pr-14 pb-4 sm:px-6 sm:pr-14">
          <Dialog.Title className="display-3">{video.title}</Dialog.Title>
        </div>
        {children}
        <Dialog.Close
          aria-label="Close"
          className="absolute top-3 right-3 grid size-9 place-items-center rounded-md text-muted hover:bg-ground hover:text-ink"
        >
          <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 stroke-current">
            <path d="M3 3l10 10M13 3L3 13" strokeWidth="1.5" strokeLinecap="round" />
          </svg>
        </Dialog.Close>
      </Content>
    </Root>
  );
}

function Fact({ term, children }) {
  return (
    <div>
      <dt className="label text-muted">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

const Details = memo(function Details({ video }) {
  return (
    <div className="dialog-body p-5 sm:p-6">
      {video.description && (
        <Dialog.Description className="max-w-[41.5em] text-pretty whitespace-pre-line">
          {video.description}
        </Dialog.Description>
      )}
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Fact term="Category">{video.category_label}</Fact>
        <Fact term="Year">{video.year}</Fact>
        {video.date && <Fact term="Date">{video.date}</Fact>}
        {video.duration && <Fact term="Duration">{video.duration}</Fact>}
      </dl>
      {video.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-6 flex flex-wrap gap-2">
          {video.tags.map((tag) => (
            <li key={tag} className="label border border-line bg-ground px-2.5 py-1">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});

/** Its children, and the dialogs that a `VideoOpener` among them opens. */
export function VideoDialogs({ classes, children }) {
  // The video is kept on closing, because the dialog shows it during its exit animation.
  const [state, setState] = useState({ dialog: "", video: null });
  const open = useCallback((dialog, video) => setState({ dialog, video }), []);
  const close = useCallback(() => setState(({ video }) => ({ dialog: "", video })), []);
  const { dialog, video } = state;
  useCloseOnBack(dialog !== "", close);
  const common = { video, close, backdropClassName: classes.backdrop };

  return (
    <OpenContext value={open}>
      {children}
      {video && (
        <>
          <VideoDialog
            {...common}
            isOpen={dialog === "player"}
            testId="video-player"
            aria-describedby=""
            className={classes.player}
          >
            <div className="dialog-body">
              <Player
                url={video.video_url}
                title={video.title}
                buttonClassName={classes.button}
                linkClassName={classes.link}
              />
            </div>
          </VideoDialog>
          <VideoDialog
            {...common}
            isOpen={dialog === "details"}
            testId="video-details"
            className={classes.details}
            {...(video.description ? {} : { "aria-describedby": "" })}
          >
            <Details video={video} />
            <div className="flex-none border-t border-line px-5 py-4 sm:px-6">
              <button type="button" onClick={() => open("player", video)} className={classes.button}>
                Watch Video
              </button>
            </div>
          </VideoDialog>
        </>
      )}
    </OpenContext>
  );
}
