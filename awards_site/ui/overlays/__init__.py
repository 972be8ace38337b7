"""What opens above a page: dialogs, menus, notices, the lightbox."""
