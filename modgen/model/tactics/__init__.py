"""Tactical games: terrain, line of sight, combat results, stacking, purchases."""
