"""Overlays: dialogs and menus."""
