"""Running the site: building its pages, migrating its database, serving it."""
