"""The description of a management screen, and its errors."""

import pytest

from awards_site.core.request_client import RequestFailed
from awards_site.features.blog.admin import BLOG
from awards_site.features.content.admin import CONTENT
from awards_site.features.cover_pages.admin import COVER_PAGES
from awards_site.features.events.admin import EVENTS
from awards_site.features.messages.admin import MESSAGES
from awards_site.features.nominees.admin import NOMINEES
from awards_site.features.nominees.admin_embargoes import EMBARGOES
from awards_site.features.nominees.entity import NomineeCreate
from awards_site.features.photos.admin import PHOTOS
from awards_site.features.sponsors.admin import SPONSORS
from awards_site.features.subscribers.admin import SUBSCRIBERS
from awards_site.features.users.admin import USERS
from awards_site.features.videos.admin import VIDEOS
from awards_site.portal.record_form import changed
from awards_site.portal.trash import TRASH

assert NOMINEES.create
assert NOMINEES.update
assert USERS.create
CREATE, UPDATE, REGISTER = NOMINEES.create, NOMINEES.update, USERS.create

UNDOABLE = (
    BLOG,
    CONTENT,
    COVER_PAGES,
    EVENTS,
    MESSAGES,
    NOMINEES,
    PHOTOS,
    SUBSCRIBERS,
    USERS,
    VIDEOS,
)
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
