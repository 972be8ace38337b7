"""The framework of the management screens, and the screens that belong to no feature."""
