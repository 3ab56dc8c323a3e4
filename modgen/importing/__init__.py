"""Existing modules as game folders: what the model has, and parts that are kept as they are."""
