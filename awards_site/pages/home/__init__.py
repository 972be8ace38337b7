"""The home page: its texts, its State, and one module per section."""
