"""Random players, who act by the same law."""
