// The full-screen viewer of a lightbox: keyboard, swipe, zoom, captions, preloading of adjacent images.
import { createContext, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { Placeholder } from "./picture.jsx";
import Yarl, { useLightboxState } from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/captions.css";

const LABELS = {
  Close: "Close",
  Previous: "Previous photo",
  Next: "Next photo",
  Slide: "Photo",
};

const STYLES = {
  root: {
    "--yarl__color_backdrop": "var(--color-plum-deep)",
    "--yarl__color_button": "var(--color-on-plum)",
    "--yarl__color_button_active": "var(--color-gold-light)",
    "--yarl__color_button_disabled": "color-mix(in srgb, var(--color-on-plum) 35%, transparent)",
    "--yarl__slide_captions_container_background": "transparent",
    "--yarl__slide_title_color": "var(--color-on-plum)",
    "--yarl__slide_title_font_size": "1.25rem",
    "--yarl__slide_title_font_weight": "400",
    "--yarl__slide_description_color": "var(--color-on-plum-muted)",
  },
  captionsTitle: { fontFamily: "var(--font-display)" },
};

function subscribe(listener) {
  const types = ["resize", "scroll"];
  types.forEach((type) => window.visualViewport.addEventListener(type, listener));
  return () => types.forEach((type) => window.visualViewport.removeEventListener(type, listener));
}

function visibleArea() {
  const { offsetLeft, offsetTop, width, height, scale } = window.visualViewport;
  return JSON.stringify([offsetLeft, offsetTop, width * scale, height * scale, 1 / scale]);
}

// On a page that was zoomed before, covers what is visible of it, in the size of a page that was not.
function useVisibleArea() {
  const [left, top, width, height, scale] = JSON.parse(useSyncExternalStore(subscribe, visibleArea));
  if (scale === 1) return {};
  return { left, top, width, height, transform: `scale(${scale})`, transformOrigin: "0 0" };
}

// An enlarged photo is behind the controls and the caption.
const SHADE = "color-mix(in srgb, var(--color-plum-deep) 80%, transparent)";
const ZOOMED = {
  ...STYLES,
  root: { ...STYLES.root, "--yarl__slide_captions_container_background": SHADE },
  toolbar: { background: SHADE },
};

// The position in the list; hidden from screen readers, because each slide's label includes it.
function Position({ total }) {
  const { currentIndex } = useLightboxState();
  return (
    <span aria-hidden="true" className="self-center px-2 text-on-plum-muted tabular-nums">
      {currentIndex + 1} / {total}
    </span>
  );
}

const SlideContext = createContext(null);

function PhotoPlaceholder() {
  const { alt, title } = useContext(SlideContext);
  return (
    <div
      data-testid="lightbox-placeholder"
      className="relative grid size-72 max-w-[70vw] place-items-center border border-gold-light/50 bg-linear-to-br from-plum to-plum-deep p-8 text-center font-display text-xl text-on-plum"
    >
      <Placeholder drawing="blank" name={alt || title || "Photo"} className="absolute inset-0 size-full" />
      <span className="relative">This photo cannot be shown</span>
    </div>
  );
}

// Adds the credit and the link to the nominee's page below the description.
function withCaption({ link, credit, description, ...slide }) {
  if (!link?.path && !credit) return { ...slide, description };
  const caption = (
    <>
      {description && <span className="block">{description}</span>}
      {credit && <span className="block text-xs">{`Photo: ${credit}`}</span>}
      {link?.path && (
        <a href={link.path} className="inline-block min-h-6 underline decoration-gold underline-offset-4 hover:text-on-plum">
          {link.name}
        </a>
      )}
    </>
  );
  return { ...slide, description: caption };
}

/** Shows the slide at `index`; `slides` are the first ones of `total`, and lead around if they are all. */
export default function Viewer({ slides, total, index, onIndex, ...props }) {
  const captions = useMemo(() => slides.map(withCaption), [slides]);
  // With two fingers on the screen, neither is a swipe, a pull or a click, until all have left it.
  const [isPinching, setPinching] = useState(false);
  const [isZoomed, setZoomed] = useState(false);
  const area = useVisibleArea();
  return (
    <Yarl
      {...props}
      index={index}
      slides={captions}
      on={{ view: ({ index: current }) => onIndex(current), zoom: ({ zoom }) => setZoomed(zoom > 1) }}
      plugins={[Captions, Zoom]}
      toolbar={{ buttons: [<Position key="position" total={total} />, "zoom", "close"] }}
      zoom={{ maxZoomPixelRatio: 2, pinchZoomV4: true }}
      carousel={{ preload: 2, padding: "5%", finite: slides.length < total }}
      captions={{ descriptionTextAlign: "center" }}
      controller={{
        closeOnBackdropClick: !isPinching,
        closeOnPullDown: !isPinching,
        disableSwipeNavigation: isPinching,
      }}
      // A swipe shorter than this changes the photo although it is small.
      animation={{ fade: 200, swipe: isPinching ? 1 : 300 }}
      portal={{
        container: {
          "data-testid": "lightbox",
          // Phones have the space of these buttons for the title.
          className: "on-dark max-sm:[&_[aria-label^=Zoom]]:hidden",
          style: area,
          onPointerDownCapture: (event) => setPinching(!event.isPrimary),
        },
      }}
      labels={{ ...LABELS, Lightbox: slides[index]?.title || "Photo" }}
      styles={isZoomed ? ZOOMED : STYLES}
      render={{
        iconError: () => <PhotoPlaceholder />,
        slideContainer: ({ slide, children }) => <SlideContext value={slide}>{children}</SlideContext>,
      }}
    />
  );
}
