"""Cards: draws, discards, hands, and piles whose cards are played once."""

from __future__ import annotations

from collections.abc import Callable

from modgen_rules.engine.reports.findings import GameReport
from tests.general.workbench import Hands, Workbench

Reported = Callable[[GameReport, str], None]


def followed(log: Hands) -> Hands:
    """The log with an act of the other side, so that the turn of the Baker is complete."""
    log.card("g9", "discard", "miller")
    return log


def test_a_legal_turn(market: Workbench) -> None:
    log = market.writer()
    log.card("e4", "shown", "baker")
    log.card("g6", "hand:baker", "baker")
    log.card("g5", "hand:baker", "baker")
    log.card("g8", "discard", "baker")
    log.card("e4", "gone", "baker")
    assert market.codes(followed(log)) == []


def test_a_card_from_the_middle_of_the_pile(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("g3", "hand:baker", "baker")
    report = market.judge(followed(log))
    reported(report, "decks.not-top")
    (finding,) = report.findings
    assert (finding.verdict, finding.actor, finding.source) == ("illegal", "Baker", "Draw pile")
    assert finding.basis == f"cards.yaml:{market.line('cards.yaml', 'id: draw')}"


def test_a_card_lifted_and_put_back(market: Workbench) -> None:
    log = market.writer()
    log.card("g6", "hand:baker", "baker")
    log.card("g5", "hand:baker", "baker")
    log.card("g5", "draw", "baker")
    assert market.codes(followed(log)) == []


def test_a_drawn_event_is_shown(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("e4", "hand:baker", "baker")
    reported(market.judge(followed(log)), "decks.draws-to")


def test_a_removed_event_does_not_return(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("e4", "shown", "baker")
    log.card("e4", "gone", "baker")
    followed(log)
    log.card("e4", "shown", "baker")
    log.card("g10", "discard", "miller")
    reported(market.judge(log), "decks.played")


def test_a_card_put_into_the_wrong_pile_by_mistake(market: Workbench) -> None:
    log = market.writer()
    log.card("e4", "shown", "baker")
    log.card("e4", "gone", "baker")
    log.card("e4", "shown", "baker")
    assert market.codes(followed(log)) == []


def test_a_pile_for_other_cards(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("e4", "shown", "baker")
    log.card("e4", "discard", "baker")
    reported(market.judge(followed(log)), "decks.takes")


def test_a_reshuffle_too_early(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("g7", "discard", "baker")
    followed(log)
    log.card("g7", "draw", "baker")
    log.card("g10", "discard", "miller")
    report = market.judge(log)
    reported(report, "decks.reshuffled")
    assert report.findings[0].observed == "6"


def test_a_reshuffle_of_an_empty_pile(market: Workbench) -> None:
    log = market.writer()
    for number, played in enumerate((7, 8, 6, 5, 4, 3)):
        log.card(f"g{6 - number}", "hand:baker", "baker")
        log.card(f"g{played}", "discard", "baker")
        log.card("g9", "hand:miller" if number % 2 else "discard", "miller")
    log.card("g7", "draw", "baker")
    log.card("g8", "draw", "baker")
    assert "LAW-decks-reshuffled" not in market.codes(log)


def test_too_many_cards_in_a_hand(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("g6", "hand:baker", "baker")
    log.card("g5", "hand:baker", "baker")
    report = market.judge(followed(log))
    reported(report, "decks.hand-limit")
    assert (report.findings[0].observed, report.findings[0].expected) == ("4", "at most 3")


def test_the_hand_of_another_side(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("g9", "hand:baker", "baker")
    report = market.judge(log)
    reported(report, "decks.other-hand")
    assert report.findings[0].verdict == "suspect"


def test_a_card_that_is_gone(market: Workbench, reported: Reported) -> None:
    log = market.writer()
    log.card("g7", "discard", "baker")
    log.delete(log.where("card_g8")[0][0])
    reported(market.judge(followed(log)), "conservation.lost")
