"""What the columns of management screens show."""

import pytest

from awards_site.core.files.image_views import responsive_image
from awards_site.features.nominees.entity import NomineeCategory
from awards_site.portal.columns import (
    STATUS,
    AvatarColumn,
    Badge,
    BadgesColumn,
    DateColumn,
    LabelColumn,
    NumberColumn,
)
from awards_site.settings import Settings


def test_an_image_has_initials_as_its_placeholder() -> None:
    record = {"name": "Ada de la Cruz", "image": responsive_image("/p.png")}
    column = AvatarColumn("Name", "name", image="image", max_initials=2)
    assert column.cells(record) == {
        "name": "Ada de la Cruz",
        "image": responsive_image("/p.png"),
        "nameInitials": "AD",
    }
    assert AvatarColumn("Name", "name").cells(record)["nameInitials"] == "ADLC"


def test_a_stored_value_is_shown_by_its_label() -> None:
    column = LabelColumn("Category", "category", choices=NomineeCategory)
    assert column.cells({"category": "startup"}) == {"category": "Startup of the Year"}
    assert column.cells({"category": "retired"}) == {"category": "retired"}


def test_a_missing_number_has_a_label() -> None:
    assert NumberColumn("Year", "year").cells({"year": 2024}) == {"year": "2024"}
    assert NumberColumn("Year", "year").cells({"year": None}) == {"year": "N/A"}


def test_a_date_is_shown_in_the_programme_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    zone = Settings(AWARDS_TIMEZONE="Asia/Tokyo")
    monkeypatch.setattr("awards_site.core.presentation.texts.settings", lambda: zone)
    column = DateColumn("Published Date", "publishedDate", empty_text="Unpublished")
    assert column.cells({"publishedDate": "2025-01-31T20:00:00Z"}) == {
        "publishedDate": "Feb 1, 2025"
    }
    assert column.cells({"publishedDate": None}) == {"publishedDate": "Unpublished"}


def test_badges_show_yes_or_no() -> None:
    active = Badge("is_active", "Active", "success", fallback="Inactive")
    column = BadgesColumn("Status", "is_active", badges=(active, Badge("won", "Won", "plum")))
    assert column.keys == ("is_active", "won")
    assert column.cells({"is_active": True, "won": None}) == {"is_active": True, "won": False}


@pytest.mark.parametrize(
    ("is_published", "start", "end", "phase"),
    [
        (True, None, None, ""),
        (True, "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z", ""),
        (True, "2099-01-01T00:00:00Z", None, "Scheduled"),
        (True, None, "2020-01-01T00:00:00Z", "Ended"),
        (False, "2099-01-01T00:00:00Z", None, ""),
    ],
)
def test_the_badge_of_a_published_record_says_if_it_is_not_shown_now(
    is_published: bool, start: str | None, end: str | None, phase: str
) -> None:
    record = {"isPublished": is_published, "publishAt": start, "unpublishAt": end}
    assert STATUS.keys == tuple(record)
    assert STATUS.cells(record) == {"isPublished": is_published, "isPublishedPhase": phase}


@pytest.mark.parametrize(
    ("start", "end", "phase"),
    [
        (None, None, ""),
        ("2099-01-01T00:00:00Z", None, "Scheduled"),
        ("2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z", "Scheduled"),
        ("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z", "Ended"),
    ],
)
def test_the_badge_of_a_record_that_its_schedule_publishes_says_so_until_it_ends(
    start: str | None, end: str | None, phase: str
) -> None:
    badge = Badge("is_active", "Active", "success", has_schedule=True, schedule_publishes=True)
    record = {"is_active": False, "publish_at": start, "unpublish_at": end}
    assert badge.cells(record) == {"is_active": False, "is_activePhase": phase}
