"""Judges many logs at once and keeps the results in a database. `running.py` is the entry."""
