"""Saves, logs and set-ups of an older version of a module, brought to a newer one."""
