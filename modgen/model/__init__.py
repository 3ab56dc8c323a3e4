"""The model of a game: its types, how its files are read and checked, and its geometry.

The packages build on one another in this order:

- `types`: the parts of a game (spaces, pieces, cards ...) as immutable data;
- `files`: YAML, tables and pictures read with the position of every value; diagnostics;
- `geography`: plane geometry, GeoJSON and SVG shapes, cells of grids;
- `game`: the class `Game`, every part by its id;
- `boards`: where things are on the printed boards, and how boards lie side by side;
- `tactics`: terrain, movement, line of sight, combat results, stacking, purchases;
- `setup`: the position that a scenario sets up;
- `checks`: checks of a whole game;
- `loading`: loads a game folder, with its overlay and translations, and runs the checks.
"""
