"""The demo edition: invented content and pictures that make every page of the site believable."""
