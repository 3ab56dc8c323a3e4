"""Modules with imported parts: the model over components that are kept as they are."""
