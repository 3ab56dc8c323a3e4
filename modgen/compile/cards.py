"""Compile cards to pieces: faces and backs, menus, and piece slots."""

from __future__ import annotations

from modgen.compile import build as b
from modgen.compile import chosen
from modgen.compile.build import Build, act, hand_name, scene
from modgen.compile.deals import deal_traits
from modgen.compile.facedown import OWNER_SEES, seen_by
from modgen.compile.palette import slot
from modgen.draw.cards import CORNER, draw_card, draw_card_back, told_as
from modgen.draw.picture import MM, Picture
from modgen.draw.pieces import draw_face_down_mark
from modgen.model.boards.layout import inner_rect
from modgen.model.types.cards import Card, Deck, Pile
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.keys import Key
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import Trait


def card_piece(build: Build, card: Card, copy: int = 1) -> GamePiece:
    """A copy of a card, face up. Each copy has a slot of its own."""
    key = f"card:{card.id}" if copy == 1 else f"card:{card.id}:{copy}"
    return build.piece(key, lambda: _card_piece(build, card, key))


def _card_piece(build: Build, card: Card, key: str) -> GamePiece:
    deck = build.game.decks[card.deck]
    inner: list[Trait] = [
        t.Marker(
            names=("PieceType", "Kind", "Side", "CardDeck"),
            values=(f"card_{card.id}", "card", card.side or "", card.deck),
        ),
        *_commands(build, card, deck),
        t.ReportAction(keys=(b.TURN_CARD,), format=build.words("report_reveal")),
    ]
    gpid = build.slots(key)
    basic = BasicPiece(name=card.told, image=front_picture(build, card).name, gpid=gpid)
    return GamePiece(tuple(reversed(inner)), basic)


def _commands(build: Build, card: Card, deck: Deck) -> list[Trait]:
    """The mask and the commands of a card.

    The commands of a card that is played are inside the mask, so that only those who may see a
    card have them.
    """
    mask, returns = _mask(build, card, deck), _returns(build, card)
    if deck.played_in:
        shared = build.share(f"Returns: {deck.name}", [*returns, *deal_traits(build, deck)])
        return [
            *shared,
            *_twin(build, card, deck),
            *_played(build, card, deck),
            mask,
            *_pile_count(build),
        ]
    return build.share(
        f"Cards: {deck.name}",
        [
            mask,
            *returns,
            *deal_traits(build, deck),
            *chosen.traits(build, deck),
            *_pile_traits(build),
        ],
    ) + _twin(build, card, deck)


def _twin(build: Build, card: Card, deck: Deck) -> list[Trait]:
    """Takes the card's twin out of its side's window when the card leaves the game."""
    game = build.game
    twins = [
        one
        for one in game.cards
        if one.deck == deck.twins and (one.side, one.flavour) == (card.side, card.flavour)
    ]
    gone = [pile for pile in game.cards_file.piles if pile.final and deck.id in pile.takes]
    if not twins or not gone or not card.side:
        return []
    stroke, take = act(f"PutInto_{gone[0].id}"), act("TakeTwin")
    kinds = " || ".join(f"PieceType=={b.quoted('card_' + one.id)}" for one in twins)
    held = f"CurrentMap=={b.quoted(hand_name(build, card.side))}"
    return [
        t.GlobalKeyCommand(
            key=take,
            global_key=stroke,
            filter=f"{{({kinds}) && {held}}}",
            report_single=False,
            suppress_sounds=True,
        ),
        t.TriggerAction(name="twin", watch_keys=(stroke,), action_keys=(take,)),
    ]


COUNT_SIZE = 4.6
"""Height of the type of a pile's count in mm."""


def _pile_count(build: Build) -> list[Trait]:
    """The number of cards in a pile, as a shared run of traits."""
    return build.share("Pile count", _pile_traits(build))


def _pile_traits(build: Build) -> list[Trait]:
    """The number of cards in a pile, on its top card. Outside the mask, so that backs show it."""
    dpi = build.game.info.module.card_dpi
    shown = '{DeckName!="" && DeckPosition==1 && StackSize>1 ? String.valueOf(StackSize) : ""}'
    return [
        t.CalculatedProperty(name="PileCount", expression=shown),
        t.Label(
            menu="",
            font_size=max(9, round(COUNT_SIZE / MM * dpi)),
            background="40,40,40",
            colour="255,255,255",
            vertical="t",
            vertical_justify="c",
            horizontal="r",
            horizontal_justify="r",
            name_format="$pieceName$",
            font_style=1,
            property="PileLabel",
            label="$PileCount$",
        ),
    ]


def card_in_hand(build: Build, card: Card, side: str, copy: int = 1) -> GamePiece:
    """A copy of a card in a side's hand at the start; of a secret deck, others see its back."""
    deck = build.game.decks[card.deck]
    piece = card_piece(build, card, copy)
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
        name = names[deck.hand or ""]
        if not deck.played_in:
            return f"{{{name}}}"
        return f'{{CurrentMap=={b.quoted(hand_name(build, deck.hand or ""))} ? {name} : ""}}'
    owner = '""'
    for side, name in names.items():
        owner = f"CurrentMap=={b.quoted(hand_name(build, side))} ? {name} : ({owner})"
    solo = b.quoted(build.words("solo"))
    return f'{{({owner}).equals("") ? "" : (PlayerSide=={solo} ? {solo} : ({owner}))}}'


