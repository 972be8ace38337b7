import { useEffect, useLayoutEffect, useState } from "react";
import { Picture } from "../../images/picture.jsx";
import { formatDuration, longDate } from "../../queries/dates.js";
import { useRenderedAt } from "../../queries/query.jsx";

// The background of the hero: one image, a muted video, or a slideshow.

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

// Whether the background plays; null until the visitor's motion preference is known.
function useIsPlaying() {
  const [isPlaying, setPlaying] = useState(null);
  useLayoutEffect(() => setPlaying(!window.matchMedia(REDUCED_MOTION).matches), []);
  return [isPlaying, setPlaying];
}

const cover = "absolute inset-0 size-full object-cover";

function Video({ src, isPlaying, style }) {
  const [video, setVideo] = useState(null);
  useEffect(() => {
    if (!video) return;
    // React sets `muted` too late for autoplay, and browsers may block playback.
    video.muted = true;
    if (isPlaying) video.play().catch(() => {});
    else video.pause();
  }, [video, isPlaying]);
  return (
    <video
      ref={setVideo}
      src={src}
      muted
      loop
      autoPlay={isPlaying === true}
      playsInline
      aria-hidden="true"
      data-testid="hero-video"
      className={cover}
      style={style}
    />
  );
}

// The page's own focal point, if staff have set one, overrides those of the images.
function Slides({ images, layout, placeholder, index, style, isCentered }) {
  return images.map((image, i) => (
    <Picture
      key={image.src}
      image={image}
      alt=""
      layout={layout}
      className={`${cover} transition-opacity duration-1000 ${i === index ? "" : "opacity-0"}`}
      style={isCentered && image.position ? undefined : style}
    >
      {i === index && placeholder}
    </Picture>
  ));
}

export function Backdrop({ video, images, layout, transparency, focalX, fallbackImage, intervalMs }) {
  const [isPlaying, setPlaying] = useIsPlaying();
  const isPaused = isPlaying === false;
  const [index, setIndex] = useState(0);
  const isSlideshow = images.length > 1;
  const style = { objectPosition: `${focalX}% 50%` };

  useEffect(() => {
    if (!isSlideshow || !isPlaying) return undefined;
    const timer = setInterval(() => setIndex((i) => (i + 1) % images.length), intervalMs);
    // `index` is a dependency, so that selecting a slide restarts the interval.
    return () => clearInterval(timer);
  }, [isSlideshow, isPlaying, images.length, intervalMs, index]);

  const fallback = <img src={fallbackImage} alt="" width="1600" height="1000" className={cover} />;
  return (
    <>
      <div aria-hidden="true" data-testid="hero-background" className="absolute inset-0 overflow-hidden">
        {images.length > 0 ? (
          <Slides
            images={images}
            layout={layout}
            placeholder={fallback}
            index={index % images.length}
            style={style}
            isCentered={focalX === 50}
          />
        ) : (
          fallback
        )}
        {video && <Video src={video} isPlaying={isPlaying} style={style} />}
        <div
          data-testid="hero-overlay"
          className="absolute inset-0 bg-[#1a0615]"
          style={{ opacity: transparency / 100 }}
        />
        <div className="absolute inset-0 bg-linear-to-r from-[#1a0615]/80 via-[#1a0615]/50 to-[#1a0615]/25 md:via-[#1a0615]/30 md:via-60% md:to-transparent" />
        <div className="absolute inset-x-0 top-0 h-40 bg-linear-to-b from-[#1a0615]/60 to-transparent" />
      </div>
      {(isSlideshow || video) && (
        <div className="page-width absolute inset-x-0 bottom-6 z-10 flex items-center gap-1">
          <button
            type="button"
            aria-label={isPaused ? "Play the background" : "Pause the background"}
            onClick={() => setPlaying(isPaused)}
            className="-ml-3 grid size-11 place-items-center"
          >
            <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-current">
              <path d={isPaused ? "M4 2l10 6-10 6z" : "M4 2h3v12H4zM9 2h3v12H9z"} />
            </svg>
          </button>
          {isSlideshow &&
            images.map(({ src }, i) => (
              <button
                key={src}
                type="button"
                aria-label={`Go to slide ${i + 1}`}
                aria-current={i === index % images.length || undefined}
                onClick={() => setIndex(i)}
                className="group grid h-11 w-9 place-items-center"
              >
                <span className="h-0.5 w-6 bg-current opacity-50 forced-color-adjust-none group-aria-[current]:bg-gold-light group-aria-[current]:opacity-100" />
              </button>
            ))}
        </div>
      )}
    </>
  );
}

// A countdown in days, hours, minutes and seconds, updated every second.

function formatDate(target) {
  const [year, month, day] = target.slice(0, 10).split("-").map(Number);
  return longDate({ year, month, day });
}

export function Countdown({ target, programme, lead, over, ...rest }) {
  // The first render shows the date, because a remaining time would differ between server and browser.
  const [remainingMs, setRemainingMs] = useState(null);
  const end = Date.parse(target);
  const renderedAt = useRenderedAt(end);

  useEffect(() => {
    let timer;
    const tick = () => {
      const ms = end - Date.now();
      setRemainingMs(ms);
      if (ms <= 0) clearInterval(timer);
    };
    timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [end]);

  const isOver = remainingMs === null ? renderedAt >= end : remainingMs <= 0;
  return (
    <p role="timer" aria-live="off" {...rest}>
      {isOver ? (
        <span>{over}</span>
      ) : (
        <>
          <span className="after:mx-4 after:inline-block after:w-8 after:border-t after:align-middle after:content-['']">
            {programme}
          </span>{" "}
          <span>{lead}</span>{" "}
          <time dateTime={target}>
            {remainingMs === null ? formatDate(target) : formatDuration(remainingMs)}
          </time>
        </>
      )}
    </p>
  );
}
