"""The navigation entries of the portal by role (docs/rules/admin-layout.md)."""

import pytest

from awards_site.admin.navigation import entries, entry_at


def test_the_entries_are_in_order() -> None:
    assert [(entry.label, entry.path) for entry in entries()] == [
        ("Dashboard", "/admin"),
        ("Content Editor", "/admin/content"),
        ("Events", "/admin/events"),
        ("Nominees", "/admin/nominees"),
        ("Sponsors", "/admin/sponsors"),
        ("Cover Pages", "/admin/cover-pages"),
        ("Blog", "/admin/blog"),
        ("Photo Gallery", "/admin/photos"),
        ("Video Gallery", "/admin/videos"),
        ("Contact Messages", "/admin/messages"),
        ("Subscribers", "/admin/subscribers"),
        ("User Management", "/admin/users"),
        ("Audit Log", "/admin/audit"),
        ("Personal Data", "/admin/personal-data"),
    ]


def test_only_screens_of_admins_are_guarded() -> None:
    assert [entry.path for entry in entries() if entry.guarded] == [
        "/admin/users",
        "/admin/audit",
        "/admin/personal-data",
    ]
    assert entry_at("/admin/users").roles == ["admin"]


def test_an_unknown_path_is_refused() -> None:
    with pytest.raises(LookupError, match="/admin/nowhere"):
        entry_at("/admin/nowhere")
