"""Mistakes that simulated players make on request."""
