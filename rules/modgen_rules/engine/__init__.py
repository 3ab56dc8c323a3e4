"""The part of the checker that knows no game: logs, places, rulebooks, findings, reports."""
