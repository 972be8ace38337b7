"""Imports every module that defines content blocks, which completes `CONTENT_BLOCKS`."""

from awards_site.features.content import edition
from awards_site.features.jurors import criteria
from awards_site.features.messages import replies
from awards_site.pages import about, categories, contact, legal, partners, timeline
from awards_site.pages import home_content as home

__all__ = [
    "about", "categories", "contact", "criteria", "edition", "home", "legal", "partners", "replies",
    "timeline",
]  # fmt: skip
