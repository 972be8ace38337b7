// The full-screen viewer of a lightbox: keyboard, swipe, captions, and its neighbours preloaded.
import Yarl from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Counter from "yet-another-react-lightbox/plugins/counter";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/captions.css";
import "yet-another-react-lightbox/plugins/counter.css";

const LABELS = {
  Lightbox: "Photo viewer",
  Close: "Close",
  Previous: "Previous photo",
  Next: "Next photo",
  Slide: "Photo",
};

const LOOK = {
  root: {
    "--yarl__color_backdrop": "color-mix(in srgb, var(--color-plum-deep) 97%, transparent)",
    "--yarl__color_button": "var(--color-on-plum)",
    "--yarl__color_button_active": "var(--color-gold-light)",
    "--yarl__color_button_disabled": "color-mix(in srgb, var(--color-on-plum) 35%, transparent)",
    "--yarl__slide_captions_container_background": "transparent",
    "--yarl__slide_title_color": "var(--color-on-plum)",
    "--yarl__slide_title_font_size": "1.25rem",
    "--yarl__slide_title_font_weight": "400",
    "--yarl__slide_description_color": "var(--color-on-plum-muted)",
    "--yarl__counter_filter": "none",
  },
  captionsTitle: { fontFamily: "var(--font-display)" },
};

function StandIn() {
  return (
    <div
      role="img"
      aria-label="This photo cannot be shown"
      data-testid="lightbox-placeholder"
      className="grid size-72 max-w-[70vw] place-items-center border border-gold-light/50 bg-linear-to-br from-plum to-plum-deep p-8 text-center font-display text-xl text-on-plum"
    >
      This photo cannot be shown
    </div>
  );
}

export default function Viewer(props) {
  return (
    <Yarl
      {...props}
      plugins={[Captions, Counter]}
      carousel={{ preload: 2, padding: "5%" }}
      captions={{ descriptionTextAlign: "center" }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      animation={{ fade: 200, swipe: 300 }}
      portal={{ container: { "data-testid": "lightbox", className: "on-dark" } }}
      labels={LABELS}
      styles={LOOK}
      render={{ iconError: () => <StandIn /> }}
    />
  );
}
