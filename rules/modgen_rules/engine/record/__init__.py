"""A log of any module as steps in the words of a game."""
