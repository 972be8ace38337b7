import { useEffect, useRef, useState } from "react";

// What each recipient of a reply to several messages will read.

const merge = (text, recipient) => text.replace(/\{(name|subject)\}/g, (_, field) => recipient[field]);

/** Placed inside the form, with its `subject` and `text`. */
export function ReplyPreview({ recipients, className, buttonClassName }) {
  const place = useRef(null);
  const [texts, setTexts] = useState({ subject: "", text: "" });
  const [index, setIndex] = useState(0);

  useEffect(() => {
    const form = place.current.closest("form");
    const read = () => setTexts({ subject: form.elements.subject.value, text: form.elements.text.value });
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, []);

  const recipient = recipients[index] ?? { name: "", email: "", subject: "" };
  const step = (label, by) => {
    const go = () => recipients[index + by] && setIndex(index + by);
    return (
      <button type="button" aria-label={`${label} recipient`} onClick={go} className={buttonClassName}>
        {label}
      </button>
    );
  };
  return (
    <section ref={place} aria-label="Preview" className={className}>
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto min-w-0 break-words">
          {index + 1} of {recipients.length}: {recipient.name}, {recipient.email}
        </p>
        {step("Previous", -1)}
        {step("Next", 1)}
      </div>
      <p className="mt-4 font-semibold break-words">{merge(texts.subject, recipient)}</p>
      <p className="mt-2 break-words whitespace-pre-line">{merge(texts.text, recipient)}</p>
    </section>
  );
}
