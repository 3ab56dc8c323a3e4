"""Rulebooks as code, and the engine that judges logs by them."""
