"""Saves and logs as folders of text, set-ups from tables, and logs joined and trimmed."""
