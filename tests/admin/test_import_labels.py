"""An import calls the fields as their form does."""

import pytest

from awards_site.core.database.managed_record import ScheduledSchema
from awards_site.features.events.admin import EVENTS
from awards_site.features.events.api import importer as events
from awards_site.features.nominees.admin import NOMINEES
from awards_site.features.nominees.api import importer as nominees
from awards_site.features.photos.admin import PHOTOS
from awards_site.features.photos.api import importer as photos
from awards_site.features.sponsors.admin import SPONSORS
from awards_site.features.sponsors.api import importer as sponsors
from awards_site.portal.screen import Screen
from awards_site.records.imports.service import Importer


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
