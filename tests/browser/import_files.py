"""The file of an edition that browser tests import: 200 nominees, seven of them with errors."""

import csv
import io

HEADINGS = [
    "Name",
    "Their task",
    "Company",
    "Category",
    "Year",
    "Bio",
    "Achievements",
    "LinkedIn URL",
]
FAULTY = {
    14: ("Name", "A"),
    33: ("Category", "Sorcery"),
    61: ("Year", "1999"),
    90: ("Bio", "Short"),
    120: ("LinkedIn URL", "linkedin"),
    151: ("Achievements", ""),
    188: ("Company", ""),
}
"""The errors of some rows, by their number in the spreadsheet."""


def nominees_file(count: int = 200) -> bytes:
    """Return a file as a spreadsheet program writes it where the comma is for decimals."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";")
    writer.writerow(HEADINGS)
    for number in range(2, count + 2):
        row = {
            "Name": f"Zoé Okafor {number}",
            "Their task": "Founder & CEO",
            "Company": f"Weaver's Guild {number}; Lagos",
            "Category": "Startup of the Year",
            "Year": "2031",
            "Bio": "She began with a borrowed sewing machine.\nToday she employs forty women.",
            "Achievements": "Three hundred women work with her.",
            "LinkedIn URL": "https://www.linkedin.com/in/zoe",
        }
        if number in FAULTY:
            heading, value = FAULTY[number]
            row[heading] = value
        writer.writerow(row[heading] for heading in HEADINGS)
    return text.getvalue().encode("cp1252")
