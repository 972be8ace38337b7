"""Where the programme of the demo edition is at home: Atlanta, whose clocks its times follow."""

from zoneinfo import ZoneInfo

ZONE = ZoneInfo("America/New_York")
