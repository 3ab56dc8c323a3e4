"""A second reading of Amigos & Insurrectos, written from its rulebook alone.

It shares no constant and no code with `modgen_rules.amigos_insurrectos`; it has only the ids of
pieces, areas and boxes in common with the module.
"""
