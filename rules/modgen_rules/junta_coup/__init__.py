"""Junta's coup: movement in turn, simultaneous fire, sides that change."""
