"""Describes the form of a content block, derived from its schema, for `block_form.jsx`."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args, get_origin

import reflex as rx
from pydantic.fields import FieldInfo

from awards_site.core.presentation.content_blocks import BlockSchema, ContentBlock
from awards_site.core.validation import FileUrl, Link, Number, Rule, Text, Timestamp, label_of
from awards_site.features.content.entity import INVALID_JSON, INVALID_JSON_TITLE
from awards_site.features.content.history import diff, format_json, parse_json
from awards_site.frontend import react, script
from awards_site.portal.columns import badge_class
from awards_site.portal.controls import INPUT, LABEL
from awards_site.portal.fields import (
    INPUT_CLASSES,
    MARKDOWN_PASTE,
    BoundField,
    CustomField,
    UploadField,
    shorten_for_display,
)
from awards_site.portal.inputs import upload_source
from awards_site.portal.list_controls import TAB, TAB_LIST, TABS_LIBRARY
from awards_site.portal.previews import PREVIEW_TOGGLE
from awards_site.ui.shell import page_labels


@dataclass(frozen=True)
class Choice:
    """An option of a `choice`."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True)
class BlockField:
    """A value of a content block's form.

    `kind` is one of the `KINDS` of frontend/portal/content/block_kinds.js. A `choice` has
    `choices`, a `group` its `fields`, and a `list` the field of each `item` and the number of items
    that it may have. `default` is the value where the key may be left out.
    """

    key: str
    kind: str
    label: str
    help: str
    required: bool
    default: Any = None
    choices: tuple[Choice, ...] = ()
    fields: tuple["BlockField", ...] = ()
    item: "BlockField | None" = None
    min: int = 0
    max: int = 0


@dataclass(frozen=True)
class BlockForm:
    """The form of a content block; `defaults` are its texts as a section would hold them."""

    fields: tuple[BlockField, ...]
    defaults: Mapping[str, Any]
    has_json: bool = True
    """Whether it offers the JSON of what it can show."""


def block_form(block: ContentBlock[Any]) -> BlockForm:
    return BlockForm(_fields(block.shape), block.default_content)


def _fields(shape: type[BlockSchema]) -> tuple[BlockField, ...]:
    fields = {name: _field(name, each) for name, each in shape.model_fields.items()}
    markdown = {name: replace(fields[name], kind="markdown") for name in shape.source_fields}
    return tuple((fields | markdown).values())


def _field(name: str, info: FieldInfo) -> BlockField:
    return BlockField(
        key=info.alias or name,
        label=_label(name, info),
        help=info.description or "",
        required=info.is_required(),
        default=None if info.is_required() else info.get_default(call_default_factory=True),
        **_kind(info),
    )


def _label(name: str, info: FieldInfo) -> str:
    """Return the title of a field, or its name in error messages."""
    labels = [info.title, *(rule.label for rule in info.metadata if isinstance(rule, Rule))]
    return next(filter(None, labels), label_of(name))


def _kind(info: FieldInfo) -> dict[str, Any]:
    """Return the arguments of a `BlockField` that depend on the annotation."""
    annotation = info.annotation
    if get_origin(annotation) is list:
        (item,) = get_args(annotation)
        bounds = {"min_length": 0, "max_length": 0}
        for rule in info.metadata:
            bounds |= {key: getattr(rule, key) for key in bounds if hasattr(rule, key)}
        minimum, maximum = bounds.values()
        return {"kind": "list", "item": _item(item), "min": minimum, "max": maximum}
    if isinstance(annotation, type) and issubclass(annotation, BlockSchema):
        return {"kind": "group", "fields": _fields(annotation)}
    if get_origin(annotation) is Literal:
        choices = tuple(Choice(each, label_of(each)) for each in get_args(annotation))
        return {"kind": "choice", "choices": choices}
    return {"kind": _simple_kind(info)}


def _item(annotation: Any) -> BlockField:
    """Return the field of a list's items; objects are called after their schema."""
    info = FieldInfo.from_annotation(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BlockSchema):
        return _field(annotation.__name__, info)
    return _field("paragraph" if _simple_kind(info) == "text" else "item", info)


def _simple_kind(info: FieldInfo) -> str:
    """Return the kind of a single value. Raises TypeError for one without an input."""
    if info.annotation is bool:
        return "switch"
    for rule in info.metadata:
        match rule:
            case Timestamp():
                return "datetime"
            case Number():
                return "number"
            case FileUrl():
                return "image"
            case Link():
                return "link"
            case Text():
                return "line" if rule.is_single_line else "text"
    raise TypeError(f"The form of content blocks has no input for {info!r}")


