"""The dashboard's warning of an inbox that is nearly full."""

import pytest

from awards_site.portal.recent_changes import COUNTS
from awards_site.settings import settings


@pytest.mark.usefixtures("data_dir")
def test_staff_are_warned_from_ninety_per_cent_of_the_quota_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWARDS_INBOX_QUOTA", "1000")
    settings.cache_clear()
    warnings = {
        stored: [count.warning({"total": 0, "overall": stored}) for count in COUNTS]
        for stored in (899, 900, 1000)
    }
    assert warnings[899] == ["", "", "", ""]
    labels = ("Contact Messages", "Subscribers")
    for stored, refused in ((900, "will then be refused"), (1000, "are refused now")):
        more = (
            f"{stored:,} of at most 1,000 are stored. New ones {refused}. Please delete old ones,"
            " or raise AWARDS_INBOX_QUOTA."
        )
        assert warnings[stored] == ["", *(f"{label}: {more}" for label in labels), ""]
