"""Parses the query of a management screen's URL, and builds the API request of its list."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from awards_site.core.database.filters import MAX_SEARCH_LENGTH, PAGE_SIZE
from awards_site.portal.screen import FilterTab, Screen


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
        """Whether a search or a filter applies."""
        return bool(self.search or self.filter or self.params)

    @property
    def is_searching(self) -> bool:
        """Whether records are looked for; a tab alone only shows a part of the list."""
        return bool(self.search or self.params)

    def api_url(self, path: str) -> str:
        """Return the API URL of the query for the list at `path`."""
        params: dict[str, str | int] = {
            "search": self.search,
            **({self.filter.key: self.filter.value} if self.filter else {}),
            **self.params,
            "sort": self.sort,
            "page": self.page,
            "pageSize": PAGE_SIZE,
        }
        return f"{path}?{urlencode({key: each for key, each in params.items() if each})}"


def last_page(total: int) -> int:
    """Return the number of the last page of a list, at least 1."""
    return max(-(-total // PAGE_SIZE), 1)
