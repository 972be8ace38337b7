"""The page about the awards."""
