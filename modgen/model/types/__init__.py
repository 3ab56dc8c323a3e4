"""The types of a game: what each file of a game folder may contain."""
