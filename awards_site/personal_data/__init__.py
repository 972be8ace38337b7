"""Finding, exporting and erasing what is stored about a person."""
