"""How form fields turn the API's values into inputs, and back."""

import pytest

from awards_site.accounts.permissions import Role
from awards_site.portal.fields import (
    DateTimeField,
    Field,
    LinkField,
    NumberField,
    PasswordField,
    SelectField,
    SliderField,
    SwitchField,
    VisibleWhen,
)
from awards_site.settings import Settings


def test_an_empty_input_is_none() -> None:
    field = Field("websiteUrl", "Website URL")
    assert field.to_input(None) == ""
    assert field.from_input("") is None
    assert field.from_input("https://example.org") == "https://example.org"


@pytest.mark.parametrize(
    ("typed", "value"), [("2024", 2024), ("", None), ("next year", "next year")]
)
def test_a_number_is_parsed_and_other_text_is_left_to_the_api(typed: str, value: object) -> None:
    assert NumberField("year", "Year").from_input(typed) == value


def test_a_switch_that_is_off_is_not_submitted() -> None:
    field = SwitchField("isWinner", "Winner")
    assert field.from_input(None) is False
    assert field.from_input("on") is True
    assert field.to_input(None) is False


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
    for module in ("portal.fields", "core.presentation.texts"):
        monkeypatch.setattr(f"awards_site.{module}.settings", lambda: zone)
    field = DateTimeField("startDate", "Start")
    assert field.to_input("2025-09-15T18:30:00+00:00") == "2025-09-15T19:30"
    assert field.from_input("2025-09-15T19:30") == "2025-09-15T19:30:00+01:00"
    assert field.to_input("2025-09-15T18:30:05+00:00") == "2025-09-15T19:30:05"
    assert field.full_text("2025-09-15T18:30:05+00:00") == "Sep 15, 2025, 7:30:05 PM WAT"
    assert field.to_input(None) == ""
    assert field.from_input("") is None
    assert field.from_input("soon") == "soon"


def test_a_condition_is_a_css_selector_of_the_form_inputs() -> None:
    assert VisibleWhen("isVirtual").selector == "[data-field=isVirtual]:checked"
    inactive = VisibleWhen("is_active", is_off=True)
    assert inactive.selector == "[data-field=is-active]:not(:checked)"
    carousel = VisibleWhen("media_type", "carousel")
    assert carousel.selector == "[data-field=media-type] option[value=carousel]:checked"


def test_a_slider_is_a_number() -> None:
    field = SliderField("transparency", "Transparency")
    assert (field.to_input(50), field.from_input("51")) == ("50", 51)


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
