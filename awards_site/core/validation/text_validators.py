"""Rules of texts."""

import re
from dataclasses import dataclass
from typing import Any

from email_validator import EmailNotValidError, validate_email

from awards_site.core.validation.rule import Rule, validation_error

MAX_LINE_LENGTH = 300
"""The most characters of a single line."""
MAX_TEXT_LENGTH = 20_000
"""The most characters of a long text."""

# JSON can encode lone surrogates; UTF-8, and so the database, cannot.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_CONTROL_BUT_LINES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class Text(Rule):
    """Text of `min_length` to `max_length` characters, outer white space removed."""

    min_length: int = 0
    message: str = ""
    max_length: int = MAX_LINE_LENGTH

    def check(self, value: Any, label: str) -> str:
        if not isinstance(value, str):
            raise validation_error(f"{label} must be text")
        text = value.strip()
        if len(text) < self.min_length:
            raise validation_error(self.missing_message(label))
        if len(text) > self.max_length:
            raise validation_error(f"{label} must be at most {self.max_length} characters")
        if (_CONTROL if self.is_single_line else _CONTROL_BUT_LINES).search(text):
            raise validation_error(self.control_message(label))
        if _LONE_SURROGATE.search(text):
            raise validation_error(f"{label} must not contain half a character (a lone surrogate)")
        return text

    def control_message(self, label: str) -> str:
        return f"{label} must not contain control characters"

    @property
    def is_single_line(self) -> bool:
        """Whether the text must not have line breaks: texts longer than a line may have some."""
        return self.max_length <= MAX_LINE_LENGTH

    def missing_message(self, label: str) -> str:
        if self.message or self.min_length < 2:
            return self.message or f"{label} is required"
        return f"{label} must be at least {self.min_length} characters"


@dataclass(frozen=True)
class PatternText(Text):
    """Text that matches a pattern as a whole."""

    pattern: str = ""
    mismatch_message: str = ""

    def check(self, value: Any, label: str) -> str:
        text = super().check(value, label)
        if not re.fullmatch(self.pattern, text):
            raise validation_error(self.mismatch_message)
        return text

    def control_message(self, label: str) -> str:
        return self.mismatch_message


@dataclass(frozen=True)
class Email(Rule):
    """A valid email address; its deliverability is not looked up."""

    message: str = "Please enter a valid email address"
    missing: str = ""

    def check(self, value: Any, label: str) -> str:
        # The length is looked at first: to take apart a text of a megabyte takes long.
        if not isinstance(value, str) or len(value) > MAX_LINE_LENGTH:
            raise validation_error(self.message)
        try:
            # Test domains are taken: rehearsals with addresses such as a@b.test are legitimate.
            found = validate_email(value.strip(), check_deliverability=False, test_environment=True)
        except EmailNotValidError:
            raise validation_error(self.message) from None
        return found.normalized

    def missing_message(self, label: str) -> str:
        return self.missing or self.message


@dataclass(frozen=True)
class TextList(Rule):
    """A list of single lines: trimmed, without empty ones and duplicates."""

    item: Rule
    max_items: int = 50

    def check(self, value: Any, label: str) -> list[str]:
        if not isinstance(value, list):
            raise validation_error(f"{label} must be a list")
        if len(value) > self.max_items:
            raise validation_error(f"{label} must have at most {self.max_items} entries")
        checked = [self.item.check(each, label) for each in value if each != ""]
        return list(dict.fromkeys(each for each in checked if each))
