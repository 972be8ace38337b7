"""Downloads: the milestones as a calendar file, and the nomination form as a PDF."""
