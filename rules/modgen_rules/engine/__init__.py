"""The checker for any game: logs, places, rulebooks, findings, reports."""
