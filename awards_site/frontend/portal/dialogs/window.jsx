// The window of a dialog in the portal: its heading, its content, and a cross in the corner.
import { Close, Description, Title } from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { Content } from "../../overlays/dialog.jsx";

/** It stands last in a dialog, so that fields get the focus first. */
export function CloseButton() {
  return (
    <Close
      aria-label="Close"
      className="absolute top-3 right-3 grid size-9 place-items-center rounded-md text-muted hover:bg-ground hover:text-ink max-md:top-2 max-md:right-2 max-md:size-11"
    >
      <X size={18} />
    </Close>
  );
}

/** Takes the properties of `Content`, too. */
export function Window({ title, description, children, ...props }) {
  return (
    <Content {...props}>
      <div className="flex-none border-b border-line px-5 pt-5 pr-14 pb-4 sm:px-6 sm:pr-14">
        <Title className="text-lg font-semibold text-balance">{title}</Title>
        <Description className="mt-1 text-sm text-pretty text-muted">{description}</Description>
      </div>
      {children}
      <CloseButton />
    </Content>
  );
}
