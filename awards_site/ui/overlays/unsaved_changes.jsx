// What a dialog's form needs so that its input is not lost: it is asked about before the router
// leaves the page, the Back button included.
import { useContext, useEffect } from "react";
import { useBlocker } from "react-router";
import { Behaviour } from "$/public/external/awards_site/ui/overlays/dialog/dialog.jsx";

/** Stands inside the dialog. Each new `version` is a form that nobody has typed into yet. */
export function UnsavedChanges({ version }) {
  const { ask, opened, unsaved } = useContext(Behaviour);
  const blocker = useBlocker(unsaved);

  useEffect(opened, [version]);
  useEffect(() => {
    if (blocker.state === "blocked") ask({ drop: blocker.proceed, keep: blocker.reset });
  }, [blocker]);

  return null;
}
