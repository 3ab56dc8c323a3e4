"""Findings and turns in words."""
