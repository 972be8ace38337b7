"""The page of one post: its text, and what to read next."""

import asyncio
from typing import Any
from urllib.parse import quote

import reflex as rx

from awards_site.blog.article import (
    NO_ARTICLE,
    Article,
    article,
    post_head,
    post_link,
    related,
)
from awards_site.blog.card import CARD_PICTURE, PostCard, post_line, post_stand_in, read_posts
from awards_site.core.request_client import RequestClient
from awards_site.settings import settings
from awards_site.sharing.cards import post_card
from awards_site.ui import paths
from awards_site.ui.links import CARD_LINK, TEXT_LINK, link, text_link
from awards_site.ui.neighbours import NO_LINK, NamedLink, beside, neighbour_link
from awards_site.ui.picture import Layout, picture, preload
from awards_site.ui.public_page import Address, add_record_pages
from awards_site.ui.record_page import (
    RecordState,
    breadcrumb,
    read_by_key,
    read_published,
    record_page,
    record_skeleton,
    share_button,
)

_PICTURE = Layout((("(min-width: 90rem)", "80rem"), ("", "100vw")), ratio=16 / 9)


class PostPage(RecordState, rx.State):
    """A published post, the nominee it is about, and the posts to read next."""

    post: Article = NO_ARTICLE
    nominee: NamedLink = NO_LINK
    newer: NamedLink = NO_LINK
    older: NamedLink = NO_LINK
    related: list[PostCard] = []

    async def _read(self, client: RequestClient, key: str) -> bool:
        """Read the post, and then what belongs to it at once."""
        post = await _read_post(client, key)
        if post is None:
            return False
        posts, self.nominee = await asyncio.gather(read_posts(client), _subject(client, post))
        self.post = article(post)
        self.head = post_head(post, self.post, post_card(post).address)
        self.newer, self.older = beside(list(map(post_link, posts)), self.post["path"])
        self.related = related(posts, self.post)
        return True


async def _read_post(client: RequestClient, slug: str) -> dict[str, Any] | None:
    return await read_published(client, f"/api/blog/slug/{quote(slug, safe='')}")


async def _subject(client: RequestClient, post: dict[str, Any]) -> NamedLink:
    """Return the link to the nominee whom a post is about, once she is published."""
    number = post.get("nomineeId")
    nominee = await read_by_key(client, paths.NOMINEES, str(number)) if number else None
    if nominee is None:
        return NO_LINK
    return NamedLink(name=nominee["name"], path=paths.nominee(nominee["id"], nominee["name"]))


def post_page() -> rx.Component:
    """Return the page of a post."""
    return record_page(
        PostPage,
        rx.el.article(
            _heading(),
            _text(),
            _next_and_last(),
            rx.cond(PostPage.related, _related()),
            custom_attrs={"data-testid": "post"},
        ),
        loading=record_skeleton(),
        failure="Failed to load the post.",
        active=paths.BLOG,
    )


def _heading() -> rx.Component:
    post = PostPage.post
    return rx.el.header(
        preload(post["image"], _PICTURE),
        breadcrumb(("Blog", paths.BLOG), current=post["title"]),
        rx.el.p(post_line(post), class_name="label mt-12 border-t border-gold pt-4 text-gold-ink"),
        rx.el.h1(
            post["title"],
            class_name="display-2 mt-6 max-w-[13.4em] break-words"
            " md:text-[clamp(3rem,5.6vw,5.75rem)]",
        ),
        rx.el.p(post["excerpt"], class_name="lead mt-8 max-w-[40em] break-words text-muted"),
        rx.el.p(
            f"By {settings().programme}",
            rx.el.span(" · ", post["minutes"], " min read"),
            class_name="label mt-8",
        ),
        rx.cond(
            post["image"]["src"],
            picture(
                post["image"],
                "",
                rx.fragment(),
                _PICTURE,
                class_name="mt-12 aspect-video w-full bg-line object-cover",
            ),
        ),
        class_name="page-width pt-8",
    )


