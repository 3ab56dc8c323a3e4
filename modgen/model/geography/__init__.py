"""Maps: shapes, coordinates, layout on the board."""
