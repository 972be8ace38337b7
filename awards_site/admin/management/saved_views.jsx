// The menu of the views that a user has saved of a list.
import { Bookmark, BookmarkPlus, Check, Settings2 } from "lucide-react";
import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from "$/public/external/awards_site/ui/overlays/menu/menu.jsx";

/** What a query shows: without the page, in any order of its parameters. */
function meaningOf(query) {
  const params = new URLSearchParams(query);
  params.delete("page");
  params.sort();
  return params.toString();
}

/** `views` have an `id`, a `name` and a `query`; the one that the URL shows is marked. */
export function ViewsMenu({ views, className, menuClassName, itemClassName, onSave, onManage }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const shown = meaningOf(search);
  const open = ({ query }) => navigate(query ? `${pathname}?${query}` : pathname);
  // A dialog opens once the menu gives the focus back to its button, where the dialog returns it.
  const afterClose = useRef(null);
  const closed = () => {
    afterClose.current?.();
    afterClose.current = null;
  };
  const later = (action) => () => {
    afterClose.current = action;
  };
  return (
    <Menu>
      <MenuTrigger>
        <button type="button" className={className} title="Your saved views of this list">
          <Bookmark size={16} aria-hidden="true" />
          Saved
        </button>
      </MenuTrigger>
      <MenuContent align="start" onCloseAutoFocus={closed} className={`${menuClassName} max-w-80`}>
        {views.map((view) => {
          const isShown = meaningOf(view.query) === shown;
          return (
            <MenuItem
              key={view.id}
              onSelect={() => open(view)}
              aria-current={isShown || undefined}
              className={itemClassName}
            >
              <Check size={16} aria-hidden="true" className={`flex-none ${isShown ? "" : "invisible"}`} />
              <span className="min-w-0 break-words">{view.name}</span>
            </MenuItem>
          );
        })}
        {views.length > 0 && <MenuSeparator className="my-1 h-px bg-line" />}
        <MenuItem onSelect={later(onSave)} className={itemClassName}>
          <BookmarkPlus size={16} className="text-muted" aria-hidden="true" />
          Save view
        </MenuItem>
        {views.length > 0 && (
          <MenuItem onSelect={later(onManage)} className={itemClassName}>
            <Settings2 size={16} className="text-muted" aria-hidden="true" />
            Manage views
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  );
}
