// A picture, or what stands in its place when it is missing or broken.
import { useEffect, useRef, useState } from "react";

export function Picture({ src, alt, children, ...rest }) {
  const image = useRef(null);
  const [broken, setBroken] = useState("");

  // A picture that failed before the page came alive has already sent its error event.
  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? {};
    if (complete && naturalWidth === 0) setBroken(src);
  }, [src]);

  if (!src || broken === src) return children;
  return (
    <img
      ref={image}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
      {...rest}
    />
  );
}
