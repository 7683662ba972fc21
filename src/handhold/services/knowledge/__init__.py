"""What was done on which screen, and what came of it: kept as files, found again by words."""
