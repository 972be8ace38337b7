"""An import calls the fields as their form does."""

import pytest

from awards_site.core.database.managed_record import ScheduledSchema
from awards_site.features.events.admin import EVENTS
from awards_site.features.events.service import EVENT
from awards_site.features.nominees.admin import NOMINEES
from awards_site.features.nominees.service import NOMINEE
from awards_site.features.photos.admin import PHOTOS
from awards_site.features.photos.entity import PHOTO
from awards_site.features.sponsors.admin import SPONSORS
from awards_site.features.sponsors.entity import SPONSOR
from awards_site.portal.screen import Screen
from awards_site.records.entity import Entity
from awards_site.records.imports.service import Importer


@pytest.mark.parametrize(
    ("screen", "entity"),
    [(NOMINEES, NOMINEE), (PHOTOS, PHOTO), (SPONSORS, SPONSOR), (EVENTS, EVENT)],
    ids=lambda each: each.label if isinstance(each, Screen) else "",
)
def test_the_headings_of_an_import_are_the_labels_of_the_form(
    screen: Screen, entity: Entity
) -> None:
    assert screen.create
    assert entity.imports
    unpublished = {screen.publish, "publishAt", "unpublishAt", *ScheduledSchema.model_fields}
    labels = {each.name: each.label for each in screen.create.fields}
    expected = {name: label for name, label in labels.items() if name not in unpublished}
    assert {each.key: each.label for each in Importer(entity, entity.imports).fields} == expected
