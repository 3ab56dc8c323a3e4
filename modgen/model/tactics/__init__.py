"""Tactical games: terrain, movement, line of sight, combat results, stacking, purchases."""
