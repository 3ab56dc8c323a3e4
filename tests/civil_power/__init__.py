"""Tests of Civil Power's rulebook."""
