"""Tests of client-side validation rules generated from schemas."""

from typing import Annotated

import pytest
from pydantic import BaseModel

from awards_site.messages.models import MessageBase
from awards_site.ui.forms.api_form import BrowserRule, browser_rules


def test_the_browser_shows_the_server_messages() -> None:
    rules = browser_rules(MessageBase, "name", "email", "inquiryType", "message")
    assert rules == {
        "name": BrowserRule("length", "Name must be at least 2 characters", 2),
        "email": BrowserRule("email", "Please enter a valid email address"),
        "inquiryType": BrowserRule("required", "Please select an inquiry type"),
        "message": BrowserRule("length", "Message must be at least 10 characters", 10),
    }


def test_a_field_without_a_rule_is_named() -> None:
    class Plain(BaseModel):
        age: Annotated[int, "years"]

    with pytest.raises(TypeError, match="age"):
        browser_rules(Plain, "age")
