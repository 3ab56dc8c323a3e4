"""A log as a table that changes, for any module: timeline, places, dice, story, web page."""
