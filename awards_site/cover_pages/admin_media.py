"""A cover page's media: a thumbnail in the table, and all media in a dialog."""

import reflex as rx

from awards_site.admin.controls import icon_button
from awards_site.admin.lists.cells import Row, broken_image
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.cover_pages.models import MediaType
from awards_site.ui.images.picture import Layout, picture, placeholder
from awards_site.ui.overlays.dialog import dialog
from awards_site.ui.overlays.dialog_parts import dialog_body

_FRAME = "grid h-12 w-20 place-items-center overflow-hidden rounded-md border border-line bg-ground"
_LAYOUT = Layout((("", "5rem"),), ratio=5 / 3)


def thumbnail(row: Row) -> rx.Component:
    """Return the thumbnail of a row; an icon for a video or a broken image."""
    name = row["display_name"].to(str)
    return rx.el.div(
        rx.cond(
            _is_video(row),
            placeholder("film", f"Video of {name}", "size-4.5"),
            picture(
                _images(row)[0],
                name,
                placeholder("image", name, "size-4.5"),
                _LAYOUT,
                class_name="size-full object-cover",
            ),
        ),
        class_name=_FRAME,
    )


def media_dialog(row: Row) -> rx.Component:
    """Return the dialog of a row's media, with the button that opens it."""
    name = row["display_name"].to(str)
    return dialog(
        dialog_body(
            rx.cond(
                _is_video(row),
                rx.el.video(
                    src=row["image_url"].to(str),
                    controls=True,
                    plays_inline=True,
                    preload="metadata",
                    aria_label=f"Video of {name}",
                    class_name="max-h-[60dvh] w-full bg-ink",
                ),
                _image(row["image_url"].to(str), f"Image of {name}"),
            ),
            rx.cond(
                row["media_type"].to(str) == MediaType.CAROUSEL.value,
                rx.foreach(
                    _images(row)[1:],
                    lambda image, index: _image(image["src"], f"Image {index + 2} of {name}"),
                ),
            ),
            class_name="grid content-start gap-3 bg-ground",
        ),
        title=name,
        description=row["subtitle"].to(str),
        trigger=icon_button("image", f"View image: {name}"),
        width="large",
        testid="image-dialog",
    )


def _image(url: rx.Var[str], alt: rx.Var[str] | str) -> rx.Component:
    return picture(
        url,
        alt,
        broken_image("The image cannot be shown.", alt),
        class_name="max-h-[60dvh] w-full object-contain",
    )


def _images(row: Row) -> rx.Var[list[ResponsiveImage]]:
    return row["images"].to(list[ResponsiveImage])


def _is_video(row: Row) -> rx.Var[bool]:
    return row["media_type"].to(str) == MediaType.VIDEO.value
