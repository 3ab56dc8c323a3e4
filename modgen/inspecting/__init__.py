"""What a module holds, what it lacks, and what changed between two."""
