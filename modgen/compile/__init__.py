"""A game becomes a VASSAL module."""
