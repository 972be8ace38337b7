// The details dialog of an event.
import * as Dialog from "@radix-ui/react-dialog";
import { useId } from "react";
import { Content, Root } from "../overlays/dialog.jsx";
import { eventDetails } from "./views.js";
import { Picture, Placeholder } from "../images/picture.jsx";
import { useCloseOnBack } from "../overlays/back.js";
import { useData } from "../queries/query.jsx";
import { TypeBadge, useIsPast } from "./event_row.jsx";

function ExternalLink({ href, className, children }) {
  const hint = useId();
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer" aria-describedby={hint} className={className}>
        {children}
      </a>
      <span id={hint} hidden>
        opens in a new tab
      </span>
    </>
  );
}

export default function EventDetails({ event: listed, now, zoneNote, onClose, viewOptions, imageLayout, linkClasses, actionClasses, closeClasses, ...classes }) {
  const { data } = useData(`/api/events/${listed.id}`, "eventDetails", eventDetails, {
    ...viewOptions,
    emptyOn: [404],
  });
  const event = data ?? listed;
  const past = useIsPast(event, now);
  useCloseOnBack(true, onClose);
  return (
    <Root open onClose={onClose}>
      <Content data-testid="event-details" {...classes}>
        <Picture
          image={event.image}
          alt={event.title}
          layout={imageLayout}
          // Shrinks in a short window, so that nothing below it is cut off.
          className="aspect-video min-h-32 w-full shrink bg-line object-cover"
        >
          {event.image?.src && (
            <Placeholder
              drawing="photo"
              name={event.title}
              className="aspect-video min-h-32 w-full shrink bg-linear-to-br from-[#efe2cc] to-[#dcc8a6]"
            />
          )}
        </Picture>
        <div className="flex-none px-6 pt-7 pb-6 sm:px-9">
          <TypeBadge event={event} now={now} />
          <Dialog.Title className="display-3 mt-4">{event.title}</Dialog.Title>
          <Dialog.Description className="mt-4 font-semibold">{event.dates}</Dialog.Description>
          {event.hours && <p>{event.hours}</p>}
          <p className="label mt-1 text-muted">{zoneNote}</p>
          <p className="mt-4">
            {event.join_link ? (
              <ExternalLink href={event.join_link} className={linkClasses}>
                Join Virtual Meeting
              </ExternalLink>
            ) : (
              event.location
            )}
          </p>
          <p className="mt-6 max-w-[43.5em] whitespace-pre-line text-muted">{event.description}</p>
        </div>
        <div className="sticky bottom-0 mt-auto flex flex-none flex-wrap justify-end gap-3 border-t border-line bg-surface px-6 py-4 sm:px-9">
          <p className="mr-auto flex flex-wrap items-center gap-x-6 gap-y-2">
            <a href={event.path} className={linkClasses}>
              Event page
            </a>
            <a href={event.file} className={linkClasses}>
              Add to calendar
            </a>
          </p>
          <Dialog.Close className={closeClasses}>Close</Dialog.Close>
          {event.register_link && !past && (
            <ExternalLink href={event.register_link} className={actionClasses}>
              Register Now
            </ExternalLink>
          )}
        </div>
      </Content>
    </Root>
  );
}
