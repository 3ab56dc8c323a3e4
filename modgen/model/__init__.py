"""What a game is: boards, spaces, pieces, cards, scenarios; loading and diagnostics."""
