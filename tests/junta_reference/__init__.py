"""A second reading of the coup's rules: a judge, a random player, ways to spoil a record.

It shares no code with the rulebook that checks logs: where the two disagree, one is wrong.
"""
