"""Presets of the contact form. Each has its own URL; URLs cannot contain arbitrary texts."""

from dataclasses import dataclass

from awards_site.messages.models import InquiryType


@dataclass(frozen=True)
class FormPreset:
    """The initial values of the form's fields."""

    inquiry_type: InquiryType = InquiryType.GENERAL
    subject: str = ""
    message: str = ""


NOMINATION = FormPreset(
    InquiryType.NOMINATION,
    "A nomination",
    "I would like to nominate:\n\nHer name: \nHer company: \nWhy the jury should know her: ",
)
SPONSORSHIP = FormPreset(
    InquiryType.SPONSORSHIP,
    "Becoming a sponsor",
    "We would like to become a sponsor.\n\nOur organisation: \nThe package: \nOur questions: ",
)
PROPOSAL = FormPreset(
    InquiryType.SPONSORSHIP,
    "Request for a proposal",
    "Please send us a proposal.\n\nOur organisation: \nWhat we care about: \nWhat we can give: ",
)
