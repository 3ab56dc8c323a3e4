"""A printed set of each bundled game holds everything that its set-up cards ask for."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from modgen.model.game import Game, split_face
from modgen.model.loading.folder import Loaded
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.sheets import counters, setup_cards
from modgen.sheets.paper import Sheets, paper_size
from tests.sheets.test_tactical_sheets import said

GAMES = ("people_power", "junta_coup", "amigos", "civil_power")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    found = request.getfixturevalue(request.param)
    return found.game if isinstance(found, Loaded) else found


@pytest.fixture(scope="module")
def sheets(game: Game) -> Sheets:
    printed = counters.counter_sheets(game, paper_size("a4"), "long", 15.875, said())
    assert printed
    return printed


def cut_out(sheets: Sheets) -> Counter[tuple[str, str]]:
    """The counters by the names of their front and back."""
    found: Counter[tuple[str, str]] = Counter()
    for front, back in zip(sheets.pages[::2], sheets.pages[1::2], strict=True):
        found.update(
            (one.art, other.art) for one, other in zip(front.placed, back.placed, strict=True)
        )
    return found


def test_every_set_up_can_be_laid_out(game: Game, sheets: Sheets) -> None:
    """Each counter is used once, with the side up that the scenario shows."""
    printed = cut_out(sheets)
    for scenario in game.scenarios:
        needed: Counter[str] = Counter()
        dealt: Counter[str] = Counter()
        for held in laid_out(game, scenario).values():
            for key, number in held.items():
                kind, face = split_face(key, game)
                piece = game.piece_types[kind]
                if piece.dealt and "/" not in key:
                    in_turn = piece.faces[dealt[kind] : dealt[kind] + number]
                    needed.update(f"piece-{kind}-{one.id}" for one in in_turn)
                    dealt[kind] += number
                    continue
                if any(one.side for one in piece.faces):
                    shown = next(one for one in piece.faces if one.id == face)
                    if shown.side:
                        needed[f"control-{shown.side}"] += number
                        face = next(one.id for one in piece.faces if not one.side)
                needed[f"piece-{kind}-{face}"] += 1 if piece.dealt else number
        for kind in start_levels(game, scenario):
            needed[f"piece-{kind}-{game.piece_types[kind].start_face.id}"] += 1
        for states in scenario.states.values():
            for state, value in states.items():
                if value != game.states[state].default:
                    needed[f"state-{state}-{value}"] += 1
        for conditions in scenario.conditions.values():
            needed.update(f"condition-{one}" for one in conditions)
        left = Counter(printed)
        for art, number in needed.items():
            for _ in range(number):
                found = next((pair for pair in left if art in pair), None)
                assert found, f"{scenario.id}: there are not {number} counters `{art}`"
                left -= Counter([found])


def test_backs_tell_nothing(game: Game, sheets: Sheets) -> None:
    """Counters that have the same back in the module have the same one on paper."""
    printed = cut_out(sheets)
    groups: dict[tuple[str | None, str], set[str]] = {}
    for piece in game.pieces:
        if piece.back:
            fronts = {f"piece-{piece.id}-{face.id}" for face in piece.faces}
            groups.setdefault((piece.side, piece.back), set()).update(fronts)
    for fronts in groups.values():
        backs = {back for front, back in printed if front in fronts}
        assert len({sheets.art[back].svg for back in backs}) == 1
        assert fronts <= {front for front, _ in printed}


def test_all_pieces_are_printed_in_their_number(game: Game, sheets: Sheets) -> None:
    printed = cut_out(sheets)
    for piece in game.pieces:
        own = {face.id for face in piece.faces if not face.side}
        faces = {
            art.removeprefix(f"piece-{piece.id}-")
            for pair in printed
            for art in pair
            if re.fullmatch(rf"piece-{re.escape(piece.id)}-\w+", art)
        }
        assert own <= faces or not own
        fronts = sum(
            number
            for (front, _), number in printed.items()
            if front in {f"piece-{piece.id}-{face.id}" for face in piece.faces}
        )
        assert fronts >= piece.count


def test_set_up_cards_name_all_cards(game: Game) -> None:
    """Each card of the game is named or counted once on the card of a scenario."""
    for scenario in game.scenarios:
        if not scenario.piles and not scenario.hands:
            continue
        lines = list(setup_cards.card_lines(game, scenario, said()))
        counted = sum(int(number) for line in lines for number in re.findall(r" ×(\d+)", line))
        named = sum(
            len(re.findall(rf"(?<!\w){re.escape(title)}(?!\w)", line))
            for line in lines
            for title in {card.title for card in game.cards}
        )
        used = {one.pile for one in scenario.piles if one.rest or one.build or one.cards}
        assert len(lines) == len(used) + len(scenario.hands) + bool(scenario.unused)
        decks = {pile.rest for pile in scenario.piles} | {
            game.card[key].deck
            for cards in (
                *scenario.hands.values(),
                scenario.unused,
                *(pile.cards for pile in scenario.piles),
            )
            for key in cards
        }
        decks |= {step.deck for pile in scenario.piles for step in pile.build}
        cards = [card for card in game.cards if card.deck in decks for _ in range(card.copies)]
        assert counted + named == len(cards)


def test_a_deck_is_told_from_the_bottom_up(people_power: Loaded) -> None:
    game = people_power.game
    scenario = next(one for one in game.scenarios if one.id == "standard")
    lines = list(setup_cards.card_lines(game, scenario, said()))
    assert "**Event reserve**: Event ×16" in lines
    assert (
        "**Draw deck, from the bottom up**: Event ×4 shuffled with #40 1986 Snap Election; "
        "Event ×6; Event ×4 shuffled with #39 1984 Parliamentary Election; Event ×6"
    ) in lines


@pytest.mark.parametrize("language", ["en", "es"])
def test_long_names_cost_no_sheet(people_power: Loaded, language: str) -> None:
    """The counters of People Power fit on one sheet, whatever the length of their names."""
    game = people_power.in_language(language)
    printed = counters.counter_sheets(game, paper_size("a4"), "long", 15.875, said())
    assert printed
    assert len(printed.pages) == 2
