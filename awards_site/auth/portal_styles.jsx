// Loads the portal's style sheet with the pages that draw this component (see ui/compiler.py).
import "$/styles/portal.css";

export const PortalStyles = () => null;
