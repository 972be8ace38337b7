"""Lists of the portal: columns, their cells, and exports."""
