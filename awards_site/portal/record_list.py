"""The State of a management screen's list: one page of records, which the URL's query chooses."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar
from urllib.parse import urlencode

import reflex as rx

from awards_site.core import clock
from awards_site.core.database.filters import MAX_SEARCH_LENGTH, PAGE_SIZE, ListParams
from awards_site.core.database.pagination import Page
from awards_site.core.errors import ApiError
from awards_site.core.schemas import as_json
from awards_site.portal.gateway import run
from awards_site.portal.screen import FilterTab, Screen
from awards_site.portal.sign_in.reauthenticate import ask_user, needs_user
from awards_site.portal.sign_in.state import Account
from awards_site.portal.to_do import ToDo
from awards_site.records.entity import Entity
from awards_site.records.staff_lists import StaffPage
from awards_site.records.use_cases import read_list


@dataclass(frozen=True)
class ListQuery:
    """The search, order, filter and page of a list.

    `sort` is a key of the API's records, prefixed with '-' for descending order, or '' for the
    default order. `filter` is the active tab, None for all records. Pages count from 1. `params`
    are the further filters of the screen.
    """

    search: str = ""
    sort: str = ""
    filter: FilterTab | None = None
    page: int = 1
    params: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_url(cls, params: Mapping[str, str], screen: Screen) -> "ListQuery":
        """Parse the query parameters of a screen's URL. Invalid values are ignored."""
        sort = params.get("sort", "")
        page = params.get("page", "")
        tabs = {each.name: each for each in screen.filters}
        return cls(
            # One character more than allowed is enough for the API's refusal.
            search=params.get("search", "").strip()[: MAX_SEARCH_LENGTH + 1],
            sort=sort if sort.removeprefix("-") in screen.sort_keys else "",
            filter=tabs.get(params.get("filter", "")),
            # Longer numbers are beyond the last page of any list.
            page=max(int(page[:9]), 1) if page.isdecimal() else 1,
            params={name: params[name] for name in screen.params if params.get(name)},
        )

    @property
    def is_filtered(self) -> bool:
        return bool(self.search or self.filter or self.params)

    @property
    def is_searching(self) -> bool:
        """Whether there is a search or a filter; a tab alone does not count."""
        return bool(self.search or self.params)

    @property
    def list_params(self) -> ListParams:
        """What is asked of the list. Raises Invalid."""
        tab = {self.filter.key: self.filter.value} if self.filter else {}
        query = {**tab, **self.params}
        return ListParams(self.search, self.sort, self.page, PAGE_SIZE, query)


