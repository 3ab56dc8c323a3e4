"""A log read as the acts, turns and phases of the game."""
