// A filter as tabs: the list below them is the panel of the tab that is chosen.
import { useId } from "react";
import * as Tabs from "@radix-ui/react-tabs";
import { useChoice } from "$/public/external/awards_site/ui/lists/filters/filters.jsx";

export function FilterTabs({ filter, options, label, tabClassName, listClassName, children, ...rest }) {
  const [choice, choose] = useChoice(filter);
  const panel = useId();
  return (
    <Tabs.Root value={choice} onValueChange={choose} {...rest}>
      <Tabs.List aria-label={label} className={listClassName}>
        {options.map(([value, text]) => (
          <Tabs.Trigger key={value} value={value} aria-controls={panel} className={tabClassName}>
            {text}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content id={panel} value={choice} tabIndex={-1} className="mt-8 outline-none">
        {children}
      </Tabs.Content>
    </Tabs.Root>
  );
}
