"""The time zone of the demo edition's programme, which is based in Atlanta."""

from zoneinfo import ZoneInfo

ZONE = ZoneInfo("America/New_York")
