"""New passwords: their rules, changes of one's own, and links to choose one."""
