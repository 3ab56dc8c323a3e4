"""Print and play: cards, counters, maps and player aids on pages for printing."""
