"""The description of a management screen, its errors, its URL, its order and its navigation."""

from dataclasses import replace
from typing import Any

import pytest

from awards_site import app  # noqa: F401 # It fills the menu.
from awards_site.core.database.filters import PAGE_SIZE, ListParams
from awards_site.core.errors import ApiError, Forbidden, NotFound, ServiceUnavailable, Unexpected
from awards_site.features.admin_dashboard import COUNTS
from awards_site.features.blog.admin import BLOG
from awards_site.features.cover_pages.admin import COVER_PAGES
from awards_site.features.embargoes.admin import EMBARGOES
from awards_site.features.events.admin import EVENTS
from awards_site.features.jurors.admin import JURORS
from awards_site.features.media.admin import MEDIA
from awards_site.features.messages.admin import MESSAGES
from awards_site.features.nominees.admin import NOMINEES, NomineesAdmin
from awards_site.features.nominees.entity import NomineeCreate
from awards_site.features.photos.admin import PHOTOS
from awards_site.features.registry import modules
from awards_site.features.sponsors.admin import SPONSORS
from awards_site.features.subscribers.admin import SUBSCRIBERS
from awards_site.features.users.admin import USERS
from awards_site.features.videos.admin import VIDEOS
from awards_site.portal import undo
from awards_site.portal.arrangement import merge_order
from awards_site.portal.gateway import Notice
from awards_site.portal.navigation import nav_item_at, nav_items
from awards_site.portal.record_form import changed
from awards_site.portal.record_list import ListQuery, last_page
from awards_site.portal.screen import FilterTab, Screen
from awards_site.portal.trash import TRASH
from awards_site.records import undo as records_undo
from awards_site.records.undo import UNDOS
from awards_site.settings import settings

assert NOMINEES.create
assert NOMINEES.update
assert USERS.create
CREATE, UPDATE, REGISTER = NOMINEES.create, NOMINEES.update, USERS.create

SCREENS = [each.PAGE.state.screen for each in modules("admin")]
UNDOABLE = [each for each in SCREENS if each not in (SPONSORS, EMBARGOES, MEDIA)]
"""The screens that tell that a deletion can be undone."""
LISTS = (*UNDOABLE, SPONSORS, EMBARGOES, TRASH)
"""The screens of records that staff have made."""

RECORD = {
    "id": 7,
    "name": "Ada Obi",
    "title": "Founder",
    "company": "Sahel Solar",
    "bio": "A life in the sun",
    "achievements": "Lights",
    "category": "tech",
    "year": 2024,
    "imageUrl": None,
    "linkedinUrl": None,
    "websiteUrl": "https://example.org",
    "isFinalist": False,
    "isWinner": True,
    "isPublished": True,
    "publishAt": None,
    "unpublishAt": None,
    "revealAt": None,
    "embargoedContent": [],
    "displayOrder": 0,
}


def changes(submitted: dict[str, str]) -> dict[str, object]:
    """Return what the form of RECORD sends if it is submitted with these values."""
    before = UPDATE.from_inputs(UPDATE.to_inputs(RECORD))
    return changed(before, UPDATE.from_inputs(submitted))


def typed(**changes: str) -> dict[str, str]:
    """Return what a browser submits for RECORD's form after some changes."""
    form = {name: value for name, value in UPDATE.to_inputs(RECORD).items() if value != ""}
    return {**{name: str(value) for name, value in form.items() if value is not False}, **changes}


def test_the_delete_confirmation_of_a_sponsor_is_as_specified() -> None:
    assert SPONSORS.delete_warning == (
        "This action cannot be undone. This will permanently delete the sponsor from the database."
    )


def test_a_refused_event_shows_the_specified_notice() -> None:
    message = "Your role does not permit this"
    error = Forbidden(message)
    assert EVENTS.notices.create_failed.format_error(error) == ("Failed to create event", message)


def test_a_blank_form_shows_the_schema_defaults() -> None:
    blank = CREATE.initial_values()
    assert blank["category"] == "leadership"
    assert blank["year"] == str(
        NomineeCreate.model_fields["year"].get_default(call_default_factory=True)
    )
    assert (blank["isPublished"], blank["isWinner"], blank["name"]) == (True, False, "")


