// The picture behind the hero: one image, a silent film, or pictures that follow each other.
import { useEffect, useLayoutEffect, useState } from "react";
import { Picture } from "$/public/external/awards_site/ui/images/picture/picture.jsx";

const REDUCED = "(prefers-reduced-motion: reduce)";

// Whether it moves; null until it is known whether the visitor would mind.
function useMotion() {
  const [moving, setMoving] = useState(null);
  useLayoutEffect(() => setMoving(!window.matchMedia(REDUCED).matches), []);
  return [moving, setMoving];
}

const cover = "absolute inset-0 size-full object-cover";

function Film({ src, moving, style }) {
  const [film, setFilm] = useState(null);
  useEffect(() => {
    if (!film) return;
    // React sets `muted` too late for autoplay, and a browser may refuse to play at all.
    film.muted = true;
    if (moving) film.play().catch(() => {});
    else film.pause();
  }, [film, moving]);
  return (
    <video
      ref={setFilm}
      src={src}
      muted
      loop
      autoPlay={moving === true}
      playsInline
      aria-hidden="true"
      data-testid="hero-video"
      className={cover}
      style={style}
    />
  );
}

function Slides({ images, layout, stock, index, style }) {
  return images.map((image, i) => (
    <Picture
      key={image.src}
      image={image}
      alt=""
      layout={layout}
      className={`${cover} transition-opacity duration-1000 ${i === index ? "" : "opacity-0"}`}
      style={style}
    >
      {i === index && stock}
    </Picture>
  ));
}

export function Backdrop({ film, images, layout, transparency, focalX, stock, intervalMs }) {
  const [moving, setMoving] = useMotion();
  const stands = moving === false;
  const [index, setIndex] = useState(0);
  const many = images.length > 1;
  const style = { objectPosition: `${focalX}% 50%` };

  useEffect(() => {
    if (!many || !moving) return undefined;
    const timer = setInterval(() => setIndex((i) => (i + 1) % images.length), intervalMs);
    // Choosing a slide starts its interval anew.
    return () => clearInterval(timer);
  }, [many, moving, images.length, intervalMs, index]);

  const stockPicture = <img src={stock} alt="" width="1600" height="1000" className={cover} />;
  return (
    <>
      <div aria-hidden="true" data-testid="hero-background" className="absolute inset-0 overflow-hidden">
        {images.length > 0 ? (
          <Slides images={images} layout={layout} stock={stockPicture} index={index % images.length} style={style} />
        ) : (
          stockPicture
        )}
        {film && <Film src={film} moving={moving} style={style} />}
        <div
          data-testid="hero-overlay"
          className="absolute inset-0 bg-[#1a0615]"
          style={{ opacity: transparency / 100 }}
        />
        <div className="absolute inset-0 bg-linear-to-r from-[#1a0615]/80 via-[#1a0615]/50 to-[#1a0615]/25 md:via-[#1a0615]/30 md:via-60% md:to-transparent" />
        <div className="absolute inset-x-0 top-0 h-40 bg-linear-to-b from-[#1a0615]/60 to-transparent" />
      </div>
      {(many || film) && (
        <div className="page-width absolute inset-x-0 bottom-6 z-10 flex items-center gap-1">
          <button
            type="button"
            aria-label={stands ? "Play the background" : "Pause the background"}
            onClick={() => setMoving(stands)}
            className="-ml-3 grid size-11 place-items-center"
          >
            <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-current">
              <path d={stands ? "M4 2l10 6-10 6z" : "M4 2h3v12H4zM9 2h3v12H9z"} />
            </svg>
          </button>
          {many &&
            images.map(({ src }, i) => (
              <button
                key={src}
                type="button"
                aria-label={`Go to slide ${i + 1}`}
                aria-current={i === index % images.length || undefined}
                onClick={() => setIndex(i)}
                className="group grid h-11 w-9 place-items-center"
              >
                <span className="h-0.5 w-6 bg-current opacity-50 group-aria-[current]:bg-gold-light group-aria-[current]:opacity-100" />
              </button>
            ))}
        </div>
      )}
    </>
  );
}
