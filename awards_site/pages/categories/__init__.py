"""The page of the award categories."""
