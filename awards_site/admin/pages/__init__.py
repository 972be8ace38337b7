"""The page of a management screen, and its dialogs, which load when they are used."""
