"""What visitors download: the milestones for calendars, and the nomination form."""
