"""The demo edition: invented content and images that make every page of the site believable."""
