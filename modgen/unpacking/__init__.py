"""Modules as folders of text that people read and git merges, and folders back into modules."""
