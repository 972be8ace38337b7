"""Imports every module that defines fixed texts, which completes `fixed_content.REGISTERED`."""

from awards_site.site.about import content as about
from awards_site.site.categories import content as categories
from awards_site.site.home import content as home
from awards_site.site.legal import content as legal
from awards_site.site.timeline import content as timeline

__all__ = ["about", "categories", "home", "legal", "timeline"]