_IMAGE = UploadField(
    "image",
    "Image",
    upload_path="/api/upload/image",
    form_data_key="image",
    failed_toast=("Upload failed", "There was an error uploading your image."),
)
_EDITOR = (
    "overflow-hidden rounded-md border border-line bg-white hover:border-muted/50"
    " focus-within:outline-2 focus-within:outline-plum"
    " has-[[aria-invalid=true]]:border-danger"
)
_CLASSES = {
    **INPUT_CLASSES,
    "editor": _EDITOR,
    "tabs": f"{TAB_LIST} mb-5",
    "tab": TAB,
    "name": LABEL,
    # A focused input leaves room for its error below.
    "input": f"{INPUT} scroll-mb-12",
    "badge": badge_class("neutral"),
    "checkbox": "size-5 cursor-pointer accent-plum focus-visible:outline-plum",
    "group": "min-w-0 rounded-lg border border-line px-4 pt-1 pb-4",
    "legend": "px-1 text-sm font-semibold text-ink",
    "item": "min-w-0 rounded-lg border border-line bg-ground/40",
    "toggle": (
        "flex min-h-10 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-lg px-3 text-left"
        " text-sm hover:bg-ground focus-visible:outline-plum max-md:min-h-11"
    ),
}


SectionEditor = react(
    "SectionEditor",
    script("portal/content/section_preview.jsx"),
    dependencies=[
        TABS_LIBRARY,
        "@codemirror/commands@6.11.1",
        "@codemirror/lang-json@6.0.2",
        "@codemirror/language@6.13.1",
        "@codemirror/lint@6.9.8",
        "@codemirror/state@6.7.6",
        "@codemirror/view@6.43.15",
        "@lezer/highlight@1.2.5",
        "jsonc-parser@3.3.1",
        *MARKDOWN_PASTE,
    ],
    input_id=str,
    name=str,
    label=str,
    default_value=str,
    server_error=str,
    classes=dict[str, str],
    block=dict[str, Any],
    is_invalid=bool,
    invalid_json=tuple[str, str],
    field_errors=list[dict[str, Any]],
    time_zone=str,
    pages=list[dict[str, str]],
    image_source=dict[str, Any],
    on_tab=rx.EventHandler[rx.event.passthrough_event_spec(str)],
)
"""Loads `section_editor.jsx` when a form opens; it submits the section's JSON as `name`."""


def section_editor(bound: BoundField, state: Any) -> rx.Component:
    """Return the editor of a section's content, in the form of the Content Editor's `state`."""
    return SectionEditor.create(
        input_id=bound.id,
        name=bound.field.name,
        label=bound.field.label,
        default_value=bound.value.to(str),
        server_error=bound.error,
        classes=_CLASSES,
        block=state.block,
        is_invalid=state.defect != "",
        invalid_json=(INVALID_JSON_TITLE, INVALID_JSON),
        field_errors=state.field_errors,
        time_zone=state.time_zone,
        pages=[{"path": path, "label": label} for path, label in page_labels().items()],
        image_source=upload_source(_IMAGE),
        on_tab=state.choose_tab,
    )


@dataclass(frozen=True, kw_only=True)
class JsonField(CustomField):
    """A JSON object, submitted as text."""

    has_own_label: bool = True
    shows_errors: bool = True

    def to_input(self, value: Any) -> str:
        return format_json({} if value is None else value)

    def from_input(self, text: Any) -> Any:
        """Returns invalid JSON as text, which the API rejects."""
        try:
            return parse_json(text)
        except ValueError:
            return text

    def display_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Returns only the lines that differ."""
        lines = diff(before, after).lines
        removed, added = (
            " ".join(line.text.strip() for line in lines if line.kind == kind)
            for kind in ("removed", "added")
        )
        return shorten_for_display(removed), shorten_for_display(added)


_SectionPreview = react(
    "SectionPreview",
    script("portal/content/section_preview.jsx"),
    url=str,
    label=str,
    toggle_class_name=str,
)


def live_preview(url: rx.Var[str]) -> rx.Component:
    """Return the preview beside the form, in windows from 1280 px on."""
    return rx.cond(
        url != "",
        rx.el.div(
            _SectionPreview.create(
                url=url,
                label="Preview of the page",
                toggle_class_name=PREVIEW_TOGGLE,
                class_name="dialog-form",
            ),
            custom_attrs={"data-beside": True},
            class_name=(
                "hidden min-h-0 flex-col overflow-hidden rounded-br-xl border-l border-line"
                " xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:flex"
            ),
        ),
    )
