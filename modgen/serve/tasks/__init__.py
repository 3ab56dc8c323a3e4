"""What a worker does: check logs, read files, build modules, print sheets."""
