"""The rulebook of Civil Power."""
