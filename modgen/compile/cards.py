"""Compile cards to pieces: faces and backs, menus, and piece slots."""

from __future__ import annotations

from modgen.compile import build as b
from modgen.compile.build import Build, act, hand_name
from modgen.compile.facedown import OWNER_SEES, seen_by
from modgen.compile.palette import slot
from modgen.draw.cards import CORNER, draw_card, draw_card_back
from modgen.draw.picture import Picture
from modgen.draw.pieces import draw_face_down_mark
from modgen.model.types.cards import Card, Deck, Pile
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import Trait


def card_piece(build: Build, card: Card) -> GamePiece:
    """A card, face up."""
    return build.piece(f"card:{card.id}", lambda: _card_piece(build, card))


def _card_piece(build: Build, card: Card) -> GamePiece:
    deck = build.game.decks[card.deck]
    inner: list[Trait] = [
        t.Marker(
            names=("PieceType", "Kind", "Side", "CardDeck"),
            values=(f"card_{card.id}", "card", card.side or "", card.deck),
        ),
        *build.share(f"Cards: {deck.name}", [_mask(build, card, deck), *_returns(build, card)]),
        t.ReportAction(keys=(b.TURN_CARD,), format=build.words("report_reveal")),
    ]
    gpid = build.slots(f"card:{card.id}")
    name = f"{card.title}" if not card.id.isdigit() else f"{card.id} {card.title}"
    basic = BasicPiece(name=name, image=front_picture(build, card).name, gpid=gpid)
    return GamePiece(tuple(reversed(inner)), basic)


def card_in_hand(build: Build, card: Card, side: str) -> GamePiece:
    """A card that starts in a side's hand. If its deck is secret, others see only its back."""
    deck = build.game.decks[card.deck]
    piece = card_piece(build, card)
    if not deck.secret:
        return piece
    traits = [
        trait.but(obscured_by=build.game.sides[side].name) if isinstance(trait, t.Mask) else trait
        for trait in piece.traits
    ]
    return piece.but(traits=tuple(traits))


def _mask(build: Build, card: Card, deck: Deck) -> t.Mask:
    """The mask that shows a card's back to players who may not see its face."""
    style, access = "B", "side:"
    if deck.secret:
        name = f"face-down-{deck.id}.png"
        size = (deck.width, deck.height, CORNER)
        dpi = build.game.info.module.card_dpi
        style = OWNER_SEES + build.picture(name, lambda: draw_face_down_mark(*size), dpi).name
        if not deck.hands:
            access = seen_by(build, deck.hand or "")
    return t.Mask(
        key=b.TURN_CARD,
        menu=build.words("turn_card"),
        image=back_picture(build, deck).name,
        style=style,
        mask_name=deck.name,
        access=access,
        deal_key=b.IN_HAND if deck.secret else None,
        deal_expression=_owner(build, deck) if deck.secret else "",
    )


def _owner(build: Build, deck: Deck) -> str:
    """An expression for the side that alone sees a secret card: the owner of the hand it is in.

    Elsewhere a card of one side's deck stays with that side; one of a shared deck is face up.
    A solo player is the owner of every hand of a shared deck.
    """
    names = {side: b.quoted(build.game.sides[side].name) for side in deck.holders}
    if not deck.hands:
        return f"{{{names[deck.hand or '']}}}"
    owner = '""'
    for side, name in names.items():
        owner = f"CurrentMap=={b.quoted(hand_name(build, side))} ? {name} : ({owner})"
    solo = b.quoted(build.words("solo"))
    return f'{{({owner}).equals("") ? "" : (PlayerSide=={solo} ? {solo} : ({owner}))}}'


def card_slots(build: Build) -> list[Component]:
    """A slot for each card. In a game without a set-up all cards lie in the card box."""
    return [
        slot(build, card_piece(build, card), front_picture(build, card).pixels, kind="CardSlot")
        for card in build.game.cards
    ]


def front_picture(build: Build, card: Card) -> Picture:
    """The picture of a card's face."""
    dpi = build.game.info.module.card_dpi
    return build.picture(f"card-{card.id}.png", lambda: draw_card(build.game, card), dpi)


def back_picture(build: Build, deck: Deck) -> Picture:
    """The picture of a deck's card back. Decks with the same back share it."""
    dpi = build.game.info.module.card_dpi
    return build.picture(f"{deck.back}.png", lambda: draw_card_back(build.game, deck), dpi)


def _returns(build: Build, card: Card) -> list[Trait]:
    """Menu entries that put a card into each pile that accepts it."""
    words = build.words
    traits: list[Trait] = []
    names = []
    piles = [
        pile for pile in build.game.cards_file.piles if not pile.takes or card.deck in pile.takes
    ]
    # A menu shows the outermost trait first: piles with an entry of their own come last.
    for pile in sorted(piles, key=lambda one: bool(one.menu)):
        stroke = act(f"PutInto_{pile.id}")
        if not pile.menu:
            names.append(pile.name)
        traits += [
            t.ReturnToDeck(
                menu=pile.menu or pile.name, key=stroke, deck=pile.name, deck_expression=pile.name
            ),
            t.ReportAction(keys=(stroke,), format=_return_report(build, pile)),
        ]
    if names:
        traits.append(t.SubMenu(menu=words("put_into"), commands=tuple(names)))
    return traits


def _return_report(build: Build, pile: Pile) -> str:
    """The report of a card put into a pile. It does not name a card that lies face down there."""
    text = build.words("report_return", deck=pile.name)
    if pile.face == "down":
        text = text.replace("$newPieceName$", build.words("a_card"))
        text = text.replace("$oldPieceName$", build.words("a_card"))
    return text
