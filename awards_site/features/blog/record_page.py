"""The page of one blog post, with links to other posts."""

import reflex as rx
from pydantic_core import to_jsonable_python

from awards_site.core import paths
from awards_site.core.presentation.texts import summary
from awards_site.core.schemas import PageLink
from awards_site.features.blog.entity import (
    BLOG_PAGE,
    BlogCategory,
    BlogPost,
    PostView,
    post_path,
    social_card,
)
from awards_site.features.blog.page import (
    CARD_IMAGE_LAYOUT,
    PostCard,
    post_line,
    post_placeholder,
    post_view,
)
from awards_site.settings import settings
from awards_site.ui.controls import CARD_LINK, link, text_link
from awards_site.ui.images import Layout, picture, preload
from awards_site.ui.pages import (
    NO_PREV_NEXT,
    NOT_FOUND_STATUSES,
    Head,
    PrevNextLinks,
    Records,
    Thing,
    absolute,
    breadcrumb,
    prev_next_link,
    programme,
    public_page,
    record_json_ld,
    record_page,
    share_button,
)
from awards_site.ui.queries import Query, sanitized_html
from awards_site.ui.theme import section


def post_head(post: PostView) -> Head:
    title, path, image = post.title, post.path, social_card(post).url
    return Head(
        title,
        summary(_excerpt(post)),
        image=image,
        image_alt=title,
        og_type="article",
        json_ld=record_json_ld(_posting(post, image), ("Blog", BLOG_PAGE), (title, path)),
    )


def _excerpt(post: PostView) -> str:
    return str(post.excerpt or post.summary)


def _posting(post: PostView, image: str) -> Thing:
    organization = {
        "@type": "Organization",
        "@id": programme()["@id"],
        "name": settings().programme,
        "url": absolute(paths.HOME),
    }
    return {
        "@type": "BlogPosting",
        "@id": absolute(f"{post.path}#post"),
        "headline": post.title,
        "description": summary(_excerpt(post), 400),
        "datePublished": to_jsonable_python(post.published_date),
        "image": absolute(post.featured_image_url or image),
        "url": absolute(post.path),
        "mainEntityOfPage": absolute(post.path),
        "articleSection": BlogCategory.labels().get(post.category, post.category),
        "keywords": post.tags,
        "author": organization,
        "publisher": organization,
    }


_IMAGE_LAYOUT = Layout((("(min-width: 90rem)", "80rem"), ("", "100vw")), ratio=16 / 9)


class PostDetails(PostCard):
    """The view model of the page; `html` is sanitized, `minutes` the reading time."""

    html: str
    minutes: int
    tag_links: list[PageLink]


class PostLinks(PrevNextLinks):
    """The links to other posts and to the featured nominee."""

    related: list[PostCard]
    nominee: PageLink | None


POST = Query(
    "/api/blog/slug/{slug}",
    post_view("postDetails", PostDetails),
    shape=PostDetails,
    empty_on=NOT_FOUND_STATUSES,
)
RELATED = Query(
    "/api/blog/{id}/related",
    post_view("relatedPosts"),
    shape=PostLinks,
    fallback={**NO_PREV_NEXT, "related": [], "nominee": None},
    depends_on=POST,
)


@public_page(
    f"{BLOG_PAGE}/[key]",
    post_head,
    Records("/api/blog/slug/{slug}", PostView, BlogPost.slug, lambda _, slug: post_path(slug)),
)
def post_page() -> rx.Component:
    return record_page(
        POST,
        rx.el.article(
            _heading(),
            _text(),
            _prev_next(),
            rx.cond(RELATED.data["related"], _related()),
            data_testid="post",
        ),
        name=POST.data["title"],
        failure="Failed to load the post.",
        active=BLOG_PAGE,
    )


PAGE = post_page


def _heading() -> rx.Component:
    post = POST.data
    return rx.el.header(
        preload(post["image"], _IMAGE_LAYOUT),
        breadcrumb(("Blog", BLOG_PAGE), current=post["title"]),
        rx.el.p(post_line(post), class_name="label mt-12 border-t border-gold pt-4 text-gold-ink"),
        rx.el.h1(
            post["title"],
            class_name="display-2 mt-6 max-w-[13.4em] md:text-[clamp(3rem,5.6vw,5.75rem)]",
        ),
        rx.el.p(post["excerpt"], class_name="lead mt-8 max-w-[40em] text-muted"),
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
                post_placeholder(post, "mt-12 aspect-video"),
                _IMAGE_LAYOUT,
                class_name="mt-12 aspect-video w-full bg-line object-cover",
            ),
        ),
        class_name="page-width pt-8",
    )


def _text() -> rx.Component:
    post = POST.data
    return rx.el.div(
        sanitized_html(
            post["html"],
            class_name="long-text max-w-[32em] text-[1.1875rem]! [overflow-wrap:anywhere]",
            data_testid="post-text",
        ),
        rx.el.aside(
            rx.cond(
                RELATED.data["nominee"]["path"],
                rx.el.div(
                    rx.el.h2("About", class_name="label text-gold-ink"),
                    link(
                        RELATED.data["nominee"]["name"],
                        href=RELATED.data["nominee"]["path"],
                        class_name="display-3 mt-1 inline-block decoration-gold"
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
                        data_testid="post-tags",
                    ),
                ),
            ),
            rx.el.div(share_button(post["path"], post["title"])),
            aria_label="About this post",
            class_name="grid content-start gap-8 border-t border-gold pt-6",
        ),
        class_name="page-width grid gap-x-16 gap-y-14 pt-14 pb-20 md:pb-28"
        " lg:grid-cols-[minmax(0,1fr)_18rem]",
    )


def _tag(tag: rx.vars.ObjectVar[PageLink]) -> rx.Component:
    return rx.el.li(
        link(
            tag["name"],
            href=tag["path"],
            class_name="label inline-flex min-h-8 items-center border border-ink/30 px-3 break-all"
            " hover:border-ink",
        ),
        key=tag["path"],
    )


def _prev_next() -> rx.Component:
    return rx.el.nav(
        rx.el.div(
            prev_next_link(RELATED.data["previous"], "Newer post", "prev"),
            prev_next_link(RELATED.data["next"], "Older post", "next"),
            class_name="page-width grid grid-cols-2 items-start gap-8 border-t border-line py-12",
        ),
        aria_label="Other posts",
        data_testid="prev-next",
    )


def _related() -> rx.Component:
    return section(
        rx.el.h2("Related posts", id="related-posts-heading", class_name="display-2"),
        rx.el.ul(
            rx.foreach(RELATED.data["related"], _related_post),
            class_name="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-3",
            data_testid="related-posts",
        ),
        text_link("All posts", href=BLOG_PAGE, class_name="mt-12"),
        anchor="related-posts",
        background="plum",
        padding="py-20",
    )


def _related_post(post: rx.vars.ObjectVar[PostCard]) -> rx.Component:
    return rx.el.li(
        picture(
            post["image"],
            "",
            post_placeholder(post, "aspect-3/2"),
            CARD_IMAGE_LAYOUT,
            class_name="aspect-3/2 w-full bg-plum-deep object-cover",
        ),
        rx.el.p(post_line(post), class_name="label mt-4 text-gold-light"),
        rx.el.h3(
            link(post["title"], href=post["path"], class_name=CARD_LINK),
            class_name="display-3 mt-1",
        ),
        key=post["id"],
        class_name="group relative min-w-0",
    )
