"""The social card of a post."""

from awards_site.blog.models import BlogCategory, BlogPostPublic
from awards_site.core.presentation.images import responsive_image
from awards_site.social_images.card import SocialCard


def social_card(post: BlogPostPublic) -> SocialCard:
    return SocialCard(
        "blog",
        post.id,
        label=f"Blog | {BlogCategory.labels().get(post.category, post.category)}",
        title=post.title,
        image=post.featured_image_url or "",
        position=responsive_image(post.featured_image_url).get("position", ""),
    )
