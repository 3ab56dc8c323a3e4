"""A second reading of Civil Power, written from its rulebook alone.

It shares no constant and no code with `modgen_rules.civil_power`. Plans, ratings, prices and tables
are substitutes that only the data states, so it reads them from there, with a reader of its own.
"""