def test_an_untouched_field_is_not_a_change() -> None:
    assert changes(typed()) == {}


def test_only_changed_fields_are_sent() -> None:
    submitted = typed(company="Kite & Loom", year="2025", websiteUrl="", isFinalist="on")
    del submitted["isWinner"]
    assert changes(submitted) == {
        "company": "Kite & Loom",
        "year": 2025,
        "websiteUrl": None,
        "isFinalist": True,
        "isWinner": False,
    }


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({}, "/nominees/7-ada-obi"),
        ({"isPublished": False}, ""),
        ({"publishAt": "2099-01-01T00:00:00Z"}, ""),
        ({"unpublishAt": "2020-01-01T00:00:00Z"}, ""),
    ],
)
def test_a_row_links_to_the_page_that_visitors_see(fields: dict[str, object], path: str) -> None:
    record = {**RECORD, "path": "/nominees/7-ada-obi", **fields}
    assert NOMINEES.page_of(record) == path
    assert BLOG.page_of({**record, "slug": "a-post"}) == (path and "/blog/a-post")
    assert PHOTOS.page_of(record) == (path and "/gallery")
    assert SUBSCRIBERS.page_of(record) == ""


DRAFTS = FilterTab("Drafts", "isPublished", "false")
SCREEN: Screen = replace(NOMINEES, filters=(DRAFTS,))


def asked(**params: str) -> ListParams:
    """Return what is asked of the list for these parameters of the screen's URL."""
    return ListQuery.from_url(params, SCREEN).list_params


def test_the_url_says_what_is_asked_of_the_list() -> None:
    params = asked(search=" ada & co ", sort="-year", page="3", filter="drafts")
    query = {"isPublished": "false"}
    assert params == ListParams("ada & co", "-year", 3, PAGE_SIZE, query)


@pytest.mark.parametrize("page", ["0", "-1", "x", "1.5", "", "\u00b2"])
def test_an_invalid_page_number_is_the_first_page(page: str) -> None:
    assert ListQuery.from_url({"page": page}, SCREEN).page == 1


def test_a_huge_page_number_is_limited_to_what_the_api_accepts() -> None:
    assert ListQuery.from_url({"page": "9" * 5000}, SCREEN).page == 999_999_999


def test_unknown_params_are_left_out() -> None:
    assert asked(sort="bio", filter="winners", other="1") == asked()
    assert asked(sort="--year") == asked()


def test_a_search_or_a_filter_narrows_the_list() -> None:
    narrowing = [{"search": "a"}, {"filter": "drafts"}]
    assert all(ListQuery.from_url(each, SCREEN).is_filtered for each in narrowing)
    others = [{"sort": "year"}, {"page": "2"}, {"search": " "}, {"filter": ""}]
    assert not any(ListQuery.from_url(each, SCREEN).is_filtered for each in others)


@pytest.mark.parametrize(("total", "last"), [(0, 1), (1, 1), (100, 1), (101, 2), (50_000, 500)])
def test_the_last_page_number_follows_from_the_total(total: int, last: int) -> None:
    assert last_page(total) == last


def test_only_screens_of_admins_show_access_denied() -> None:
    assert [item.path for item in nav_items() if item.shows_access_denied] == [
        "/admin/users",
        "/admin/audit",
        "/admin/personal-data",
    ]
    assert nav_item_at("/admin/users").roles == ["admin"]


@pytest.mark.usefixtures("data_dir")
def test_staff_are_warned_from_ninety_per_cent_of_the_quota_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWARDS_INBOX_QUOTA", "1000")
    settings.cache_clear()
    warnings = {stored: [count.warning(stored) for count in COUNTS] for stored in (899, 900, 1000)}
    assert warnings[899] == ["", "", "", ""]
    labels = ("Contact Messages", "Subscribers")
    for stored, refused in ((900, "will then be refused"), (1000, "are refused now")):
        more = (
            f"{stored:,} of at most 1,000 are stored. New ones {refused}. Please delete old ones,"
            " or raise AWARDS_INBOX_QUOTA."
        )
        assert warnings[stored] == ["", *(f"{label}: {more}" for label in labels), ""]


