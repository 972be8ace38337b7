"""What a management screen lists: its address, read once, and the API's question made of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from awards_site.admin.screen import Filter, Screen
from awards_site.core.pagination import PAGE_SIZE


@dataclass(frozen=True)
class ListQuery:
    """Which records are listed, and in which order.

    `sort` is a key of the API's answer, with '-' in front for descending order, or '' for the
    order that the list has of itself. `filter` is the chosen tab, None for all records. Pages count
    from 1.
    """

    search: str = ""
    sort: str = ""
    filter: Filter | None = None
    page: int = 1

    @classmethod
    def of_address(cls, parameters: Mapping[str, str], screen: Screen) -> "ListQuery":
        """Return what an address asks of a screen; what makes no sense there asks nothing."""
        sort = parameters.get("sort", "")
        page = parameters.get("page", "")
        tabs = {each.name: each for each in screen.filters}
        return cls(
            search=parameters.get("search", "").strip(),
            sort=sort if sort.removeprefix("-") in screen.sort_keys else "",
            filter=tabs.get(parameters.get("filter", "")),
            # A number of more digits is past the last page of any list.
            page=max(int(page[:9]), 1) if page.isdecimal() else 1,
        )

    @property
    def narrowed(self) -> bool:
        """Whether fewer than all records may be listed."""
        return bool(self.search or self.filter)

    def question(self, path: str) -> str:
        """Return the address at which the API answers the query; `path` is the list's."""
        params: dict[str, str | int] = {
            "search": self.search,
            **({self.filter.key: self.filter.value} if self.filter else {}),
            "sort": self.sort,
            "page": self.page,
            "pageSize": PAGE_SIZE,
        }
        return f"{path}?{urlencode({key: each for key, each in params.items() if each})}"


def last_page(total: int) -> int:
    """Return the number of the last page of a list; an empty one has one page."""
    return max(-(-total // PAGE_SIZE), 1)
