"""The page of the milestones and the past events."""
