"""The list of a management screen: the page of records that its address asks for."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from awards_site.admin.account.reauthenticate import has_ended, sign_in_again
from awards_site.admin.account.state import Account
from awards_site.admin.lists.query import ListQuery, last_page
from awards_site.admin.screen import Screen
from awards_site.core.pagination import Page
from awards_site.core.request_client import RequestError, request_client


class RecordList(rx.State, mixin=True):  # type: ignore[call-arg] # Reflex's own keyword.
    """What a management screen lists. It holds one page, however many records there are.

    The address bar holds search, order, filter and page. Controls change the address, in the
    browser; the router then has `load` called, as it does for a link, a reload or the Back button.
    """

    screen: ClassVar[Screen]

    phase: str = ""
    """'' while the list loads for the first time, then 'ready' or 'failed'."""
    problem: str = ""
    """Why the list could not be read."""
    rows: list[dict[str, Any]] = []
    """What the table shows: the cells of each record, its id, its name and what may be done."""
    total: int = 0
    """How many records match, on all pages."""
    overall: int = 0
    """How many records there are, whatever is searched for."""
    page: int = 1
    """The page that is shown: the last one, where the address asks for a later one."""
    pages: int = 1
    searching: bool = False
    narrowed: bool = False
    """Whether a search or a filter may leave records out."""
    filter: str = ""
    """The name of the chosen tab, '' for the one that shows everything."""
    restored: int = 0
    """The `form_version` of the form whose input the open dialog shows again; 0 for none.

    Arriving at the screen keeps such a dialog open.
    """
    reloading: bool = False
    """Whether the list is read again at the visitor's request."""

    _records: dict[int, dict[str, Any]] = {}
    """The records of the page, as the API answered them, by id."""

    @rx.event
    async def load(self) -> rx.event.EventSpec | None:
        """Read what the address asks for, for the roles that may use the screen."""
        account = await self.get_state(Account)
        if not account.resumed and not self.restored:
            self._leave()
        if account.phase != "signed-in" or account.role not in self.screen.entry.roles:
            return None
        return await self._reload()

    @rx.event
    async def refresh(self) -> Any:
        self.reloading = True
        yield
        yield await self._reload()
        self.reloading = False

    def _leave(self) -> None:
        """Forget what belongs to the address that was shown before."""

    @property
    def _is_on_its_screen(self) -> bool:
        return self.router.url.path.rstrip("/") == self.screen.path

    def _row(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the table shows of a record, and what may be done with it."""
        screen = self.screen
        return {
            **screen.cells(record),
            "id": record["id"],
            "display_name": str(record[screen.title_key]),
            "published": bool(screen.publish and record[screen.publish]),
            "editable": True,
            "deletable": True,
        }

    async def _reload(self) -> rx.event.EventSpec | None:
        """Read the list from the API; after a failure the last one stays, if there was one."""
        if not self._is_on_its_screen:
            # On another screen its notice's Undo was pressed: this one is read when it is opened.
            return None
        query = ListQuery.of_address(self.router.url.query_parameters, self.screen)
        try:
            page = await self._read_page(query)
        except RequestError as error:
            if has_ended(error):
                return sign_in_again(type(self).refresh)
            self.problem = error.message
            self.phase = "failed"
            return None
        self._records = {record["id"]: record for record in page.items}
        self.rows = [self._row(record) for record in page.items]
        self.total, self.overall = page.total, page.overall
        self.page, self.pages = page.page, last_page(page.total)
        self.searching, self.narrowed = bool(query.search), query.narrowed
        self.filter = query.filter.name if query.filter else ""
        self.phase = "ready"
        return None

    def _show_first(self, *records: dict[str, Any]) -> None:
        """Put new records on top of the table until the list is next read, wherever they belong."""
        ids = {record["id"] for record in records}
        others = [row for row in self.rows if row["id"] not in ids]
        self._records = {**self._records, **{record["id"]: record for record in records}}
        self.rows = [*(self._row(record) for record in records), *others]

    async def _read_page(self, query: ListQuery) -> Page[dict[str, Any]]:
        """Return the page that is asked for, or the last one where that is later."""
        answer = await request_client(self).read(query.question(self.screen.list_path))
        page = Page[dict[str, Any]].model_validate(answer)
        last = last_page(page.total)
        return page if query.page <= last else await self._read_page(replace(query, page=last))
