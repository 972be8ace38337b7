"""The whole State of a management screen: bulk changes, imports and saved views, too."""
