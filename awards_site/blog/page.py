"""The public page of the blog, filtered by category and tag, in pages of ten."""

import reflex as rx

from awards_site.blog.card import (
    CARD_PICTURE,
    PostCard,
    post_card,
    post_card_skeleton,
    post_cards,
    read_posts,
)
from awards_site.core.pictures import ResponsiveImage, above_the_fold, responsive_image
from awards_site.core.request_client import RequestClient
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.filters import Filter, filter_select
from awards_site.ui.list_page import ListState, list_page
from awards_site.ui.pagination import paged_list
from awards_site.ui.picture import preload
from awards_site.ui.public_page import add_public_page
from awards_site.ui.states import empty_state, loading_line, skeleton

BY_CATEGORY = Filter("category")
BY_TAG = Filter("tag")
_PER_PAGE = 10
_SKELETONS = 4
_GRID = "mt-8 grid gap-x-10 gap-y-16 md:grid-cols-2 lg:grid-cols-3"


class BlogPage(ListState, rx.State):
    """The published posts, and how far they have been loaded."""

    posts: list[PostCard] = []
    first: ResponsiveImage = responsive_image(None)
    """The picture that is fetched first."""

    async def _read(self, client: RequestClient) -> None:
        """Read the published posts."""
        answer = await read_posts(client)
        posts = post_cards(answer)
        self.first = above_the_fold([card["image"] for card in posts[:1]])
        self.posts = posts


def blog_page() -> rx.Component:
    """Return the page of the blog."""
    return list_page(
        BlogPage,
        rx.cond(
            BlogPage.posts,
            _posts(),
            rx.el.div(
                empty_state("No posts yet.", "The first one is announced in the newsletter."),
                class_name="mt-14",
            ),
        ),
        path=paths.BLOG,
        label="The journal",
        title="Blog",
        lead="News of the awards, and conversations with the women whom they honour.",
        loading=_loading(),
        failure="Failed to load the blog.",
        on_retry=BlogPage.load,
    )


def _posts() -> rx.Component:
    return rx.fragment(
        preload(BlogPage.first, CARD_PICTURE),
        rx.el.div(
            filter_select(
                BlogPage.posts, BY_CATEGORY, "Category", "All Categories", "category_label"
            ),
            filter_select(BlogPage.posts, BY_TAG, "Tag", "All Tags", "tags"),
            role="group",
            aria_label="Filters",
            class_name="mt-12 mb-8 grid gap-4 sm:flex sm:gap-6",
        ),
        paged_list(
            BlogPage.posts,
            post_card,
            [BY_CATEGORY, BY_TAG],
            per_page=_PER_PAGE,
            empty=rx.el.div(
                empty_state("No posts found", "Try another category or tag."), class_name="mt-8"
            ),
            nouns=("post", "posts"),
            item=lambda _post: {"class_name": "group/post arrive min-w-0 md:first:col-span-full"},
            class_name=_GRID,
            custom_attrs={"data-testid": "posts"},
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
        custom_attrs={"data-testid": "posts-loading"},
    )


def add_blog_page(app: rx.App) -> None:
    """Add the page of the blog to the app."""
    add_public_page(
        app,
        blog_page,
        path=paths.BLOG,
        name="Blog",
        description=f"News and conversations of the {settings().programme}.",
        on_load=BlogPage.load,
        alternates={"application/atom+xml": paths.FEED},
    )
