"""The public list of blog posts, filtered by category and tag, with pagination."""

import reflex as rx

from awards_site.blog.card import (
    CARD_IMAGE_LAYOUT,
    PostCard,
    post_card,
    post_card_skeleton,
    post_view,
)
from awards_site.blog.models import BlogPost
from awards_site.core import paths
from awards_site.settings import settings
from awards_site.ui.images.picture import preload
from awards_site.ui.lists.filtered_list import filtered_list, shown_records
from awards_site.ui.lists.filters import FieldFilter, filter_select
from awards_site.ui.loading_states import empty_state, failure_state, loading_line, skeleton
from awards_site.ui.pages.list_page import list_page
from awards_site.ui.pages.public_page import Head, PublicPage
from awards_site.ui.queries.query import Query

BY_CATEGORY = FieldFilter("category")
BY_TAG = FieldFilter("tag")
_PER_PAGE = 10
_SKELETONS = 4
_GRID = "mt-8 grid gap-x-10 gap-y-16 md:grid-cols-2 lg:grid-cols-3"


POSTS = Query(
    "/api/blog/summaries", post_view("postCards", early=1), shape=list[PostCard], fallback=[]
)
SHOWN = shown_records(POSTS.result, [BY_CATEGORY, BY_TAG], per_page=_PER_PAGE)
_FAILURE = "Failed to load the blog."


@rx.memo
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
        path=paths.BLOG,
        label="The journal",
        title="Blog",
        lead="News of the awards, and conversations with the women whom they honour.",
        loading=_loading(),
        failure=_FAILURE,
    )


def _posts() -> rx.Component:
    return rx.fragment(
        preload(POSTS.data[0]["image"], CARD_IMAGE_LAYOUT),
        rx.el.div(
            filter_select(POSTS.data, BY_CATEGORY, "Category", "All Categories", "category_label"),
            filter_select(POSTS.data, BY_TAG, "Tag", "All Tags", "tags"),
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


BLOG_PAGE = PublicPage(
    paths.BLOG,
    blog_page,
    Head(
        "Blog",
        f"News and conversations of the {settings().programme}.",
        alternates={"application/atom+xml": paths.FEED},
    ),
    lists=(BlogPost,),
)
