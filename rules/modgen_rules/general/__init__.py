"""The laws that the data of any game states; nothing here knows a game."""
