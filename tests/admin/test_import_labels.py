"""An import calls the fields as their form does."""

import pytest

from awards_site.admin.screens.screen import Screen
from awards_site.core.records.publishing import ScheduledSchema
from awards_site.events.admin import EVENTS
from awards_site.events.api import importer as events
from awards_site.nominees.admin import NOMINEES
from awards_site.nominees.api import importer as nominees
from awards_site.photos.admin import PHOTOS
from awards_site.photos.api import importer as photos
from awards_site.resources.imports.service import Importer
from awards_site.sponsors.admin import SPONSORS
from awards_site.sponsors.api import importer as sponsors


@pytest.mark.parametrize(
    ("screen", "importer"),
    [(NOMINEES, nominees), (PHOTOS, photos), (SPONSORS, sponsors), (EVENTS, events)],
    ids=lambda each: each.label if isinstance(each, Screen) else "",
)
def test_the_headings_of_an_import_are_the_labels_of_the_form(
    screen: Screen, importer: Importer
) -> None:
    assert screen.create
    unpublished = {screen.publish, "publishAt", "unpublishAt", *ScheduledSchema.model_fields}
    labels = {each.name: each.label for each in screen.create.fields}
    expected = {name: label for name, label in labels.items() if name not in unpublished}
    assert {each.key: each.label for each in importer.fields} == expected
