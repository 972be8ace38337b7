"""The description of a management screen, and its errors."""

import pytest

from awards_site.core.request_client import RequestFailed
from awards_site.features.blog.admin import BLOG
from awards_site.features.embargoes.admin import EMBARGOES
from awards_site.features.events.admin import EVENTS
from awards_site.features.media.admin import MEDIA
from awards_site.features.messages.admin import MESSAGES
from awards_site.features.nominees.admin import NOMINEES
from awards_site.features.nominees.entity import NomineeCreate
from awards_site.features.photos.admin import PHOTOS
from awards_site.features.registry import modules
from awards_site.features.sponsors.admin import SPONSORS
from awards_site.features.subscribers.admin import SUBSCRIBERS
from awards_site.features.users.admin import USERS
from awards_site.portal.gateway import Notice
from awards_site.portal.record_form import changed
from awards_site.portal.screen import Screen
from awards_site.portal.trash import TRASH

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


@pytest.mark.parametrize("screen", UNDOABLE, ids=lambda screen: screen.label)
def test_the_delete_confirmation_says_that_it_can_be_undone(screen: Screen) -> None:
    assert "You can undo this for 10 seconds." in screen.delete_warning
    has_trash = screen not in (MESSAGES, SUBSCRIBERS, USERS)
    assert ("Later you can restore it from the Trash." in screen.delete_warning) is has_trash
    assert "cannot be undone" not in screen.delete_warning


def test_the_delete_confirmation_of_a_sponsor_is_as_specified() -> None:
    assert SPONSORS.delete_warning == (
        "This action cannot be undone. This will permanently delete the sponsor from the database."
    )


def test_a_refused_event_shows_the_specified_notice() -> None:
    message = "Your role does not permit this"
    error = RequestFailed(403, f'{{"message": "{message}"}}')
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


def test_fields_without_a_default_are_required() -> None:
    required = {each.name for each in CREATE.fields if CREATE.requires(each)}
    assert {"name", "bio", "year", "category"} <= required
    assert required.isdisjoint({"imageUrl", "linkedinUrl", "websiteUrl"})
    assert all(REGISTER.requires(each) for each in REGISTER.fields)


def test_notice_placeholders_are_filled_in_once() -> None:
    notice = Notice("{name} saved", "{message}")
    assert notice.format(name="{message}", message="No {name}") == ("{message} saved", "No {name}")


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


def test_a_column_may_sort_by_another_key() -> None:
    assert "year" in EMBARGOES.sort_keys
    assert "name" not in EMBARGOES.sort_keys
