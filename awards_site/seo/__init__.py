"""The sitemap and robots.txt."""
