"""Card piles, and the random draw pile that a scenario's recipe builds.

A recipe runs when a game starts: a pool deals a number of random cards to a mixing pile, which
already holds the named cards and sends them to the pile, shuffled if the step says so. One button
runs the steps of all scenarios; a step of another scenario has no cards to send.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from modgen.compile.build import Build, act, hand_name, quoted
from modgen.compile.cards import card_in_hand, card_piece, card_slots
from modgen.compile.hand_room import HAND_COLUMNS, hand_spot, pile_size, private_piles
from modgen.compile.ids import PieceIds
from modgen.model.boards.layout import inner_rect
from modgen.model.game import Game
from modgen.model.types.cards import Pile
from modgen.model.types.scenario import DeckStep, PileSetup, Scenario
from modgen.vassal.components import Component, component
from modgen.vassal.decks import deck_type
from modgen.vassal.keys import Key
from modgen.vassal.pieces import Deck as DeckInPlay

BUILD_DECK = act("BuildDeck")
UNUSED = "unused"
CASCADE = 16
"""The distance between mixing piles in pixels; they are empty in play and need no room."""


def pile_component(build: Build, pile: Pile) -> Component:
    """A pile on the board, as a VASSAL deck."""
    words, game = build.words, build.game
    x, y = _pile_point(build, pile)
    width, height = pile_size(build)
    kinds = " || ".join(f"CardDeck=={quoted(deck)}" for deck in pile.takes)
    return component(
        "DrawPile",
        _draw(build, pile),
        name=pile.name,
        owningBoard=_pile_board_name(build, pile),
        x=x,
        y=y,
        width=width,
        height=height,
        allowMultiple=pile.side is not None,
        allowSelect=pile.face == "up",
        faceDown="Always" if pile.face == "down" else "Never",
        drawFaceUp=pile.side is None,
        shuffle=_shuffling(pile),
        shuffleCommand=words("shuffle"),
        shuffleFormat=words("shuffle_report", deck=pile.name),
        shuffleHotkey=shuffle_key(pile.id),
        reversible=False,
        draw=True,
        color="120,120,120",
        reshufflable=pile.reshuffles_to is not None,
        reshuffleTarget=game.piles[pile.reshuffles_to].name if pile.reshuffles_to else "",
        reshuffleCommand=_reshuffle(build, pile, "reshuffle"),
        reshuffleMessage=_reshuffle(build, pile, "reshuffle_report"),
        maxStack=5,
        restrictOption=True,
        restrictExpression=f"{{{kinds}}}" if kinds else '{Kind=="card"}',
    )


def _draw(build: Build, pile: Pile) -> list[Component]:
    """The entry of a pile's menu that draws its top card to the pile where drawn cards go."""
    if not pile.draws_to:
        return []
    target = build.game.piles[pile.draws_to].name
    told = build.words("draw_report", deck=pile.name)
    return [_send(act(f"Draw_{pile.id}"), target, 1, build.words("draw"), told)]


def _shuffling(pile: Pile) -> str:
    """When the engine shuffles a pile: a cup is shuffled before each draw."""
    if pile.side:
        return "Always"
    return "Via right-click Menu" if pile.shuffle else "Never"


def _pile_point(build: Build, pile: Pile) -> tuple[int, int]:
    """The middle of a pile in pixels, in its box or in the first row of a private window."""
    if pile.box:
        return build.point(inner_rect(build.game.boxes[pile.box]).centre)
    peers = private_piles(build.game, pile.side or "")
    return hand_spot(build, pile.side or "", peers.index(pile))


def _pile_board_name(build: Build, pile: Pile) -> str:
    if pile.side:
        return hand_name(build, pile.side)
    return build.game.boards[build.game.boxes[pile.box or ""].board].name


def _reshuffle(build: Build, pile: Pile, word: str) -> str:
    if not pile.reshuffles_to:
        return ""
    target = build.game.piles[pile.reshuffles_to].name
    return build.words(word, deck=target if word == "reshuffle" else pile.name, target=target)


def shuffle_key(pile: str) -> Key:
    """The command that shuffles a pile."""
    return act(f"Shuffle_{pile}")


def deck_in_play(drawn: Component, map_name: str, cards: list[str], ids: PieceIds) -> str:
    """The command that puts a pile with its cards into a save."""
    values = drawn.attributes
    deck = DeckInPlay(
        id=ids(),
        type=deck_type(drawn),
        map=map_name,
        x=int(values["x"]),
        y=int(values["y"]),
        face_down=values["faceDown"] == "Always",
        contents=tuple(cards),
    )
    return deck.add_command()


def pile_board(game: Game, pile: str) -> str | None:
    """The board of a pile; None for a cup in a private window."""
    box = game.piles[pile].box
    return game.boxes[box].board if box else None