def last_page(total: int) -> int:
    """Return the number of the last page of a list, at least 1."""
    return max(-(-total // PAGE_SIZE), 1)


LINKED = ("edit", "new", "field")
"""The parameters of a screen's URL that open a form, at one of its fields."""


ROW_TYPES: Mapping[str, Any] = {
    "id": int,
    "display_name": str,
    "published": bool,
    "site_path": str,
    "problems": list[str],
    "editable": bool,
    "deletable": bool,
    "has_draft": bool,
}
"""What every row has beside the cells of its columns, with its types. See `RecordList._row`."""


class RecordList(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """The list of a management screen, of which it holds one page.

    Search, order, filter and page are in the URL's query. The list's controls change it in the
    browser; the router then calls `load`, as after a link, a reload or the Back button.
    """

    screen: ClassVar[Screen]
    row_types: ClassVar[Mapping[str, Any]] = {}
    """What only the rows of this screen have beside the cells of its columns, with its types."""

    phase: str = ""
    """'' during the first load, then 'ready' or 'failed'."""
    error_message: str = ""
    """Why the list could not be read."""
    rows: list[dict[str, Any]] = []
    """The table's rows, as `_row` returns them."""
    total: int = 0
    """The number of matching records on all pages."""
    count_text: str = ""
    """How many records match, of how many."""
    page: int = 1
    """The current page; the last one if the URL has a later one."""
    pages: int = 1
    searching: bool = False
    has_words: bool = False
    """Whether the search has words; else it only filters."""
    filter: str = ""
    """The name of the active tab; '' for all records."""
    restored_form_version: int = 0
    """The `form_version` of the form whose input the open dialog restored; 0 for none.

    `load` keeps such a dialog open.
    """
    search_error: str = ""
    """Why the API refused the search in the URL; the list then stays as it was."""
    reloading: bool = False
    """Whether the user is refreshing the list."""

    _link: dict[str, str] = {}
    """What the link that led here opens: the record of 'edit', or with 'new' the form of one."""
    _listed_at: str = ""
    """When the page was read, as an ISO 8601 time."""
    _records: dict[int, dict[str, Any]] = {}
    """The records of the page, as the API returned them, by id."""
    _problems: dict[int, list[str]] = {}
    """What is to do for the records of the page, by id."""
    _drafts: list[int] = []
    """The ids of the records of the page with drafts."""

    @rx.event
    async def load(self) -> rx.event.EventSpec | None:
        """Read the page in the URL, if the user's role may use the screen.

        A link with `?edit={id}` or `?new=1` also opens a form; `&field={name}` focuses an input.
        """
        account = await self.get_state(Account)
        if not account.resumed and not self.restored_form_version:
            self._close()
        if account.phase != "signed-in" or account.role not in self.screen.nav_item.roles:
            return None
        params = dict(self.router.url.query_parameters)
        if link := {name: params.pop(name) for name in LINKED if name in params}:
            # A reload and the Back button do not open the form again.
            self._link = link
            query = f"?{urlencode(params)}" if params else ""
            return rx.redirect(f"{self.screen.path}{query}", replace=True)
        event = await self._reload()
        link, self._link = self._link, {}
        return self._open_linked(link, account.role) if link and event is None else event

    @rx.event
    async def refresh(self) -> Any:
        self.reloading = True
        yield
        yield await self._reload()
        self.reloading = False

    def _close(self) -> None:
        """Close the dialog. Subclasses with dialogs override this."""

    def _open_linked(self, link: Mapping[str, str], role: str) -> rx.event.EventSpec | None:
        """Return the event that opens what `_link` says. Subclasses with dialogs override this."""

    @property
    def _is_on_its_screen(self) -> bool:
        return self.router.url.path.rstrip("/") == self.screen.path

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return a record's cells, its id, name and published state, and the allowed actions."""
        screen = self.screen
        return {
            **screen.cells(record),
            "id": record["id"],
            "display_name": str(record[screen.title_key]),
            "published": bool(screen.publish and record[screen.publish]),
            "site_path": self._page_of(record),
            "problems": self._problems.get(record["id"], []),
            "editable": True,
            "deletable": True,
            "has_draft": record["id"] in self._drafts,
        }

    def _page_of(self, record: Mapping[str, Any]) -> str:
        """Return the path of the page on which visitors see a record, or ''."""
        return self.screen.page_of(record)

    async def _reload(self) -> rx.event.EventSpec | None:
        """Read the list. On failure, set the error, or ask to sign in if the session has ended."""
        if not self._is_on_its_screen:
            # Undo was clicked in a toast on another screen; this screen reloads when opened.
            return None
        query = ListQuery.from_url(self.router.url.query_parameters, self.screen)
        listed_at = clock.now().isoformat()
        try:
            page = await self._read_page(query)
        except ApiError as error:
            if needs_user(error):
                return ask_user(type(self).refresh, error)
            self.search_error = error.errors.get("search", "")
            if self.search_error and self.phase == "ready":
                return None
            self.error_message = error.message
            self.phase = "failed"
            return None
        self.search_error = ""
        self._listed_at = listed_at
        records = [as_json(each) for each in page.items]
        self._records = {record["id"]: record for record in records}
        self._set_problems(self._records, page)
        if isinstance(page, StaffPage):
            self._drafts = page.drafts or []
            if page.toDoCount is not None:
                (await self.get_state(ToDo)).set_counts({self.screen.path: page.toDoCount})
        self.rows = [self._row(record) for record in records]
        self.total = page.total
        self.count_text = self.screen.count_text(page, is_filtered=query.is_filtered)
        self.page, self.pages = page.page, last_page(page.total)
        self.searching = query.is_searching
        self.has_words = bool(query.search)
        self.filter = query.filter.name if query.filter else ""
        self.phase = "ready"
        return None

    def _show_first(self, *records: dict[str, Any]) -> None:
        """Show new records at the top of the table until the list is read again."""
        ids = {record["id"] for record in records}
        others = [row for row in self.rows if row["id"] not in ids]
        self._records = {**self._records, **{record["id"]: record for record in records}}
        self.rows = [*(self._row(record) for record in records), *others]

    async def _read_problems(self, record_id: int) -> None:
        """Read what is to do for a record that may be on another page; it is not urgent."""
        if record_id in self._records or not self.screen.has_checklist:
            return
        with suppress(ApiError):
            page = await self._list(ListParams(page=1, query={"id": str(record_id)}))
            self._set_problems([record_id], page)

    def _set_problems(self, ids: Iterable[int], page: Page[Any]) -> None:
        found = page.toDo if isinstance(page, StaffPage) else None
        self._problems = {**self._problems, **{key: [] for key in ids}, **(found or {})}

    async def _read_page(self, query: ListQuery) -> Page[Any]:
        """Return the requested page, or the last one if it is beyond the end."""
        page = await self._list(query.list_params)
        last = last_page(page.total)
        return page if query.page <= last else await self._read_page(replace(query, page=last))

    async def _list(self, params: ListParams) -> Page[Any]:
        """Return a page of the records. Screens without an entity override this."""
        page: Page[Any] = await run(read_list, self._entity, params)
        return page

    @property
    def _entity(self) -> Entity:
        """The entity of the screen, which most have."""
        assert self.screen.entity is not None, f"{self.screen.path} has no entity"
        return self.screen.entity
