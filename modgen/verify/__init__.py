"""A module in the real engine: our harness, and what the engine says of the module."""
