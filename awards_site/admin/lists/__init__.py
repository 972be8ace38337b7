"""Lists of the portal: columns, controls, queries and the table."""
