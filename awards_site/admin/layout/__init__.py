"""The frame of the portal's pages: sidebar, account menu and settings."""
