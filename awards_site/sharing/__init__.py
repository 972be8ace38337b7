"""Pictures for shared links: what is drawn for a record, how, and where it is served."""
