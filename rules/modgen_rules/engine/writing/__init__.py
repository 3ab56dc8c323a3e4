"""Logs written as people keep them."""
