"""The actions of toasts."""

from awards_site.features.nominees.admin import NomineesAdmin
from awards_site.ui.toasts import ToastAction


def test_a_button_carries_the_event_that_it_triggers() -> None:
    undo = ToastAction("Undo", event=NomineesAdmin.restore(7, "Ada")).for_browser()
    assert undo["event"]["name"].endswith("nominees_admin.restore")
    assert undo["event"]["payload"] == {"record_id": 7, "name": "Ada"}
