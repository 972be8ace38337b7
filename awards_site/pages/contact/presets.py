"""What the contact form begins with: a link names one of these, and cannot write its own."""

from dataclasses import dataclass

from awards_site.messages.models import InquiryType


@dataclass(frozen=True)
class FormPreset:
    """What the form's fields hold at first."""

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
