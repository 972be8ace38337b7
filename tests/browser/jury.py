"""A juror with a private link, and what is mailed to her."""

import email
import re
import time
from datetime import UTC, datetime, timedelta
from email.policy import default

from tests.api.entities import JUROR, SECTION
from tests.browser.site import Site


def in_hours(hours: int) -> str:
    return (datetime.now(UTC) + timedelta(hours=hours)).isoformat()


def begin_scoring(site: Site, **content: object) -> None:
    """Set a deadline that is some hours ahead."""
    SECTION.create(site.api, identifier="jury", content={"deadline": in_hours(3), **content})


def invite(site: Site, year: int, category: str) -> str:
    """Send a new juror her link, and return its path."""
    juror = JUROR.create(site.api, name="Mary", year=year, categories=[category])
    for former in (site.running.data_dir / "mailbox").glob("*.eml"):
        former.unlink()
    assert site.api.post(f"{JUROR.path(juror['id'])}/link").status_code == 204
    return mailed(site, "jury-link", r"(/jury/\S+)")


def mailed_code(site: Site) -> str:
    return mailed(site, "jury-code", r"Code: (\d+ \d+)")


def mailed(site: Site, kind: str, pattern: str) -> str:
    """Return what the last email of a kind has."""
    folder, until = site.running.data_dir / "mailbox", time.monotonic() + 30
    while not (files := sorted(folder.glob(f"*-{kind}.eml"))):
        assert time.monotonic() < until, f"no {kind}"
        time.sleep(0.1)
    message = email.message_from_bytes(files[-1].read_bytes(), policy=default)
    body = message.get_body(("plain",))
    assert body is not None
    found = re.search(pattern, body.get_content())
    assert found is not None
    return found[1]
