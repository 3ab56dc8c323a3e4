"""Print and play: cards, counters, map and aids imposed on pages."""
