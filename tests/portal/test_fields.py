"""Fields and columns turn the API's values into inputs and cells, and back."""

import pytest

from awards_site.accounts.permissions import Role
from awards_site.features.blog.admin import CommaSeparatedField, PublishedDateField
from awards_site.features.nominees.admin import nominee_field
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
from awards_site.portal.fields import (
    DateTimeField,
    Field,
    JsonListField,
    LinkField,
    NumberField,
    PasswordField,
    SelectField,
    SwitchField,
)
from awards_site.portal.inputs import RecordField
from awards_site.records.images import responsive_image
from awards_site.settings import Settings


@pytest.mark.parametrize(
    ("typed", "value"), [("2024", 2024), ("", None), ("next year", "next year")]
)
def test_a_number_is_parsed_and_other_text_is_left_to_the_api(typed: str, value: object) -> None:
    assert NumberField("year", "Year").from_input(typed) == value


def test_invalid_input_is_shown_again() -> None:
    assert NumberField("year", "Year").to_restored_input("next year") == "next year"
    assert Field("name", "Name").to_restored_input(None) == ""
    assert SwitchField("isWinner", "Winner").to_restored_input("on") is True


def test_a_page_of_the_site_is_stored_with_its_full_url(monkeypatch: pytest.MonkeyPatch) -> None:
    site = Settings(AWARDS_PUBLIC_URL="https://awards.example.org")
    monkeypatch.setattr("awards_site.portal.fields.settings", lambda: site)
    field = LinkField("cta_link", "CTA link")
    assert field.from_input("/contact") == "https://awards.example.org/contact"
    assert field.from_input("https://example.org") == "https://example.org"
    assert field.from_input("//example.org") == "//example.org"
    assert field.from_input("") is None


def test_a_password_is_not_restored() -> None:
    assert PasswordField("password", "Password").to_restored_input("a secret") == ""


def test_times_are_shown_and_typed_in_the_programme_time_zone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    zone = Settings(AWARDS_TIMEZONE="Africa/Lagos")
    for module in ("core.clock", "portal.fields", "core.presentation.texts"):
        monkeypatch.setattr(f"awards_site.{module}.settings", lambda: zone)
    field = DateTimeField("startDate", "Start")
    assert field.to_input("2025-09-15T18:30:00+00:00") == "2025-09-15T19:30"
    assert field.from_input("2025-09-15T19:30") == "2025-09-15T19:30:00+01:00"
    assert field.to_input("2025-09-15T18:30:05+00:00") == "2025-09-15T19:30:05"
    assert field.full_text("2025-09-15T18:30:05+00:00") == "Sep 15, 2025, 7:30:05 PM WAT"
    assert field.to_input(None) == ""
    assert field.from_input("") is None
    assert field.from_input("soon") == "soon"


@pytest.mark.parametrize(
    ("field", "value", "display"),
    [
        (Field("name", "Name"), None, "(empty)"),
        (Field("bio", "Bio"), "word " * 100, f"{'word ' * 30}word ..."),
        (Field("tags", "Tags"), ["a", "b"], "a, b"),
        (NumberField("year", "Year"), 2024, "2024"),
        (SwitchField("isWinner", "Winner"), True, "Yes"),
        (SelectField("role", "Role", choices=Role), "user", "User"),
        (PasswordField("password", "Password"), "secret words", "(not shown)"),
        (
            DateTimeField("startDate", "Start"),
            "2025-09-15T18:30:00+00:00",
            "Sep 15, 2025, 6:30 PM UTC",
        ),
        (DateTimeField("startDate", "Start"), "soon", "soon"),
    ],
)
def test_a_value_is_displayed_as_text(field: Field, value: object, display: str) -> None:
    assert field.display(value) == display


def test_comma_separated_tags_are_trimmed_and_empty_ones_dropped() -> None:
    field = CommaSeparatedField("tags", "Tags")
    assert field.from_input(" gala,, winners , ") == ["gala", "winners"]
    assert field.from_input("") == []
    assert field.from_input(field.to_input(["one", "two"])) == ["one", "two"]


def test_a_list_is_shown_and_submitted_as_json() -> None:
    field = JsonListField("tags", "Tags", make=lambda: None)
    assert field.from_input('["gala", "a, b", "ü"]') == ["gala", "a, b", "ü"]
    assert field.from_input(field.to_input(["gala"])) == ["gala"]
    assert field.from_input(field.to_input(None)) == []
    assert field.from_input("") == []
    assert field.from_input("[gala") == "[gala"


def test_a_chosen_record_is_an_id_or_none() -> None:
    field: RecordField = nominee_field()
    assert field.from_input("12") == 12
    assert field.from_input("") is None
    assert field.to_input(12) == "12"
    assert field.display(12) == "Nominee 12"


def test_the_published_date_is_typed_in_the_programme_time_zone() -> None:
    field = PublishedDateField("publishedDate", "Published date", make=lambda: None)
    assert field.to_input("2026-03-04T12:00:00+00:00") == "2026-03-04T12:00"
    assert field.from_input("2026-03-04T12:00") == "2026-03-04T12:00:00+00:00"
    assert field.from_input("") is None


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
