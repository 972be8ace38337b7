"""Toasts, and the notices that States show in them."""
