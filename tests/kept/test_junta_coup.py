"""The kept games are judged as before."""

from tests.kept.every_game import game_test

test_a_kept_game_is_judged_as_before = game_test("junta-coup")
