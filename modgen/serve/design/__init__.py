"""The game folder that the page shows: drawings, mistakes, rows, outlines; kept up to date."""
