"""Tests of the rules that forms take from schemas."""

from typing import Annotated

import pytest
from pydantic import BaseModel

from awards_site.messages.models import MessageBase
from awards_site.ui.forms.api_form import browser_rules


def test_the_browser_speaks_the_server_s_messages() -> None:
    rules = browser_rules(MessageBase, "name", "email", "inquiryType", "message")
    assert {
        key: (rule["check"], rule["minimum"], rule["message"]) for key, rule in rules.items()
    } == {
        "name": ("length", 2, "Name must be at least 2 characters"),
        "email": ("email", 0, "Please enter a valid email address"),
        "inquiryType": ("required", 0, "Please select an inquiry type"),
        "message": ("length", 10, "Message must be at least 10 characters"),
    }


def test_a_field_without_a_rule_is_named() -> None:
    class Plain(BaseModel):
        age: Annotated[int, "years"]

    with pytest.raises(TypeError, match="age"):
        browser_rules(Plain, "age")
