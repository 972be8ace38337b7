"""The dashboard's warning of an inbox that is nearly full."""

import pytest

from awards_site.admin.dashboard.counts import COUNTS
from awards_site.settings import settings


@pytest.mark.usefixtures("data_dir")
def test_staff_are_warned_from_ninety_per_cent_of_the_quota_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWARDS_INBOX_QUOTA", "1000")
    settings.cache_clear()
    warnings = {
        stored: [count.warning({"total": 0, "overall": stored}) for count in COUNTS]
        for stored in (899, 900)
    }
    assert warnings[899] == ["", "", "", ""]
    more = "900 of at most 1,000 are stored. Please delete old ones, or raise AWARDS_INBOX_QUOTA."
    assert warnings[900] == ["", f"Contact Messages: {more}", f"Subscribers: {more}", ""]
