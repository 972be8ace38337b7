"""Forms show the site's own messages, never those of the browser."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from awards_site.features.messages.entity import MessageBase
from awards_site.ui.forms import BrowserRule, browser_rules

PACKAGE = Path(__file__).resolve().parents[2] / "awards_site"


def test_the_browser_shows_the_server_messages() -> None:
    rules = browser_rules(MessageBase, "name", "email", "inquiryType", "message")
    assert rules == {
        "name": BrowserRule("length", "Name must be at least 2 characters", 2),
        "email": BrowserRule("email", "Please enter a valid email address"),
        "inquiryType": BrowserRule("required", "Please select an inquiry type"),
        "message": BrowserRule("length", "Message must be at least 10 characters", 10),
    }


def forms_in_python() -> dict[str, bool]:
    """Return the forms of the Python modules by their places, and whether each is `no_validate`."""
    return {
        f"{path.relative_to(PACKAGE)}:{node.lineno}": any(
            each.arg == "no_validate" and ast.unparse(each.value) == "True"
            for each in node.keywords
        )
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "rx.el.form"
    }


def forms_in_scripts() -> dict[str, bool]:
    """Return the forms of the scripts by their places, and whether each is `noValidate`."""
    return {
        f"{path.relative_to(PACKAGE)}:{form.start()}": bool(re.search(r"\bnoValidate\b", form[1]))
        for path in PACKAGE.rglob("*.jsx")
        for form in re.finditer(r"<form\b(.*?)<", path.read_text(), re.S)
    }


@pytest.mark.parametrize("forms", [forms_in_python, forms_in_scripts])
def test_no_form_is_validated_by_the_browser(forms: Callable[[], dict[str, bool]]) -> None:
    found = forms()
    assert len(found) > 2
    assert [place for place, is_own in found.items() if not is_own] == []
