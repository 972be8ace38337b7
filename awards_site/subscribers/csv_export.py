"""The button that exports a list as a CSV file, which is generated in the browser."""

from collections.abc import Mapping

import reflex as rx

from awards_site.admin.lists.export import EXPORT_SCRIPT, export_button
from awards_site.settings import settings
from awards_site.ui.queries.dates import DATES_SCRIPT

_IMPORTED_SCRIPTS = (DATES_SCRIPT, EXPORT_SCRIPT)


class CsvExport(rx.Component):
    """Wraps the button of `csv_export.jsx`."""

    library = rx.asset("csv_export.jsx", shared=True).importable_path
    tag = "CsvExport"
    lib_dependencies: list[str] = ["papaparse@5.7.1"]

    path: rx.Var[str]
    columns: rx.Var[dict[str, str]]
    dates: rx.Var[list[str]]
    only: rx.Var[str]
    optional: rx.Var[dict[str, str]]
    zone: rx.Var[str]
    name: rx.Var[str]
    on_failed: rx.EventHandler[rx.event.passthrough_event_spec(str)]


def csv_export(
    path: str,
    name: str,
    columns: Mapping[str, str],
    dates: tuple[str, ...],
    only: str,
    optional: Mapping[str, str],
) -> rx.Component:
    """Return the button that saves the records at `path` as `{name}_{date}.csv`.

    `columns` maps the headings of the file to keys of the records. Keys in `dates` hold times,
    which are written as ISO 8601 dates in the programme's time zone. Only records in which `only`
    is true are saved. A column of `optional` is left out if no record has a value for it.
    """
    return export_button(
        CsvExport,
        path=path,
        name=name,
        columns=dict(columns),
        dates=list(dates),
        only=only,
        optional=dict(optional),
        zone=str(settings().zone),
    )
