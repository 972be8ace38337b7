"""The field types of the photo, video and blog screens."""

from awards_site.features.blog.admin import CommaSeparatedField, PublishedDateField
from awards_site.features.nominees.admin import nominee_field
from awards_site.portal.fields import JsonListField
from awards_site.portal.inputs import RecordField


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
