// A filter as tabs; the children are the panel of the selected tab.
import { useId } from "react";
import * as Tabs from "@radix-ui/react-tabs";
import { useFilterValue } from "./filters.jsx";

export function FilterTabs({ filter, options, label, tabClassName, listClassName, children, ...rest }) {
  const [selected, select] = useFilterValue(filter);
  const panel = useId();
  return (
    <Tabs.Root value={selected} onValueChange={select} {...rest}>
      <Tabs.List aria-label={label} className={listClassName}>
        {options.map(([value, text]) => (
          <Tabs.Trigger key={value} value={value} aria-controls={panel} className={tabClassName}>
            {text}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content id={panel} value={selected} tabIndex={-1} className="mt-8 outline-none">
        {children}
      </Tabs.Content>
    </Tabs.Root>
  );
}
