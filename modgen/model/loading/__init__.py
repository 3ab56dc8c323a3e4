"""Loading a game folder: its files, overlay and translations, and every check."""
