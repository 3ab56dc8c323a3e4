"""Tactical games: terrain, movement, line of sight, stacking, purchases."""
