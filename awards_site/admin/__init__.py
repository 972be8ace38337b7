"""How the admin portal works and looks: its layout, dashboard and management screens."""
