"""The whole State of a management screen: bulk changes and imports, too."""
