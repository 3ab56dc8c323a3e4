"""A second reading of People Power's rulebook: it plays and judges without the checker's code.

Nothing here imports `modgen_rules` or `modgen`, except `bridge.py`, which translates, and the
tests.
"""
