"""Imports every module that defines fixed texts, which completes `fixed_content.REGISTERED`."""

from awards_site.site.about import content as about
from awards_site.site.categories import content as categories
from awards_site.site.contact import content as contact
from awards_site.site.home import content as home
from awards_site.site.legal import content as legal
from awards_site.site.timeline import content as timeline
from awards_site.sponsors import content as partners

__all__ = ["about", "categories", "contact", "home", "legal", "partners", "timeline"]
