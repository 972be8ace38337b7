"""The admin portal: layout, dashboard and management screens."""
