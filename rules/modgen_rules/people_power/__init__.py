"""People Power: its rulebook as code, clause by clause."""
