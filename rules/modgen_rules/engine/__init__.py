"""The checker that knows no game: replay, positions, turns, explanations, findings."""
