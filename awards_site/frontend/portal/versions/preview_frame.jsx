import { useEffect, useId, useRef, useState } from "react";
import { notify } from "../../events.js";

// A page of the site in a frame, as wide as a phone or a desktop, and scaled down to fit.

const WIDTHS = { Phone: 390, Desktop: 1280 };

function useSize() {
  const element = useRef(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setSize(contentRect));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}

// The frame has a document of its own, whose keys the dialog does not get.
function passEscapeOn(frame) {
  frame.contentDocument?.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
}

// Not an element of the component, which may be within another form.
function post(action, target, values) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, target });
  const input = document.createElement("input");
  form.append(Object.assign(input, { type: "hidden", name: "values", value: values }));
  document.body.append(form);
  form.submit();
  form.remove();
}

/**
 * Shows the page at `url`, or what it responds to a post of `values`, which is JSON. A new version of
 * the same page is scrolled to where the last one was. `children` are placed beside the widths.
 */
export function PreviewFrame({ url, values, label, toggleClassName, className, children }) {
  const name = useId();
  const scrolledTo = useRef(null);
  const [area, size] = useSize();
  const [device, setDevice] = useState(() => (window.innerWidth < 768 ? "Phone" : "Desktop"));
  const [isLoading, setLoading] = useState(true);

  useEffect(() => {
    setLoading(true);
    if (values) post(url, name, values);
  }, [name, url, values]);

  const loaded = ({ target }) => {
    const { contentWindow } = target;
    // Some browsers announce the empty document before the first one, too.
    if (contentWindow.location.href === "about:blank") return;
    setLoading(false);
    // The first time, the fragment of the URL says where to.
    if (scrolledTo.current !== null) contentWindow.scrollTo(0, scrolledTo.current);
    const remember = () => (scrolledTo.current = contentWindow.scrollY);
    contentWindow.addEventListener("scroll", remember);
    remember();
    passEscapeOn(target);
  };

  const width = device === "Phone" ? WIDTHS.Phone : Math.max(WIDTHS.Desktop, size.width);
  const scale = Math.min(1, size.width / width) || 1;
  const style = {
    width,
    height: size.height / scale,
    transform: `translateX(-50%) scale(${scale})`,
    transformOrigin: "top",
  };
  return (
    <div className={className}>
      <div className="flex flex-none flex-wrap items-center gap-2 px-5 py-2 sm:px-6">
        <div role="group" aria-label="Width" className="flex gap-1">
          {Object.keys(WIDTHS).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={device === each}
              className={toggleClassName}
              onClick={() => setDevice(each)}
            >
              {each}
            </button>
          ))}
        </div>
        <span role="status" className="mr-auto text-xs text-muted">
          {isLoading ? "Loading…" : ""}
        </span>
        {children}
      </div>
      <div ref={area} className="relative min-h-0 flex-1 overflow-hidden border-t border-line bg-ground">
        <iframe
          name={name}
          title={label}
          src={values ? undefined : url}
          onLoad={loaded}
          style={style}
          className="absolute top-0 left-1/2 max-w-none bg-white shadow-lg"
        />
      </div>
    </div>
  );
}

async function offer(url, label) {
  const detail = { title: `${label} copied` };
  try {
    await navigator.clipboard.writeText(url);
  } catch {
    // Browsers keep the clipboard to themselves on insecure connections, and some a while after a click.
    Object.assign(detail, { title: `${label} made`, description: "Copy it from the field." });
  }
  notify(detail);
}

/** A link in a field, which is copied to the clipboard when it changes. */
export function CopiedLink({ url, label, ...props }) {
  useEffect(() => {
    offer(url, label);
  }, [url, label]);
  const select = (event) => event.target.select();
  return <input readOnly value={url} aria-label={label} onFocus={select} {...props} />;
}

// A button beside the form of a dialog that passes its input on without submitting it.

/** Calls `onAct` with the input of the form in the same dialog, by field name. */
export function FormAction({ onAct, children, ...props }) {
  const act = (event) => {
    const form = event.currentTarget.closest("[role=dialog]").querySelector("form");
    onAct(Object.fromEntries(new FormData(form)));
  };
  return (
    <button type="button" onClick={act} {...props}>
      {children}
    </button>
  );
}
