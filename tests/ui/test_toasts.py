"""What a notice offers to do."""

import pytest

from awards_site.nominees.admin import NomineesAdmin
from awards_site.ui.overlays.toasts import NoticeAction


def test_a_link_says_where_it_leads() -> None:
    assert NoticeAction("Sign in", href="/auth").for_browser() == {
        "label": "Sign in",
        "href": "/auth",
        "event": None,
    }


def test_a_button_carries_the_event_that_it_triggers() -> None:
    undo = NoticeAction("Undo", event=NomineesAdmin.restore(7, "Ada")).for_browser()
    assert undo["event"]["name"].endswith("nominees_admin.restore")
    assert undo["event"]["payload"] == {"record_id": 7, "name": "Ada"}


@pytest.mark.parametrize("href", ["", "/auth"])
def test_an_action_does_one_thing(href: str) -> None:
    event = NomineesAdmin.restore(7, "Ada") if href else None
    with pytest.raises(ValueError, match="'Undo' needs either an href or an event"):
        NoticeAction("Undo", href=href, event=event).for_browser()