def test_new_records_follow_the_one_before_them() -> None:
    assert merge_order([3, 1, 2], [1, 2, 3, 4]) == [3, 4, 1, 2]
    assert merge_order([3, 1, 2], [9, 1, 2, 8, 3]) == [9, 3, 1, 2, 8]


def test_deleted_records_are_left_out() -> None:
    assert merge_order([3, 1, 2], [1, 3]) == [3, 1]
    assert merge_order([3, 1], []) == []


def test_records_of_several_years_show_theirs() -> None:
    record = {"isPublished": False, "year": 2031}
    notes = [
        each.PAGE.state(_reflex_internal_init=True)._order_note(record)
        for each in modules("admin")
        if each.PAGE.state.screen in (PHOTOS, VIDEOS, NOMINEES)
    ]
    assert sorted(notes) == ["2031, Not published", "2031, Not published", "Not published"]


def test_the_entries_are_in_order() -> None:
    assert [(item.label, item.path) for item in nav_items()] == [
        ("Dashboard", "/admin"),
        ("Before the gala", "/admin/to-do"),
        ("Content Editor", "/admin/content"),
        ("Edition", "/admin/content?new=edition"),
        ("Events", "/admin/events"),
        ("Nominees", "/admin/nominees"),
        ("Running Order", "/admin/running-order"),
        ("Embargoes", "/admin/embargoes"),
        ("Reveal", "/admin/reveal"),
        ("Jurors", "/admin/jurors"),
        ("Jury", "/admin/jury"),
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


WORDS = (
    (SPONSORS.notices.create_failed, "Failed to create sponsor. Please try again."),
    (SPONSORS.notices.update_failed, "Failed to update sponsor. Please try again."),
    (SPONSORS.notices.delete_failed, "Failed to delete sponsor"),
    (COVER_PAGES.notices.create_failed, "Failed to create cover page"),
    (COVER_PAGES.notices.update_failed, "Failed to update cover page"),
    (COVER_PAGES.notices.delete_failed, "Failed to delete cover page"),
    (COVER_PAGES.row_actions["activate"].error_toast, "Failed to activate cover page"),
)


@pytest.mark.parametrize(("notice", "words"), WORDS)
def test_a_failure_shows_its_message_or_the_specified_one_if_nobody_foresaw_it(
    notice: Notice, words: str
) -> None:
    assert notice.format_error(NotFound("Sponsor not found")) == ("Error", "Sponsor not found")
    assert notice.format_error(Unexpected()) == ("Error", words)


def test_fields_without_a_default_are_required() -> None:
    required = {each.name for each in CREATE.fields if CREATE.requires(each)}
    assert {"name", "bio", "year", "category"} <= required
    assert required.isdisjoint({"imageUrl", "linkedinUrl", "websiteUrl"})
    assert all(REGISTER.requires(each) for each in REGISTER.fields)


@pytest.mark.parametrize("screen", UNDOABLE, ids=lambda screen: screen.label)
def test_the_delete_confirmation_says_that_it_can_be_undone(screen: Screen) -> None:
    assert "You can undo this for 10 seconds." in screen.delete_warning
    has_trash = screen not in (JURORS, MESSAGES, SUBSCRIBERS, USERS)
    assert ("Later you can restore it from the Trash." in screen.delete_warning) is has_trash
    assert "cannot be undone" not in screen.delete_warning


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("error", "title"),
    [
        (NotFound("Import not found"), "The import could not be undone"),
        (ServiceUnavailable("Busy", 1), "The import may be undone only in part"),
        (Unexpected(), "The import may be undone only in part"),
    ],
)
async def test_an_undo_that_fails_on_its_way_says_how_to_go_on(
    error: ApiError, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(*_: object) -> Any:
        raise error

    async def reload(_: NomineesAdmin) -> None:
        return None

    monkeypatch.setattr(undo, "run", run)
    monkeypatch.setattr(records_undo, "secret_key", lambda: "key")
    monkeypatch.setattr(NomineesAdmin, "_reload", reload)
    screen = NomineesAdmin(_reflex_internal_init=True)
    handler = NomineesAdmin.event_handlers["undo"].fn
    token = UNDOS["import"].token("nominees", 1)
    sent = " ".join([str(each) async for each in handler(screen, token, "", {})])
    assert title in sent
    assert ("undo it again under Import" in sent) == (title != "The import could not be undone")