def _pile_map(build: Build, pile: str) -> str:
    """The map of a pile."""
    board = pile_board(build.game, pile)
    return build.map_name(board) if board else hand_name(build, build.game.piles[pile].side or "")


# --- random piles --------------------------------------------------------------------------


class Recipe(NamedTuple):
    """One step of a random pile, numbered from 1 within its scenario."""

    scenario: Scenario
    setup: PileSetup
    number: int
    step: DeckStep

    @property
    def mix(self) -> str:
        """The name of the pile in which this step shuffles its cards."""
        return f"Mix {self.scenario.id} {self.number}"


def recipes(game: Game, scenario: Scenario) -> Iterator[Recipe]:
    """Every step of a scenario's random piles.

    A pile that is shuffled, and begins with all cards that are left of a deck, has one such step.
    """
    number = 0
    for setup in scenario.piles:
        for step in setup.build or _shuffled_rest(game, scenario, setup):
            number += 1
            yield Recipe(scenario, setup, number, step)


def _shuffled_rest(game: Game, scenario: Scenario, setup: PileSetup) -> list[DeckStep]:
    """The step that shuffles the cards of a pile at the start; none if it is not shuffled."""
    known = game.piles[setup.pile]
    dealt = {pool.deck for pool in pools(scenario)}
    if not (setup.rest and known.shuffle and known.face == "down") or setup.rest in dealt:
        return []
    placed = {*scenario.unused, *(card for cards in scenario.hands.values() for card in cards)}
    for other in scenario.piles:
        placed |= {*other.cards, *(card for step in other.build for card in step.cards)}
    left = [card.id for card in game.cards if card.deck == setup.rest and card.id not in placed]
    return [DeckStep(cards=left, shuffle=True)] if left else []


class Pool(NamedTuple):
    """The cards from which random cards of a deck are dealt. The rest goes to `pile`."""

    scenario: Scenario
    deck: str
    pile: str
    dealt: int

    @property
    def name(self) -> str:
        """The name of the pile that holds the cards at first."""
        return f"Pool {self.scenario.id} {self.deck}"


def pools(scenario: Scenario) -> list[Pool]:
    """The pools of a scenario."""
    pools = []
    for rest in scenario.piles:
        steps = [step for setup in scenario.piles for step in setup.build if step.deck == rest.rest]
        dealt = sum(step.random for step in steps)
        if rest.rest and dealt:
            pools.append(Pool(scenario, rest.rest, rest.pile, dealt))
    return pools


def _send(key: Key, target: str, count: int, menu: str = "", told: str = "") -> Component:
    """The deck command that sends cards to another deck, with an entry of its menu."""
    return component(
        "DeckSendKeyCommand",
        description=str(key.name),
        menuText=menu,
        reportFormat=told,
        hotkey=key,
        targetDeck=target,
        limitTotal=True,
        limitExpression=str(count),
    )


class Spare(NamedTuple):
    """A pile in the box of spare cards: whether it is shuffled, and what it sends."""

    random: bool
    sends: list[Component]


