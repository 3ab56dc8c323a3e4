"""What the acts of a log break, phase by phase."""
