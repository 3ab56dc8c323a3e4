"""The mark of what the rulebook does not state: a dagger, and the line that explains it."""

from __future__ import annotations

from modgen.model.game import Game
from modgen.model.types.base import Fact

MARK = "†"
MEANING = {
    "en": "Not stated in the rulebook; chosen for this edition",
    "es": "No figura en el reglamento; elegido para esta edición",
    "de": "Steht nicht in der Spielregel; für diese Ausgabe gewählt",
    "fr": "Ne figure pas dans la règle ; choisi pour cette édition",
    "it": "Non è nel regolamento; scelto per questa edizione",
    "pt": "Não consta das regras; escolhido para esta edição",
}
OWN = {
    "en": "Invented for the game",
    "es": "Inventado para el juego",
    "de": "Für das Spiel erfunden",
    "fr": "Inventé pour le jeu",
    "it": "Inventato per il gioco",
    "pt": "Inventado para o jogo",
}
"""What the mark means in a game that has a rulebook of its own."""


def explanation(game: Game, part: Fact | None = None) -> str:
    """What the mark means; for a part also why it is assumed, in the language of the game's files.

    The reason is not translated, so it is left out in other languages.
    """
    reason = part.assumed.rstrip(".") if part and game.language == game.info.languages[0] else ""
    meaning = OWN if game.rulebook else MEANING
    return f"{MARK} {meaning[game.language]}{f': {reason}' if reason else ''}."
