"""What is legal, without a record: positions, reach, prices and results."""
