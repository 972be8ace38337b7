"""The card of a blog post: image, category, date, title and excerpt."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.blog.models import BlogCategory
from awards_site.core.presentation.views import ResponsiveImage
from awards_site.frontend import script
from awards_site.ui.images.picture import PARCHMENT, Layout, picture, placeholder
from awards_site.ui.links import link
from awards_site.ui.loading_states import card_skeleton
from awards_site.ui.queries.query import View

_SCRIPT = script("blog/views.js")

CARD_IMAGE_LAYOUT = Layout(
    (("", "auto"), ("(min-width: 64rem)", "46rem"), ("(min-width: 48rem)", "50vw"), ("", "100vw")),
    ratio=3 / 2,
)
"""The widths of a post's image in a list; the first card is the largest."""


class PostCard(TypedDict):
    """The view model of a card; missing values are empty.

    `date` is the publication date in words, `day` the same date in ISO 8601. `tag` holds the
    lowercase tags, which are the values of the URL's `tag` filter, in the order of `tags`.
    """

    id: int
    path: str
    title: str
    excerpt: str
    category: str
    category_label: str
    tag: list[str]
    tags: list[str]
    image: ResponsiveImage
    date: str
    day: str


def post_view(name: str, **options: Any) -> View:
    """Return a view of `views.js` with the category labels and `options`."""
    return View(name, _SCRIPT, {"labels": BlogCategory.labels(), **options})


def post_card(post: rx.vars.ObjectVar[PostCard]) -> rx.Component:
    """Return the card of a post, which links to its page; a list's first card is the largest."""
    return rx.el.article(
        rx.el.div(
            picture(
                post["image"],
                "",
                post_placeholder(post, "aspect-3/2"),
                CARD_IMAGE_LAYOUT,
                class_name="aspect-3/2 w-full bg-line object-cover transition-transform"
                " duration-700 group-hover/post:scale-[1.03]",
            ),
            class_name="overflow-hidden",
        ),
        rx.el.div(
            rx.el.p(post_line(post), class_name="label mt-5 text-gold-ink"),
            rx.el.h2(
                link(
                    post["title"],
                    href=post["path"],
                    class_name="decoration-gold decoration-1 underline-offset-4"
                    " group-hover/post:underline after:absolute after:inset-0",
                ),
                class_name="display-3 mt-2"
                " md:group-first/post:text-[clamp(2rem,3.4vw,3.25rem)]"
                " md:group-first/post:leading-[1.08]",
            ),
            rx.el.p(post["excerpt"], class_name="mt-3 line-clamp-4 max-w-[40em] text-muted"),
            class_name="min-w-0",
        ),
        class_name="relative grid-cols-[7fr_5fr] items-center gap-x-14 md:group-first/post:grid",
        data_testid="post-card",
    )


def post_line(post: rx.vars.ObjectVar[PostCard]) -> rx.Component:
    return rx.fragment(
        post["category_label"],
        rx.cond(
            post["day"],
            rx.fragment(
                rx.el.span(" | "), rx.el.time(post["date"], custom_attrs={"dateTime": post["day"]})
            ),
        ),
    )


def post_placeholder(post: rx.Var[Any], class_name: str) -> rx.Component:
    """Return the placeholder of a post's image: a drawing of a letter."""
    return placeholder(
        "post", post["title"], f"{class_name} w-full {PARCHMENT}", data_testid="post-placeholder"
    )


def post_card_skeleton() -> rx.Component:
    return card_skeleton("aspect-3/2", "mt-5 h-4 w-1/3", "mt-3 h-7 w-4/5", "mt-4 h-16 w-full")
