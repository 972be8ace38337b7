"""The head of a post's page, and the post for search engines."""

from typing import Any

from awards_site.blog.models import BlogCategory
from awards_site.core import paths
from awards_site.core.texts import summary
from awards_site.settings import settings
from awards_site.social_images.cards import post_card
from awards_site.ui.pages.public_page import Head
from awards_site.ui.pages.structured_data import absolute, as_json_ld, breadcrumbs, programme


def post_head(post: dict[str, Any]) -> Head:
    title, path, image = post["title"], post["path"], post_card(post).address
    return Head(
        title,
        summary(_excerpt(post)),
        image=image,
        image_alt=title,
        kind="article",
        structured=as_json_ld(
            _posting(post, image), programme(), breadcrumbs(("Blog", paths.BLOG), (title, path))
        ),
    )


def _excerpt(post: dict[str, Any]) -> str:
    return str(post["excerpt"] or post["summary"])


def _posting(post: dict[str, Any], image: str) -> dict[str, Any]:
    organization = {
        "@type": "Organization",
        "@id": programme()["@id"],
        "name": settings().programme,
        "url": absolute(paths.HOME),
    }
    return {
        "@type": "BlogPosting",
        "@id": absolute(f"{post['path']}#post"),
        "headline": post["title"],
        "description": summary(_excerpt(post), 400),
        "datePublished": post["publishedDate"],
        "image": absolute(post["image"]["src"] or image),
        "url": absolute(post["path"]),
        "mainEntityOfPage": absolute(post["path"]),
        "articleSection": BlogCategory.labels().get(post["category"], post["category"]),
        "keywords": post["tags"],
        "author": organization,
        "publisher": organization,
    }
