"""The navigation entries of the portal by role."""

from awards_site import app  # noqa: F401 # It fills the menu.
from awards_site.portal.navigation import nav_item_at, nav_items


def test_the_entries_are_in_order() -> None:
    assert [(item.label, item.path) for item in nav_items()] == [
        ("Dashboard", "/admin"),
        ("Content Editor", "/admin/content"),
        ("Events", "/admin/events"),
        ("Nominees", "/admin/nominees"),
        ("Embargoes", "/admin/embargoes"),
        ("Sponsors", "/admin/sponsors"),
        ("Cover Pages", "/admin/cover-pages"),
        ("Blog", "/admin/blog"),
        ("Photo Gallery", "/admin/photos"),
        ("Video Gallery", "/admin/videos"),
        ("Media", "/admin/media"),
        ("Trash", "/admin/trash"),
        ("Contact Messages", "/admin/messages"),
        ("Subscribers", "/admin/subscribers"),
        ("User Management", "/admin/users"),
        ("Audit Log", "/admin/audit"),
        ("Personal Data", "/admin/personal-data"),
    ]


def test_only_screens_of_admins_show_access_denied() -> None:
    assert [item.path for item in nav_items() if item.shows_access_denied] == [
        "/admin/users",
        "/admin/audit",
        "/admin/personal-data",
    ]
    assert nav_item_at("/admin/users").roles == ["admin"]
