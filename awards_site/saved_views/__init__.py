"""The views that users have saved of the portal's lists."""
