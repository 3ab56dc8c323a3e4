"""Read the log of any module: the table after each step, places, dice, story, web page."""