PLAYED_STEP = 9.0
"""The distance in mm between played cards in their box, so that their titles can be read."""


def _played(build: Build, card: Card, deck: Deck) -> list[Trait]:
    """Menu entries that lay a card face down in its box, play it face up, or exchange it."""
    words = build.words
    go, lay, play = act("GoPlayed"), act("LayDown"), act("Play")
    laid, played = act("SayLaid"), act("SayPlayed")
    zone = b.quoted(build.zone_name(build.game.boxes[deck.played_in or ""]))
    there = f"CurrentZone=={zone}"
    said = words("report_played", card=told_as(build.game, card)) + scene(build.game) + " *"
    traits: list[Trait] = [
        t.Marker(names=("Count_card",), values=("1",)),
        _goes_to_box(build, deck, go),
        t.ReportAction(keys=(laid,), format=words("report_laid") + scene(build.game) + " *"),
        *_exchange(build, deck),
        t.TriggerAction(
            name="lay down",
            menu=words("lay_down"),
            key=lay,
            filter=f"{{!({there})}}",
            action_keys=(go, laid),
        ),
        t.TriggerAction(
            name="into the box",
            filter=f"{{!({there})}}",
            watch_keys=(act("ToPlayed"),),
            action_keys=(go,),
        ),
        t.TriggerAction(
            name="play",
            menu=words("play"),
            key=play,
            action_keys=(act("ToPlayed"), b.IN_HAND, played),
        ),
    ]
    return [
        t.ReportAction(keys=(played,), format=said),
        *build.share(f"Played: {deck.name}", traits),
    ]


def _goes_to_box(build: Build, deck: Deck, stroke: Key) -> Trait:
    """Goes below the other cards in the box, so that their titles stay in view."""
    game = build.game
    box = game.boxes[deck.played_in or ""]
    rect = inner_rect(box)
    room = max(rect.h - deck.height, 0)
    step = min(PLAYED_STEP, room / 4)
    x, y = build.point((rect.centre[0], rect.y + min(4, room / 2) + deck.height / 2))
    zone, map_name = b.quoted(build.zone_name(box)), b.quoted(build.map_name(box.board))
    count = f'SumZone("Count_card",{zone},{map_name})'
    return t.SendToLocation(
        key=stroke,
        map=build.map_name(box.board),
        x=str(x),
        y=f"{{{y}+{build.px(step)}*Math.min({int(room / step) if step else 0},{count})}}",
    )


def _exchange(build: Build, deck: Deck) -> list[Trait]:
    """Puts a card back into its side's cup before another one is drawn."""
    piles = build.game.cards_file.piles
    cup = next((pile for pile in piles if pile.side and deck.id in pile.takes), None)
    if cup is None:
        return []
    words, told = build.words, act("SayExchanged")
    return [
        t.ReportAction(keys=(told,), format=words("report_exchanged", pile=cup.name) + " *"),
        t.TriggerAction(
            name="exchange",
            menu=words("exchange_card"),
            key=act("Exchange"),
            action_keys=(told, act(f"PutInto_{cup.id}")),
        ),
    ]


def card_slots(build: Build) -> list[Component]:
    """A slot for each copy of each card. Without a set-up all cards lie in the card box."""
    return [
        slot(
            build,
            card_piece(build, card, copy + 1),
            front_picture(build, card).pixels,
            kind="CardSlot",
        )
        for card in build.game.cards
        for copy in range(card.copies)
    ]


def front_picture(build: Build, card: Card) -> Picture:
    """The picture of a card's face."""
    dpi = build.game.info.module.card_dpi
    return build.picture(f"card-{card.id}.png", lambda: draw_card(build.game, card), dpi, card)


def back_picture(build: Build, deck: Deck) -> Picture:
    """The picture of a deck's card back. Decks with the same back share it."""
    dpi = build.game.info.module.card_dpi
    return build.picture(f"{deck.back}.png", lambda: draw_card_back(build.game, deck), dpi, deck)


def _returns(build: Build, card: Card) -> list[Trait]:
    """Menu entries that put a card into each pile that accepts it."""
    words = build.words
    traits: list[Trait] = []
    names = []
    piles = [
        pile
        for pile in build.game.cards_file.piles
        if (not pile.takes or card.deck in pile.takes) and _is_for(build, pile, card)
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


def _is_for(build: Build, pile: Pile, card: Card) -> bool:
    """Whether a pile is no other side's: a card of one side does not go into another's box."""
    owner = build.game.boxes[pile.box].side if pile.box else None
    return None in (owner, card.side) or owner == card.side


def _return_report(build: Build, pile: Pile) -> str:
    """The report of a card put into a pile. It does not name a card that lies face down there."""
    text = build.words("report_return", deck=pile.name)
    if pile.face == "down":
        text = text.replace("$newPieceName$", build.words("a_card"))
        text = text.replace("$oldPieceName$", build.words("a_card"))
    return text
