"""The management screen of events."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from awards_site.core.errors import ApiError
from awards_site.features.events.entity import EVENT
from awards_site.portal.columns import STATUS, Column, DateColumn
from awards_site.portal.drafts import RecordDrafts
from awards_site.portal.fields import (
    DateTimeField,
    Field,
    LinkField,
    SwitchField,
    TextAreaField,
    UploadField,
    UrlField,
    VisibleWhen,
    publication_fields,
)
from awards_site.portal.gateway import Notice, Notices
from awards_site.portal.history import RecordHistory
from awards_site.portal.management_page import AdminPage, back_to_dashboard, management_page
from awards_site.portal.screen import (
    Form,
    Screen,
)
from awards_site.ui.toasts import notify

_FIELDS = (
    Field("title", "Title"),
    TextAreaField("description", "Description"),
    Field(
        "location",
        "Location",
        help="Of a virtual event, it is shown unless there is a meeting URL.",
        half=True,
    ),
    Field("type", "Type", help="For example, workshop, gala or deadline.", half=True),
    DateTimeField("startDate", "Start date", half=True),
    DateTimeField("endDate", "End date", half=True),
    SwitchField("isVirtual", "Virtual event"),
    UrlField(
        "virtualMeetingUrl",
        "Virtual meeting URL",
        help="Shown to visitors as 'Join Virtual Meeting' instead of the location.",
        visible_when=VisibleWhen("isVirtual"),
    ),
    LinkField("registrationUrl", "Registration URL", help="Shown until the event is over."),
    UploadField(
        "imageUrl",
        "Image URL",
        help="JPG, PNG, GIF or WEBP, at most 5MB. It is shown wide, 16:9.",
        upload_path="/api/uploads/event-image",
        failed_toast=("Upload failed", "There was an error uploading your image."),
    ),
    *publication_fields(),
)

EVENTS = Screen(
    entity=EVENT,
    icon="calendar-days",
    group="Programme",
    site_path="{path}",
    columns=(
        Column("Title", "title"),
        DateColumn("Date", "startDate"),
        Column("Location", "location"),
        Column("Type", "type"),
        STATUS,
    ),
    create=Form(
        _FIELDS,
        title="Create Event",
        description="Appears in the calendar as soon as it is published.",
    ),
    notices=Notices.from_templates(
        Notice("Event {did}", "{name}"),
        Notice("Failed to {do} event", "{message}"),
        published=Notice("Event Published", "{name}"),
        unpublished=Notice("Event Unpublished", "{name}"),
    ),
    empty="No events have been created yet.",
    no_results="No events match your search.",
)


class EventsAdmin(RecordDrafts, RecordHistory, rx.State):
    """The State of the events' screen."""

    screen: ClassVar[Screen] = EVENTS

    def _from_inputs(self, form: Form, form_data: Mapping[str, Any]) -> dict[str, Any]:
        """Clears the hidden meeting URL of an event that is not virtual."""
        values = super()._from_inputs(form, form_data)
        return values if values["isVirtual"] else {**values, "virtualMeetingUrl": None}

    def _validation_toast(self, _error: ApiError) -> rx.event.EventSpec:
        return notify("Form Error", "Please check the marked fields.", destructive=True)


def events_admin_page() -> rx.Component:
    return management_page(EventsAdmin, tools=[back_to_dashboard()])


PAGE = AdminPage(EventsAdmin, events_admin_page)
