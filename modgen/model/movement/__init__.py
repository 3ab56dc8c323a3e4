"""Movement on the map: where a piece can go by `moves`, and what is wrong with another move."""
