"""The social card of a post."""

from typing import Any

from awards_site.blog.models import BlogCategory
from awards_site.social_images.card import SocialCard


def social_card(post: dict[str, Any]) -> SocialCard:
    return SocialCard(
        "blog",
        post["id"],
        label=f"Blog | {BlogCategory.labels().get(post['category'], post['category'])}",
        title=post["title"],
        picture=post.get("featuredImageUrl") or "",
    )
