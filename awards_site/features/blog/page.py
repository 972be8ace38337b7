"""The public page of the blog, and the card of a post, which other pages show, too."""

from typing import Any, TypedDict

import reflex as rx

from awards_site.features.blog.entity import BLOG_PAGE, FEED, BlogCategory, BlogPost, PostView
from awards_site.frontend import script
from awards_site.settings import settings
from awards_site.ui.controls import link
from awards_site.ui.images import PARCHMENT, Layout, PageImage, picture, placeholder, preload
from awards_site.ui.lists import FieldFilter, filter_select, filtered_list, shown_records
from awards_site.ui.loading_states import (
    card_skeleton,
    empty_state,
    failure_state,
    loading_line,
    skeleton,
)
from awards_site.ui.pages import Head, list_page, public_page
from awards_site.ui.queries import Query, ViewFunction, api_fields
from awards_site.ui.shell import MenuEntry

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
    image: PageImage
    date: str
    day: str


def post_view(name: str, shape: type[PostCard] = PostCard, **options: Any) -> ViewFunction:
    """Return a view of `views.js` with the category labels and `options`."""
    fields = api_fields(shape, PostView)
    return ViewFunction(
        name, _SCRIPT, {"fields": fields, "labels": BlogCategory.labels(), **options}
    )


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


BY_CATEGORY = FieldFilter("category", label_field="category_label")
BY_TAG = FieldFilter("tag", label_field="tags")
_PER_PAGE = 10
_SKELETONS = 4
_GRID = "mt-8 grid gap-x-10 gap-y-16 md:grid-cols-2 lg:grid-cols-3"


POSTS = Query(
    "/api/blog/summaries", post_view("postCards", early=1), shape=list[PostCard], fallback=[]
)
SHOWN = shown_records(POSTS, _PER_PAGE, filters=[BY_CATEGORY, BY_TAG])
_FAILURE = "Failed to load the blog."


@public_page(
    BLOG_PAGE,
    Head(
        "Blog",
        f"News and conversations of the {settings().programme}.",
        alternates={"application/atom+xml": FEED},
    ),
    lists=(BlogPost,),
    menu=MenuEntry("Blog", 140, ("stories",)),
)
def blog_page() -> rx.Component:
    return list_page(
        POSTS,
        SHOWN,
        rx.cond(
            POSTS.data,
            _posts(),
            empty_state(
                "No posts yet.", "The first one is announced in the newsletter.", class_name="mt-14"
            ),
        ),
        path=BLOG_PAGE,
        label="The journal",
        title="Blog",
        lead="News of the awards, and conversations with the women whom they honour.",
        loading=_loading(),
        failure=_FAILURE,
    )


PAGE = blog_page


def _posts() -> rx.Component:
    return rx.fragment(
        preload(POSTS.data[0]["image"], CARD_IMAGE_LAYOUT),
        rx.el.div(
            filter_select(POSTS.data, BY_CATEGORY, "Category", "All Categories"),
            filter_select(POSTS.data, BY_TAG, "Tag", "All Tags"),
            role="group",
            aria_label="Filters",
            class_name="mt-12 mb-8 grid gap-4 sm:flex sm:gap-6",
        ),
        filtered_list(
            SHOWN,
            PostCard,
            post_card,
            empty=empty_state("No posts found", "Try another category or tag.", class_name="mt-8"),
            failure=failure_state(_FAILURE, POSTS.retry, "mt-8"),
            count_labels=("post", "posts"),
            item=lambda _post: {"class_name": "group/post arrive min-w-0 md:first:col-span-full"},
            class_name=_GRID,
            data_testid="posts",
        ),
    )


def _loading() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            skeleton("h-12 w-full sm:w-64"),
            skeleton("h-12 w-full sm:w-64"),
            class_name="mt-12 mb-8 grid gap-4 pt-7 sm:flex sm:gap-6",
        ),
        loading_line("Loading posts..."),
        rx.el.div(*[post_card_skeleton() for _ in range(_SKELETONS)], class_name=_GRID),
        data_testid="posts-loading",
    )
