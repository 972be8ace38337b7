"""An import calls the fields as their form does."""

import pytest

from awards_site.core.database.managed_record import ScheduledSchema
from awards_site.features.registry import modules
from awards_site.portal.screen import Screen
from awards_site.records.imports.service import Importer

SCREENS = [each.PAGE.state.screen for each in modules("admin")]


@pytest.mark.parametrize(
    "screen",
    [each for each in SCREENS if each.imports and each.create],
    ids=lambda screen: screen.label,
)
def test_the_headings_of_an_import_are_the_labels_of_the_form(screen: Screen) -> None:
    assert screen.create
    assert screen.entity
    assert screen.entity.imports
    unpublished = {screen.publish, "publishAt", "unpublishAt", *ScheduledSchema.model_fields}
    labels = {each.name: each.label for each in screen.create.fields}
    expected = {name: label for name, label in labels.items() if name not in unpublished}
    fields = Importer(screen.entity, screen.entity.imports).fields
    assert {each.key: each.label for each in fields} == expected
