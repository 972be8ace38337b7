"""Imports every module that defines content blocks, which completes `CONTENT_BLOCKS`."""

from awards_site.messages import templates as replies
from awards_site.pages.about import content as about
from awards_site.pages.categories import content as categories
from awards_site.pages.contact import content as contact
from awards_site.pages.home import content as home
from awards_site.pages.legal import content as legal
from awards_site.pages.partners import content as partners
from awards_site.pages.timeline import content as timeline

__all__ = ["about", "categories", "contact", "home", "legal", "partners", "replies", "timeline"]
