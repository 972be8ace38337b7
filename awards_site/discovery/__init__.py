"""How the public pages are found: the sitemap, and what crawlers are told."""
