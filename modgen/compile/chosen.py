"""Cards that each side chooses in its hand in secret, and the button that reveals them at once.

A chosen card stays in the private hand, where only its side sees the mark on it. A report says that
a card was chosen, but not which. The button takes the marks off and puts the cards into the piles.
"""

from __future__ import annotations

from functools import partial

from modgen.compile import build as b
from modgen.compile.build import Build, act
from modgen.compile.words import PLAYER
from modgen.draw.cards import draw_chosen_mark
from modgen.model.types.cards import Deck
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait

LAYER = "Chosen"
MARK, CHOOSE, TAKE_BACK = act("MarkChosen"), act("Choose"), act("TakeBackChoice")
CHOSEN, TAKEN_BACK = act("SayChosen"), act("SayTakenBack")


def traits(build: Build, deck: Deck) -> list[Trait]:
    """The menu entries of a card that can be chosen, and how it is revealed. Innermost first."""
    chosen = deck.chosen
    if chosen is None:
        return []
    words, game = build.words, build.game
    picture = build.picture(
        f"chosen-{deck.id}.png",
        partial(draw_chosen_mark, deck.width, deck.height),
        game.info.module.card_dpi,
    )
    hands = " || ".join(
        f"(Side=={b.quoted(side)} && CurrentMap=={b.quoted(b.hand_name(build, side))})"
        for side in chosen.piles
    )
    peers = f"CardDeck=={b.quoted(deck.id)} && {LAYER}_Active==true"
    own = 'Side=="$Side$"'
    revealing = [
        t.TriggerAction(
            name=f"reveal for {side}",
            filter=f"{{Side=={b.quoted(side)}}}",
            watch_keys=(_reveal(deck),),
            action_keys=(MARK, act(f"PutInto_{pile}")),
        )
        for side, pile in chosen.piles.items()
    ]
    return [
        t.Layer(
            name=LAYER,
            images=(picture.name,),
            activate_key=MARK,
            always_active=False,
            level=-1,
        ),
        t.GlobalKeyCommand(
            key=act("UnmarkOthers"),
            global_key=MARK,
            filter=f"{{{peers} && {own}}}",
            suppress_sounds=True,
        ),
        t.ReportAction(keys=(CHOSEN,), format=words("report_chosen", deck=deck.name) + " *"),
        t.ReportAction(
            keys=(TAKEN_BACK,), format=words("report_choice_taken_back", deck=deck.name) + " *"
        ),
        t.TriggerAction(
            name="take back the choice",
            menu=words("take_back_choice"),
            key=TAKE_BACK,
            filter=f"{{{LAYER}_Active==true}}",
            action_keys=(MARK, TAKEN_BACK),
        ),
        t.TriggerAction(
            name="choose",
            menu=words("choose_card"),
            key=CHOOSE,
            filter=f"{{({hands}) && {LAYER}_Active==false}}",
            action_keys=(act("UnmarkOthers"), MARK, CHOSEN),
        ),
        *revealing,
    ]


def buttons(build: Build) -> list[Component]:
    """The button of each deck of which cards are chosen: it reveals the cards of all sides."""
    return [
        component(
            "GlobalKeyCommand",
            name=deck.chosen.button,
            buttonText=deck.chosen.button,
            tooltip=build.words("reveal_chosen_tip"),
            icon="",
            hotkey=_reveal(deck),
            filter=f"{{CardDeck=={b.quoted(deck.id)} && {LAYER}_Active==true}}",
            deckCount=0,
            reportFormat=f"{PLAYER}: {deck.chosen.button} *",
        )
        for deck in build.game.cards_file.decks
        if deck.chosen
    ]


def _reveal(deck: Deck) -> Key:
    return act(f"Reveal_{deck.id}")