def _text() -> rx.Component:
    post = PostPage.post
    return rx.el.div(
        rx.html(
            post["html"],
            class_name="long-text max-w-[32em] text-[1.1875rem]! [overflow-wrap:anywhere]",
            custom_attrs={"data-testid": "post-text"},
        ),
        rx.el.aside(
            rx.cond(
                PostPage.nominee["path"],
                rx.el.div(
                    rx.el.h2("About", class_name="label text-gold-ink"),
                    link(
                        PostPage.nominee["name"],
                        href=PostPage.nominee["path"],
                        class_name="display-3 mt-1 inline-block break-words decoration-gold"
                        " decoration-1 underline-offset-4 hover:underline",
                    ),
                ),
            ),
            rx.cond(
                post["tags"],
                rx.el.div(
                    rx.el.h2("Tags", class_name="label text-gold-ink"),
                    rx.el.ul(
                        rx.foreach(post["tag_links"], _tag),
                        class_name="mt-2 flex flex-wrap gap-2",
                        custom_attrs={"data-testid": "post-tags"},
                    ),
                ),
            ),
            rx.el.div(share_button(PostPage, TEXT_LINK)),
            aria_label="About this post",
            class_name="grid content-start gap-8 border-t border-gold pt-6",
        ),
        class_name="page-width grid gap-x-16 gap-y-14 pt-14 pb-20 md:pb-28"
        " lg:grid-cols-[minmax(0,1fr)_18rem]",
    )


def _tag(tag: rx.vars.ObjectVar[NamedLink]) -> rx.Component:
    return rx.el.li(
        link(
            tag["name"],
            href=tag["path"],
            class_name="label inline-flex min-h-8 items-center border border-ink/30 px-3 break-all"
            " hover:border-ink",
        ),
        key=tag["path"],
    )


def _next_and_last() -> rx.Component:
    return rx.el.nav(
        rx.el.div(
            neighbour_link(PostPage.newer, "Newer post", "prev"),
            neighbour_link(PostPage.older, "Older post", "next"),
            class_name="page-width grid grid-cols-2 items-start gap-8 border-t border-line py-12",
        ),
        aria_label="Other posts",
        custom_attrs={"data-testid": "neighbours"},
    )


def _related() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.h2("Related posts", id="related-posts", class_name="display-2"),
            rx.el.ul(
                rx.foreach(PostPage.related, _related_post),
                class_name="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-3",
                custom_attrs={"data-testid": "related-posts"},
            ),
            text_link("All posts", href=paths.BLOG, class_name="mt-12"),
            class_name="page-width py-20",
        ),
        aria_labelledby="related-posts",
        class_name="on-dark bg-plum text-on-plum",
    )


def _related_post(post: rx.vars.ObjectVar[PostCard]) -> rx.Component:
    return rx.el.li(
        picture(
            post["image"],
            "",
            post_stand_in("aspect-3/2"),
            CARD_PICTURE,
            class_name="aspect-3/2 w-full bg-plum-deep object-cover",
        ),
        rx.el.p(post_line(post), class_name="label mt-4 text-gold-light"),
        rx.el.h3(
            link(
                post["title"],
                href=post["path"],
                class_name=CARD_LINK,
            ),
            class_name="display-3 mt-1 break-words",
        ),
        key=post["id"],
        class_name="group relative min-w-0",
    )


async def _addresses(client: RequestClient) -> list[Address]:
    """Return the page of every published post."""
    return [Address(paths.post(each["slug"])) for each in await read_posts(client)]


async def _find(client: RequestClient, slug: str) -> str | None:
    """Return the path of the published post of a slug, or None."""
    post = await _read_post(client, slug)
    return paths.post(post["slug"]) if post else None


def add_post_pages(app: rx.App) -> None:
    """Add the pages of the posts to the app."""
    add_record_pages(
        app,
        post_page,
        route=f"{paths.BLOG}/[key]",
        on_load=PostPage.load,
        addresses=_addresses,
        find=_find,
    )
