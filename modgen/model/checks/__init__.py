"""Cross-checks of a loaded game, each problem with its position."""
