"""Checks of a whole game: what cannot be seen in a single file."""
