"""Spoilt files of every format in the commands that read them."""
