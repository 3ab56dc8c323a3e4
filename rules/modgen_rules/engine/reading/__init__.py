"""One reader for the records of all games: lawful turns, and lapses with prices."""
