"""The home page: its texts, its queries, and one module per section."""
