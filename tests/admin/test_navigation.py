"""The navigation entries of the portal by role."""

import pytest

from awards_site.features.blog.admin import BLOG
from awards_site.features.content.admin import CONTENT
from awards_site.features.cover_pages.admin import COVER_PAGES
from awards_site.features.events.admin import EVENTS
from awards_site.features.nominees.admin import NOMINEES
from awards_site.features.nominees.admin_embargoes import EMBARGOES
from awards_site.features.photos.admin import PHOTOS
from awards_site.features.sponsors.admin import SPONSORS
from awards_site.features.users.admin import USERS
from awards_site.features.videos.admin import VIDEOS
from awards_site.portal.navigation import nav_item_at, nav_items
from awards_site.portal.screen import Screen


def test_only_screens_of_admins_show_access_denied() -> None:
    assert [item.path for item in nav_items() if item.shows_access_denied] == [
        "/admin/users",
        "/admin/audit",
        "/admin/personal-data",
    ]
    assert nav_item_at("/admin/users").roles == ["admin"]


@pytest.mark.parametrize(
    "screen",
    [EVENTS, NOMINEES, EMBARGOES, SPONSORS, COVER_PAGES, BLOG, PHOTOS, VIDEOS, CONTENT, USERS],
    ids=lambda screen: screen.path,
)
def test_the_search_offers_to_create_what_a_screen_creates(screen: Screen) -> None:
    item = screen.nav_item
    assert item.creates == screen.label
    assert set(item.creator_roles) == set(item.roles) & screen.write_roles
