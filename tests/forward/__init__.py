"""A second reading of People Power's rulebook: it plays and judges without the checker's code.

Nothing here imports `rules` or `modgen`, but for `bridge.py`, which translates, and the tests.
"""
