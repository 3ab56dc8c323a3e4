"""Compile a game to a VASSAL module."""
