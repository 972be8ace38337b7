"""What the page of one post tells: its text, its neighbours in time, and the page's head."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from awards_site.blog.card import PostCard, post_cards
from awards_site.core.pictures import above_the_fold, responsive_image
from awards_site.settings import settings
from awards_site.ui import paths
from awards_site.ui.markdown import plain_text, safe_html
from awards_site.ui.neighbours import NamedLink
from awards_site.ui.public_page import Head
from awards_site.ui.structured_data import absolute, as_json_ld, breadcrumbs, programme, summary

RELATED_POSTS = 3
"""How many related posts the page names at most."""

_WORDS_PER_MINUTE = 220


class Article(PostCard):
    """What the page shows of a published post; `html` is its text, safe to show."""

    html: str
    minutes: int
    tag_links: list[NamedLink]


NO_ARTICLE = Article(
    id=0,
    path="",
    title="",
    excerpt="",
    category="",
    category_label="",
    tag=[],
    tags=[],
    image=responsive_image(None),
    date="",
    day="",
    html="",
    minutes=0,
    tag_links=[],
)


def article(post: dict[str, Any]) -> Article:
    """Return what the page shows of a post as the API answers it."""
    [card] = post_cards([post])
    above_the_fold([card["image"]])
    words = len(plain_text(post["content"]).split())
    return Article(
        **card,
        html=safe_html(post["content"]),
        minutes=max(1, round(words / _WORDS_PER_MINUTE)),
        tag_links=[
            NamedLink(name=name, path=f"{paths.BLOG}?{urlencode({'tag': tag})}")
            for name, tag in zip(card["tags"], card["tag"], strict=True)
        ],
    )


def post_link(post: dict[str, Any]) -> NamedLink:
    """Return the link to the page of a post as the API answers it."""
    return NamedLink(name=post["title"], path=paths.post(post["slug"]))


def related(posts: Sequence[dict[str, Any]], to: Article) -> list[PostCard]:
    """Return the posts that share most with one: tags above all, then the category."""
    cards = [card for card in post_cards(posts) if card["id"] != to["id"]]
    likeness = {card["id"]: _likeness(card, to) for card in cards}
    akin = sorted(
        (card for card in cards if likeness[card["id"]]),
        key=lambda card: likeness[card["id"]],
        reverse=True,
    )
    return akin[:RELATED_POSTS]


def _likeness(card: PostCard, other: PostCard) -> int:
    return 2 * len(set(card["tag"]) & set(other["tag"])) + (card["category"] == other["category"])


def post_head(post: dict[str, Any], shown: Article, image: str) -> Head:
    """Return the head of the page; `image` is the path of its picture for shared links."""
    return Head(
        name=shown["title"],
        description=summary(shown["excerpt"]),
        path=shown["path"],
        image=image,
        image_alt=shown["title"],
        kind="article",
        structured=as_json_ld(
            _posting(post, shown, image),
            programme(),
            breadcrumbs(("Blog", paths.BLOG), (shown["title"], shown["path"])),
        ),
    )


def _posting(post: dict[str, Any], shown: Article, image: str) -> dict[str, Any]:
    organization = {
        "@type": "Organization",
        "@id": programme()["@id"],
        "name": settings().programme,
        "url": absolute(paths.HOME),
    }
    return {
        "@type": "BlogPosting",
        "@id": absolute(f"{shown['path']}#post"),
        "headline": shown["title"],
        "description": summary(shown["excerpt"], 400),
        "datePublished": post.get("publishedDate"),
        "image": absolute(shown["image"]["src"] or image),
        "url": absolute(shown["path"]),
        "mainEntityOfPage": absolute(shown["path"]),
        "articleSection": shown["category_label"],
        "keywords": shown["tags"],
        "author": organization,
        "publisher": organization,
    }