@dataclass
class Piles:
    """All piles of a module: on the board and in the box of spare cards.

    Each scenario has its own mixing piles. Those of other scenarios are empty and send nothing.
    """

    build: Build
    board: dict[str, Component] = field(default_factory=dict)
    box: dict[str, Component] = field(default_factory=dict)
    steps: dict[str, list[Key]] = field(default_factory=dict)
    """What the button that builds the piles sends for each scenario, in order."""
    columns: int = 0
    """The piles of the box that have a place of their own."""

    def __post_init__(self) -> None:
        game = self.build.game
        spare = {UNUSED: Spare(False, [])}
        own = game.added.scenarios if game.parent is not None else ()
        self.columns = len(spare)
        for scenario in game.scenarios:
            cards_by_pile = _where_cards_lie(game, scenario)
            for pool in pools(scenario):
                spare[pool.name] = Spare(True, [])
            for recipe in recipes(game, scenario):
                self._step(recipe, spare)
            for pool in pools(scenario):
                count = len(cards_by_pile[pool.name]) - pool.dealt
                target = game.piles[pool.pile].name
                name = f"Left_{scenario.id}_{pool.deck}"
                self._add(spare[pool.name], scenario, name, target, count)
            if scenario not in own:
                self.columns = len(spare)
        for pile in game.cards_file.piles:
            self.board[pile.id] = pile_component(self.build, pile)
        for number, (name, content) in enumerate(spare.items()):
            self.box[name] = self._spare(name, number, content)

    def _add(self, pile: Spare, scenario: Scenario, name: str, target: str, count: int) -> None:
        stroke = act(name)
        pile.sends.append(_send(stroke, target, count))
        self.steps.setdefault(scenario.id, []).append(stroke)

    def _step(self, recipe: Recipe, spare: dict[str, Spare]) -> None:
        scenario, setup, number, step = recipe
        mixing = spare.setdefault(recipe.mix, Spare(step.shuffle, []))
        for pool in pools(scenario):
            if step.random and step.deck == pool.deck:
                name = f"Deal_{scenario.id}_{number}"
                self._add(spare[pool.name], scenario, name, recipe.mix, step.random)
        target = self.build.game.piles[setup.pile].name
        count = step.random + len(copies_of(self.build.game, step.cards))
        self._add(mixing, scenario, f"Stack_{scenario.id}_{number}", target, count)

    def _spare(self, name: str, column: int, pile: Spare) -> Component:
        width, height = pile_size(self.build)
        aside = (0, 0)
        if column >= self.columns and self.build.extension is not None:
            # The box of the module has no room for those of an extension, which lie over its own.
            # No two piles may be at one point: the engine would put cards into the wrong one.
            row, column = divmod(column - self.columns, max(self.columns - 1, 1))
            aside = shift(self.build.extension.name)
            aside, column = (aside[0], aside[1] + row * CASCADE), column + 1
        slots = card_slots(self.build) if name == UNUSED else []
        return component(
            "DrawPile",
            [*pile.sends, *slots],
            name=self.build.words("unused") if name == UNUSED else name,
            owningBoard=self.build.words("card_box"),
            x=width // 2 + 20 + (width + 20 + column * CASCADE if column else 0) + aside[0],
            y=height // 2 + 20 + aside[1],
            width=width,
            height=height,
            faceDown="Always",
            drawFaceUp=True,
            shuffle="Always" if pile.random else "Never",
            reversible=False,
            draw=True,
            color="120,120,120",
            reshufflable=False,
        )

    def setup(self, scenario: Scenario, ids: PieceIds) -> list[str]:
        """The commands that put a scenario's cards, piles and hands into a save."""
        build, game = self.build, self.build.game
        cards_by_pile = _where_cards_lie(game, scenario)
        commands: list[str] = []
        for key, drawn in [*self.board.items(), *self.box.items()]:
            map_name = _pile_map(build, key) if key in self.board else build.words("card_box")
            x, y = int(drawn.attributes["x"]), int(drawn.attributes["y"])
            members = []
            for card, copy in cards_by_pile.get(key, []):
                piece = card_piece(build, game.card[card], copy).at(map_name, x, y, ids())
                members.append(piece.id or "")
                commands.append(piece.add_command())
            commands.append(deck_in_play(drawn, map_name, members, ids))
        for side, cards in scenario.hands.items():
            commands += self._hand(side, cards, ids)
        return commands

    def _hand(self, side: str, cards: list[str], ids: PieceIds) -> list[str]:
        build = self.build
        map_name = hand_name(build, side)
        first = HAND_COLUMNS if private_piles(build.game, side) else 0
        commands = []
        for number, (card, copy) in enumerate(copies_of(build.game, cards), first):
            piece = card_in_hand(build, build.game.card[card], side, copy)
            commands.append(
                piece.at(map_name, *hand_spot(build, side, number), ids()).add_command()
            )
        return commands


def shift(extension: str) -> tuple[int, int]:
    """How far the piles of an extension are from those of its module, and of other extensions."""
    across, down = blake2b(extension.encode(), digest_size=2).digest()
    return across % CASCADE, 1 + down % (CASCADE - 1)


def copies_of(game: Game, cards: Iterable[str]) -> list[tuple[str, int]]:
    """Every copy of some cards: the card's id and the number of the copy, from 1."""
    return [(card, n + 1) for card in cards for n in range(game.card[card].copies)]


def _where_cards_lie(game: Game, scenario: Scenario) -> dict[str, list[tuple[str, int]]]:
    """Copies of cards by pile (board piles by id, box piles by name), bottom first."""
    cards_by_pile: dict[str, list[str]] = {}
    placed = {*scenario.unused, *(card for cards in scenario.hands.values() for card in cards)}
    for setup in scenario.piles:
        cards_by_pile.setdefault(setup.pile, []).extend(setup.cards)
        placed |= set(setup.cards)
    for recipe in recipes(game, scenario):
        cards_by_pile[recipe.mix] = list(recipe.step.cards)
        placed |= set(recipe.step.cards)
    pool_of = {pool.deck: pool.name for pool in pools(scenario)}
    for setup in scenario.piles:
        left = [card.id for card in game.cards if card.id not in placed and card.deck == setup.rest]
        cards_by_pile.setdefault(pool_of.get(setup.rest or "", setup.pile), []).extend(left)
        placed |= set(left)
    spare = [card.id for card in game.cards if card.id not in placed]
    cards_by_pile[UNUSED] = [*scenario.unused, *spare]
    return {pile: copies_of(game, cards) for pile, cards in cards_by_pile.items()}
