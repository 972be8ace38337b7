"""The settings of email: errors name the setting and never show the password."""

import pytest
from pydantic import ValidationError

from awards_site.settings import Settings


@pytest.mark.parametrize(
    "url",
    ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://user:hunter2@host:port"],
)
def test_an_invalid_smtp_url_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(ValidationError, match="AWARDS_SMTP_URL must be one of smtp://") as error:
        Settings.model_validate({"AWARDS_SMTP_URL": url})
    assert "hunter2" not in str(error.value)
    assert "mail.example.org" not in str(error.value)


@pytest.mark.parametrize("url", ["smtp://u:hunter2@mail.example.org", "smtps://10.0.0.1:465", ""])
def test_a_valid_smtp_url_is_not_shown(url: str) -> None:
    values = Settings.model_validate({"AWARDS_SMTP_URL": url})
    assert values.sends_email is bool(url)
    assert "hunter2" not in repr(values)


def test_the_sender_is_an_email_address_of_the_sites_host_by_default() -> None:
    values = Settings.model_validate({"AWARDS_PUBLIC_URL": "https://awards.example.org"})
    assert values.mail_sender == "no-reply@awards.example.org"
    with pytest.raises(ValidationError, match="AWARDS_MAIL_FROM must have valid email addresses"):
        Settings.model_validate({"AWARDS_MAIL_FROM": "nobody\nBcc: a@example.org"})
