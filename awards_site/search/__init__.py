"""The search of the whole portal: records of all kinds that a user may open."""
