// The parts of Radix's menu, which menu.jsx loads when a menu is opened for the first time.
import { Content, Item, Portal, Root, Separator, Trigger } from "@radix-ui/react-dropdown-menu";

export default { Content, Item, Portal, Root, Separator, Trigger };
