"""Overlays: dialogs, menus and toasts."""
