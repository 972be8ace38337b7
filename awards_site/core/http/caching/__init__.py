"""The cache of public responses, their ETags and their content codings."""
