"""A legal act and an illegal look-alike for each clause."""
