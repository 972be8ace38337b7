"""What crawlers read: sitemap and robots.txt."""
