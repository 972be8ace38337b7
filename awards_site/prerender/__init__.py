"""The public pages as finished HTML: rendered when what they show has changed, kept, delivered."""
