"""The head of a post's page: title, description, social image and structured data."""

from pydantic_core import to_jsonable_python

from awards_site.blog.models import BlogCategory
from awards_site.blog.social_card import social_card
from awards_site.blog.view import PostView
from awards_site.core import paths
from awards_site.core.presentation.texts import summary
from awards_site.settings import settings
from awards_site.ui.pages.public_page import Head
from awards_site.ui.pages.structured_data import Thing, absolute, programme, record_json_ld


def post_head(post: PostView) -> Head:
    title, path, image = post.title, post.path, social_card(post).url
    return Head(
        title,
        summary(_excerpt(post)),
        image=image,
        image_alt=title,
        og_type="article",
        json_ld=record_json_ld(_posting(post, image), ("Blog", paths.BLOG), (title, path)),
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
