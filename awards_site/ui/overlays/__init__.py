"""Overlays: dialogs, menus, toasts and the lightbox."""
