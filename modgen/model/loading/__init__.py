"""Loading a game folder: files, positions, diagnostics, translations."""
