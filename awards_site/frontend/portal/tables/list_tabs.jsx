// The tabs that filter a list. They have their own script, because few lists have tabs.
import { Content, Root } from "@radix-ui/react-tabs";
import { useListParams } from "./list_controls.jsx";

const activeFilter = (params) => params.get("filter") ?? "";

/** The tabs that filter the list, and their panel. */
export function ListTabs({ children }) {
  const [params, change] = useListParams();
  return (
    <Root value={activeFilter(params)} onValueChange={(filter) => change({ filter })}>
      {children}
    </Root>
  );
}

/** The list, as the panel of the active tab. */
export function ListPanel({ children }) {
  const [params] = useListParams();
  return (
    <Content value={activeFilter(params)} tabIndex={-1} className="outline-none">
      {children}
    </Content>
  );
}
